/** The open file of a journal: it grows at its end or is replaced as a whole. Failures are the system's own. */
import type { FileHandle } from "node:fs/promises";
import { dirname } from "node:path";
import { replaceFile, SYNCED_WRITES, syncFolder, writeAll } from "./durable-file.js";

/** One call at a time. Its file is opened with `SYNCED_WRITES`. */
export class JournalFile {
  readonly path: string;
  #handle: FileHandle;
  /** The length of what is known to be on disk, in bytes. */
  #length: number;
  /** Of the folders above it. */
  readonly #makeFoldersLast: () => Promise<void>;
  /** Nothing follows what is known to be on disk, and the file's name lasts. */
  #sound = false;

  constructor(path: string, handle: FileHandle, length: number, makeFoldersLast: () => Promise<void>) {
    this.path = path;
    this.#makeFoldersLast = makeFoldersLast;
    this.#handle = handle;
    this.#length = length;
  }

  /** Cuts off what a failed write has left. */
  async mend(): Promise<void> {
    if (this.#sound) return;
    await this.#makeFoldersLast();
    await this.#handle.truncate(this.#length);
    await this.#handle.datasync();
    await syncFolder(dirname(this.path));
    this.#sound = true;
  }

  /** What could not be written wholly is not there afterwards, unless the disk refuses even that. */
  async extend(lines: string): Promise<void> {
    await this.mend();
    const bytes = Buffer.from(lines);
    this.#sound = false;
    try {
      await writeAll(this.#handle, bytes, this.#length);
      if (SYNCED_WRITES === 0) await this.#handle.datasync();
      this.#length += bytes.length;
      this.#sound = true;
    } catch (thrown) {
      await this.mend().catch(() => undefined);
      throw thrown;
    }
  }

  async replace(lines: string): Promise<void> {
    const bytes = Buffer.from(lines);
    const old = this.#handle;
    this.#handle = await replaceFile(this.path, bytes);
    this.#length = bytes.length;
    this.#sound = false;
    await old.close();
    await this.mend();
  }

  async close(): Promise<void> {
    await this.mend().catch(() => undefined);
    await this.#handle.close();
  }
}
