/** Unsaved buffers, kept beside the workspace so that they survive the end of the process, whatever ends it. */
import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { errors } from "@tandem/protocol";
import { makePrivateFolder, replaceFile, setAside, syncFolder, UNFINISHED } from "./durable-file.js";
import { type Encoding, encodings } from "./encoding.js";
import { journalLine, readJournalBytes } from "./journal-format.js";

export interface StoredBuffer {
  /** The path of the file that the buffer is of. */
  readonly file: string;
  /** Every newline is `\n`. */
  readonly text: string;
  /** As `LineEndings.toJSON` gives them. */
  readonly endings: string;
  readonly bom: boolean;
  readonly encoding: Encoding;
  /** SHA-256 of the bytes on disk that the buffer came from, in hex. */
  readonly diskHash: string;
  readonly version: number;
  /** How many changes of each page are in the text, by the page's own name for itself. */
  readonly taken?: Readonly<Record<string, number>>;
}

const STORED = ".buffer";

/** Makes the folder if it is missing. One process at a time may use it; the lock of the journal beside it sees to that. */
export async function openBufferStore(folder: string): Promise<BufferStore> {
  const makeLast = await makePrivateFolder(folder);
  await makeLast();
  for (const name of await readdir(folder)) {
    if (name.endsWith(STORED + UNFINISHED)) await rm(join(folder, name));
  }
  return new BufferStore(folder);
}

export class BufferStore {
  readonly #folder: string;
  /** The last change of each stored file. None of them rejects. */
  readonly #changing = new Map<string, Promise<void>>();

  /** For `openBufferStore`. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Resolves when the buffer is on disk in place of its last state. Rejects with `WRITE_FAILED`; that state stays then. */
  save(buffer: StoredBuffer): Promise<void> {
    const bytes = Buffer.from(journalLine(buffer));
    return this.#change(buffer.file, async (path) => {
      await (await replaceFile(path, bytes)).close();
      await syncFolder(this.#folder);
    });
  }

  /** Resolves when the buffer will not come back. One that is not there is no error. Rejects with `WRITE_FAILED`. */
  remove(file: string): Promise<void> {
    return this.#change(file, async (path) => {
      await rm(path, { force: true });
      await syncFolder(this.#folder);
    });
  }

  /** All that are stored, by path. What cannot be read is renamed to `….damaged-<n>` and left out. */
  async load(): Promise<StoredBuffer[]> {
    const buffers: StoredBuffer[] = [];
    for (const name of (await readdir(this.#folder)).filter((some) => some.endsWith(STORED))) {
      const path = join(this.#folder, name);
      const bytes = await readFile(path);
      const buffer = readBuffer(bytes);
      if (buffer !== undefined && storedName(buffer.file) === name) {
        buffers.push(buffer);
      } else {
        await setAside(path, bytes);
        await rm(path);
      }
    }
    return buffers.sort((a, b) => (a.file < b.file ? -1 : 1));
  }

  /** Changes of one file happen in the order in which they were asked for. */
  #change(file: string, change: (path: string) => Promise<void>): Promise<void> {
    const path = join(this.#folder, storedName(file));
    const before = this.#changing.get(path) ?? Promise.resolve();
    const changed = before
      .then(() => change(path))
      .catch((thrown: unknown) => {
        throw errors.writeFailed(path, thrown);
      });
    const settled = changed
      .catch(() => undefined)
      .then(() => {
        if (this.#changing.get(path) === settled) this.#changing.delete(path);
      });
    this.#changing.set(path, settled);
    return changed;
  }
}

function storedName(file: string): string {
  return createHash("sha256").update(file).digest("hex") + STORED;
}

function readBuffer(bytes: Buffer): StoredBuffer | undefined {
  const { records, soundBytes } = readJournalBytes(bytes);
  const [buffer] = records;
  return records.length === 1 && soundBytes === bytes.length && isStoredBuffer(buffer) ? buffer : undefined;
}

function isStoredBuffer(value: unknown): value is StoredBuffer {
  if (typeof value !== "object" || value === null) return false;
  const { file, text, endings, bom, encoding, diskHash, version, taken } = value as Record<keyof StoredBuffer, unknown>;
  return (
    [file, text, endings, diskHash].every((field) => typeof field === "string") &&
    typeof bom === "boolean" &&
    encodings.some((known) => known === encoding) &&
    Number.isSafeInteger(version) &&
    Object.values(taken ?? {}).every(Number.isSafeInteger)
  );
}
