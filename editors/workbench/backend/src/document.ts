/** One live buffer: its text, what is on disk under it, and how its bytes are to be written. */
import { Text } from "@codemirror/state";
import type { TextChange, WorkspacePath } from "@tandem/host";
import { type DiskStamp, encodeText, type LineEndings, sameStamp, type TextFile, textVersion } from "@tandem/workspace";

export class Document {
  readonly path: WorkspacePath;
  #text: Text;
  #version: number;
  #endings: LineEndings;
  #bom: boolean;
  #stamp: DiskStamp;
  /** Of the bytes on disk that the buffer was read from or written to. */
  #hash: string;
  #savedVersion: number;
  #conflict = false;

  constructor(path: WorkspacePath, file: TextFile) {
    this.path = path;
    this.#text = toText(file.decoded.text);
    this.#endings = file.decoded.endings;
    this.#bom = file.decoded.bom;
    this.#stamp = file.stamp;
    this.#hash = file.hash;
    this.#version = this.#savedVersion = textVersion(file.hash);
  }

  get text(): Text {
    return this.#text;
  }

  /** Grows with every change; that of a buffer without changes stands for the bytes on disk. */
  get version(): number {
    return this.#version;
  }

  get dirty(): boolean {
    return this.#version !== this.#savedVersion;
  }

  /** The file changed on disk while the buffer was dirty: only the developer can say which of the two to keep. */
  get conflict(): boolean {
    return this.#conflict;
  }

  get stamp(): DiskStamp {
    return this.#stamp;
  }

  /** True if there was anything to change. */
  change({ from, to, insert }: TextChange): boolean {
    if (from === to && insert === "") return false;
    const firstNewline = this.#text.lineAt(from).number - 1;
    const removed = this.#text.lineAt(to).number - 1 - firstNewline;
    const inserted = Text.of(insert.split("\n"));
    this.#endings = this.#endings.changed(firstNewline, removed, inserted.lines - 1);
    this.#text = this.#text.replace(from, to, inserted);
    this.#version++;
    return true;
  }

  /** The bytes to write now, and what to call when they are on disk. Throws `TextFailure`. */
  toSave(): { bytes: Uint8Array; written: (stamp: DiskStamp, hash: string) => void } {
    const version = this.#version;
    return {
      bytes: encodeText(this.#text.toString(), this.#endings, this.#bom),
      written: (stamp, hash) => {
        this.#savedVersion = version;
        this.#stamp = stamp;
        this.#hash = hash;
      },
    };
  }

  /** True if the disk still holds what the buffer knows, as far as a stamp can tell. */
  fits(stamp: DiskStamp): boolean {
    return sameStamp(this.#stamp, stamp);
  }

  /** Takes note of what is on disk now. True if the text was replaced by it. */
  diskHas(file: TextFile): boolean {
    this.#stamp = file.stamp;
    if (file.hash === this.#hash) {
      this.#conflict = false;
      return false;
    }
    if (this.dirty) {
      this.#conflict = true;
      return false;
    }
    this.#text = toText(file.decoded.text);
    this.#endings = file.decoded.endings;
    this.#bom = file.decoded.bom;
    this.#hash = file.hash;
    this.#savedVersion = ++this.#version;
    return true;
  }

  /** The file is gone, or can no longer be read as text. */
  diskLost(): void {
    this.#conflict = true;
  }
}

/** The text has `\n` newlines alone. */
function toText(text: string): Text {
  return Text.of(text.split("\n"));
}
