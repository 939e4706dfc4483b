/** One live buffer: its text, how it came to be so, what is on disk under it, and how its bytes are to be written. */
import { randomUUID } from "node:crypto";
import { ChangeSet, Text } from "@codemirror/state";
import { hunksOf, type TextChange, type WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import {
  type DecodedText,
  type DiskStamp,
  encodeText,
  LineEndings,
  MAX_TEXT_FILE_BYTES,
  type StoredBuffer,
  sameStamp,
  type TextFile,
  textVersion,
} from "@tandem/workspace";
import { encoded } from "./encoded.js";
import { type DocumentUpdate, UpdateHistory } from "./update-history.js";

type Encoding = DecodedText["encoding"];

export class Document {
  readonly path: WorkspacePath;
  /** Of this buffer alone: one that is opened again or restored may come to the same version by other changes. */
  readonly edition = randomUUID();
  /** Up to which version the text outlives the process. */
  storedVersion: number;
  readonly #taken = new Map<string, number>();
  readonly #history = new UpdateHistory();
  #text: Text;
  #version: number;
  #endings: LineEndings;
  #bom: boolean;
  #encoding: Encoding;
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
    this.#encoding = file.decoded.encoding;
    this.#stamp = file.stamp;
    this.#hash = file.hash;
    this.#version = this.#savedVersion = this.storedVersion = textVersion(file.hash);
  }

  get text(): Text {
    return this.#text;
  }

  /** Grows by one with every update; that of a buffer without changes stands for the bytes on disk. */
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

  get encoding(): { readonly name: Encoding; readonly bom: boolean } {
    return { name: this.#encoding, bom: this.#bom };
  }

  get endings(): LineEndings {
    return this.#endings;
  }

  /** How many updates of each page are in the text, by `clientID`; of pages that never had one there is no entry. */
  get taken(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#taken);
  }

  /** Undefined if the document was never at that version, or too long ago. */
  updatesSince(version: number): readonly DocumentUpdate[] | undefined {
    return this.#history.last(this.#version - version);
  }

  /** The change is made on the text as it is now. Throws `RangeError` if it does not fit. */
  apply(update: DocumentUpdate): void {
    const text = update.changes.apply(this.#text);
    this.#endings = changedEndings(this.#endings, this.#text, update.changes);
    this.#text = text;
    this.#version++;
    this.#history.add(update);
    if (update.clientID) this.#taken.set(update.clientID, (this.#taken.get(update.clientID) ?? 0) + 1);
  }

  /**
   * The update that makes these changes, which are in order and apart; undefined if there is nothing to change.
   * Throws `FILE_TOO_LARGE` if it could not be opened again afterwards, `WRITE_FAILED` if it could not be saved.
   */
  planned(changes: readonly TextChange[]): DocumentUpdate | undefined {
    const real = changes
      .filter(({ from, to, insert }) => from !== to || insert !== "")
      .map(({ from, to, insert }) => ({ from, to, insert: toText(insert) }));
    if (real.length === 0) return undefined;
    for (const { insert } of real) {
      encoded(this.path, () => encodeText(insert.toString(), PLAIN, false, this.#encoding));
    }
    const update = { clientID: "", changes: ChangeSet.of(real, this.#text.length) };
    const endings = changedEndings(this.#endings, this.#text, update.changes);
    checkSize(this.path, update.changes.apply(this.#text), endings, this.#encoding);
    return update;
  }

  /** What has to be kept of it for another start. */
  toStore(): StoredBuffer {
    return {
      file: this.path.path,
      text: this.#text.toString(),
      endings: this.#endings.toJSON(),
      bom: this.#bom,
      encoding: this.#encoding,
      diskHash: this.#hash,
      version: this.#version,
      taken: this.taken,
    };
  }

  /** The unsaved text of an earlier run over the file that there is now, if there is one. */
  static restored(path: WorkspacePath, stored: StoredBuffer, file: TextFile | undefined): Document {
    const decoded = {
      text: stored.text,
      endings: LineEndings.fromJSON(stored.endings),
      bom: stored.bom,
      encoding: stored.encoding,
    };
    const document = new Document(path, { decoded, stamp: file?.stamp ?? NO_STAMP, hash: stored.diskHash });
    document.#version = document.storedVersion = stored.version;
    for (const [page, count] of Object.entries(stored.taken ?? {})) document.#taken.set(page, count);
    document.#savedVersion = -1;
    if (!file) document.diskLost();
    else if (file.hash !== stored.diskHash) document.#onDisk = "another";
    return document;
  }

  /** The bytes to write now, and what to call when they are on disk. Throws `TextFailure`. */
  toSave(): { bytes: Uint8Array; written: (stamp: DiskStamp, hash: string) => void } {
    const version = this.#version;
    return {
      bytes: encodeText(this.#text.toString(), this.#endings, this.#bom, this.#encoding),
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

  /** Takes note of what is on disk now. The update by which a clean buffer followed it, if it did. */
  diskHas(file: TextFile): DocumentUpdate | undefined {
    this.#stamp = file.stamp;
    if (file.hash !== this.#hash && !this.dirty) return this.takeDisk(file);
    this.#onDisk = file.hash === this.#hash ? "base" : "another";
    return undefined;
  }

  /** The file is gone, or can no longer be read as text. */
  diskLost(): void {
    this.#onDisk = "none";
  }

  /** Gives up the buffer's text for the disk's. */
  takeDisk(file: TextFile): DocumentUpdate {
    const update = { clientID: "", changes: difference(this.#text, file.decoded.text) };
    this.apply(update);
    this.#endings = file.decoded.endings;
    this.#bom = file.decoded.bom;
    this.#encoding = file.decoded.encoding;
    this.#stamp = file.stamp;
    this.#hash = file.hash;
    this.#savedVersion = this.#version;
    this.#onDisk = "base";
    return update;
  }
}

const PLAIN = LineEndings.uniform("\n");
const NO_STAMP: DiskStamp = { dev: 0n, ino: 0n, size: 0, mtimeNs: 0n, ctimeNs: 0n, mode: 0, settled: false };

/** The longest that a unit of UTF-16 and the end of a line can become in a file, and a BOM, in bytes. */
const LONGEST_UNIT = 3;
const LONGEST_ENDING = 2;
const BOM_BYTES = 3;

function checkSize({ path }: WorkspacePath, text: Text, endings: LineEndings, encoding: Encoding): void {
  if (LONGEST_UNIT * text.length + LONGEST_ENDING * text.lines + BOM_BYTES <= MAX_TEXT_FILE_BYTES) return;
  const sizedAs = encoding === "utf16be" ? "utf16le" : encoding;
  const bytes = Buffer.byteLength(endings.applyTo(text.toString()), sizedAs) + BOM_BYTES;
  if (bytes <= MAX_TEXT_FILE_BYTES) return;
  throw errors.fileTooLarge(path, bytes, MAX_TEXT_FILE_BYTES, "Nothing was changed. Make the edit smaller.");
}

/** The text has `\n` newlines alone. */
function toText(text: string): Text {
  return Text.of(text.split("\n"));
}

/** A change for each range of lines that differ, or one for all of them where there are too many. */
export function difference(old: Text, text: string): ChangeSet {
  const whole = narrowed(0, old.toString(), text);
  const changes = hunksOf(old, [whole]).map(({ from, removed, insert }) => narrowed(from, removed, insert));
  return ChangeSet.of(
    changes.map(({ from, to, insert }) => ({ from, to, insert: toText(insert) })),
    old.length,
  );
}

/** The change, of what stands at `from`, that leaves alone what both texts begin and end with. */
function narrowed(from: number, before: string, after: string): TextChange {
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before.charCodeAt(head) === after.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return { from: from + head, to: from + before.length - tail, insert: after.slice(head, after.length - tail) };
}

function changedEndings(endings: LineEndings, old: Text, changes: ChangeSet): LineEndings {
  let changed = endings;
  /** By how many newlines the text has grown before the place that is looked at. */
  let grown = 0;
  changes.iterChanges((from, to, _fromB, _toB, inserted) => {
    const first = old.lineAt(from).number - 1;
    const removed = old.lineAt(to).number - 1 - first;
    changed = changed.changed(first + grown, removed, inserted.lines - 1);
    grown += inserted.lines - 1 - removed;
  }, true);
  return changed;
}
