/** One live buffer: its text, what is on disk under it, and how its bytes are to be written. */
import { Text } from "@codemirror/state";
import type { TextChange, WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import {
  type DiskStamp,
  encodeText,
  type LineEndings,
  MAX_TEXT_FILE_BYTES,
  sameStamp,
  type TextFile,
  textVersion,
} from "@tandem/workspace";

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
  /** What is on disk, as seen from a buffer with changes: what they were made on, another text, or no text. */
  #onDisk: "base" | "another" | "none" = "base";

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

  /** The file changed on disk, or went, while the buffer was dirty. */
  get conflict(): boolean {
    return this.#onDisk !== "base";
  }

  /** Another text is on disk than the changes were made on: only the developer can say which of the two to keep. */
  get isOvertaken(): boolean {
    return this.#onDisk === "another";
  }

  /** Of the file that a save replaces; undefined if there is none any more. */
  get stamp(): DiskStamp | undefined {
    return this.#onDisk === "none" ? undefined : this.#stamp;
  }

  /** True if there was anything to change. Throws `FILE_TOO_LARGE` if it could not be opened again afterwards. */
  change({ from, to, insert }: TextChange): boolean {
    if (from === to && insert === "") return false;
    const firstNewline = this.#text.lineAt(from).number - 1;
    const removed = this.#text.lineAt(to).number - 1 - firstNewline;
    const inserted = Text.of(insert.split("\n"));
    const endings = this.#endings.changed(firstNewline, removed, inserted.lines - 1);
    const text = this.#text.replace(from, to, inserted);
    checkSize(this.path, text, endings);
    this.#endings = endings;
    this.#text = text;
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
        this.#onDisk = "base";
      },
    };
  }

  /** True if the disk still holds what the buffer knows, as far as a stamp can tell. */
  fits(stamp: DiskStamp): boolean {
    return this.#onDisk !== "none" && this.#stamp.settled && sameStamp(this.#stamp, stamp);
  }

  /** Takes note of what is on disk now. True if the text was replaced by it. */
  diskHas(file: TextFile): boolean {
    this.#stamp = file.stamp;
    if (file.hash === this.#hash || this.dirty) {
      this.#onDisk = file.hash === this.#hash ? "base" : "another";
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
    this.#onDisk = "none";
  }
}

/** The longest that a unit of UTF-16 and the end of a line can become in a file, and a BOM, in bytes. */
const LONGEST_UNIT = 3;
const LONGEST_ENDING = 2;
const BOM_BYTES = 3;

function checkSize({ path }: WorkspacePath, text: Text, endings: LineEndings): void {
  if (LONGEST_UNIT * text.length + LONGEST_ENDING * text.lines + BOM_BYTES <= MAX_TEXT_FILE_BYTES) return;
  const bytes = Buffer.byteLength(endings.applyTo(text.toString())) + BOM_BYTES;
  if (bytes <= MAX_TEXT_FILE_BYTES) return;
  throw errors.fileTooLarge(path, bytes, MAX_TEXT_FILE_BYTES, "Nothing was changed. Make the edit smaller.");
}

/** The text has `\n` newlines alone. */
function toText(text: string): Text {
  return Text.of(text.split("\n"));
}
