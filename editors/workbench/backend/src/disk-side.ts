/** Between a live buffer and its file: sees what becomes of the file, and writes the buffer to it. */
import { createHash } from "node:crypto";
import { type ErrorCode, errors, IdeError } from "@tandem/protocol";
import { readStamp, readTextFile, type StoredBuffer, type TextFile, writeFileAtomically } from "@tandem/workspace";
import type { Document } from "./document.js";
import { encoded } from "./encoded.js";
import type { DocumentUpdate } from "./update-history.js";

/** What reading a file throws that is no longer there as text. */
const lostCodes: readonly ErrorCode[] = ["FILE_NOT_FOUND", "BINARY_FILE", "FILE_TOO_LARGE", "OUTSIDE_WORKSPACE"];

/** Told of what happened, after it happened. */
export interface DiskListener {
  /** The buffer took the file's text. */
  followed(document: Document, update: DocumentUpdate): void;
  saved(document: Document): void;
  /** It came into conflict with the disk, or out of it without a change or a save. */
  conflict(document: Document): void;
  /** The file is gone, and there was nothing unsaved in the buffer. */
  lost(document: Document): void;
}

export interface DiskSideParts {
  readonly listener: DiskListener;
  /** Whether it is still the buffer of its file. */
  readonly isOpen: (document: Document) => boolean;
  readonly log: (message: string) => void;
}

export class DiskSide {
  readonly #parts: DiskSideParts;
  readonly #saving = new Map<Document, Promise<unknown>>();
  #keepWhileSaving: (buffer: StoredBuffer) => Promise<void> = async () => {};

  constructor(parts: DiskSideParts) {
    this.#parts = parts;
  }

  /** Says how the text that is about to be written is kept until it is. */
  keepWhileSaving(keep: (buffer: StoredBuffer) => Promise<void>): void {
    this.#keepWhileSaving = keep;
  }

  isSaving(document: Document): boolean {
    return this.#saving.has(document);
  }

  /** Waits until it is not being saved. */
  async settled(document: Document): Promise<void> {
    await this.#saving.get(document)?.catch(() => {});
  }

  /**
   * Writes the buffer to disk, after those writes of it that were asked for before; `overwrite` also where the disk
   * holds something else meanwhile. False if there was nothing to write. Throws `WRITE_FAILED`; the buffer stays as it was then.
   */
  async save(document: Document, overwrite: boolean): Promise<boolean> {
    const before = this.#saving.get(document) ?? Promise.resolve();
    const saving = before.catch(() => {}).then(() => this.#write(document, overwrite));
    this.#saving.set(document, saving);
    try {
      return await saving;
    } finally {
      if (this.#saving.get(document) === saving) this.#saving.delete(document);
    }
  }

  /** Gives up unsaved changes for what is on disk. Throws if that cannot be read. */
  async reload(document: Document): Promise<void> {
    await this.settled(document);
    const update = document.takeDisk(await readTextFile(document.path));
    this.#parts.listener.followed(document, update);
  }

  /** Looks whether the file changed under the buffer: a clean one follows the disk, a dirty one is in conflict. */
  async check(document: Document): Promise<void> {
    if (this.isSaving(document)) return;
    const { stamp } = document;
    const found = await this.#look(document);
    // Saved, closed or looked at by others meanwhile: they know better.
    const isOvertaken = this.isSaving(document) || !this.#parts.isOpen(document) || document.stamp !== stamp;
    if (!isOvertaken) this.#note(document, found);
  }

  /** What is on disk now, if it is something else than the buffer knows. Undefined also if that cannot be told. */
  async #look(document: Document): Promise<TextFile | "lost" | undefined> {
    const { path } = document;
    try {
      return document.fits(await readStamp(path)) ? undefined : await readTextFile(path);
    } catch (thrown) {
      if (isLost(thrown)) return "lost";
      this.#parts.log(`${path.path} cannot be compared with its buffer: ${thrown}`);
      return undefined;
    }
  }

  #note(document: Document, found: TextFile | "lost" | undefined): void {
    if (found === undefined) return;
    const { listener } = this.#parts;
    const { conflict } = document;
    if (found !== "lost") {
      const update = document.diskHas(found);
      if (update) listener.followed(document, update);
    } else if (document.dirty) document.diskLost();
    else listener.lost(document);
    if (document.conflict !== conflict) listener.conflict(document);
  }

  async #write(document: Document, overwrite: boolean): Promise<boolean> {
    if (!document.dirty) return false;
    const { path } = document;
    this.#note(document, await this.#look(document));
    if (document.isOvertaken && !overwrite) throw errors.changedOnDisk(path.path);
    const { bytes, written } = encoded(path, () => document.toSave());
    // What is kept from now on is what is being written: a start after a crash can tell that it was.
    await this.#keepWhileSaving(document.toStore());
    try {
      const expected = overwrite ? await readStamp(path).catch(() => undefined) : document.stamp;
      const stamp = await writeFileAtomically(path, bytes, { expected });
      written(stamp, createHash("sha256").update(bytes).digest("hex"));
    } catch (error) {
      this.#note(document, await this.#look(document));
      throw error;
    }
    this.#parts.listener.saved(document);
    return true;
  }
}

/** Whether reading failed because there is no text file any more. */
export function isLost(thrown: unknown): boolean {
  return thrown instanceof IdeError && lostCodes.includes(thrown.code);
}
