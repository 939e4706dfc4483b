/** The live buffers: the one truth about the text of files that are open. */
import { createHash } from "node:crypto";
import { Text } from "@codemirror/state";
import type { Agent, LiveText, TextChange, TextSnapshot, TextWriter, WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { readStamp, readTextFile, TextFailure, textVersion, writeFileAtomically } from "@tandem/workspace";
import { Document } from "./document.js";

/** Buffers that are kept open; beyond it the oldest one without unsaved changes is closed. */
export const MAX_OPEN = 200;

/** Told of what happened, after it happened. */
export interface DocumentListener {
  opened?(document: Document): void;
  /** `by` is the agent whose change it was; undefined for a reload from disk. */
  changed?(document: Document, by: Agent | undefined): void;
  saved?(document: Document): void;
  closed?(document: Document): void;
}

export class Documents implements TextWriter {
  /** By real path, in the order in which they were opened. */
  readonly #documents = new Map<string, Document>();
  readonly #opening = new Map<string, Promise<Document>>();
  readonly #saving = new Map<Document, Promise<unknown>>();
  readonly #listeners: DocumentListener[] = [];

  /** Returns the undo. */
  listen(listener: DocumentListener): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  get(path: string): Document | undefined {
    return this.#documents.get(path);
  }

  all(): readonly Document[] {
    return [...this.#documents.values()];
  }

  /** The live buffer of the file, brought up to date with the disk if it has no unsaved changes. */
  async open(path: WorkspacePath): Promise<Document> {
    const document = this.#documents.get(path.path);
    if (!document) return this.#load(path);
    await this.checkDisk(document);
    return this.#documents.get(path.path) ?? this.#load(path);
  }

  /** The text as it is now, of a buffer or of the disk. Opens nothing. */
  async read(path: WorkspacePath): Promise<TextSnapshot> {
    const open = this.#documents.get(path.path);
    if (open) {
      const { text, version, dirty } = await this.open(path);
      return { text, version, dirty };
    }
    const { decoded, hash } = await readTextFile(path);
    return { text: Text.of(decoded.text.split("\n")), version: textVersion(hash), dirty: false };
  }

  async change(path: WorkspacePath, by: Agent, plan: (live: LiveText) => TextChange): Promise<{ version: number }> {
    const document = await this.open(path);
    const changed = document.change(plan(document));
    if (changed) this.#tell((listener) => listener.changed?.(document, by));
    return { version: document.version };
  }

  /** Writes the buffer to disk. Throws `FILE_NOT_OPEN` or `WRITE_FAILED`; the buffer stays as it was then. */
  async save(path: WorkspacePath): Promise<{ saved: boolean; version: number }> {
    const document = this.#documents.get(path.path);
    if (!document) throw errors.fileNotOpen(path.path);
    await this.#saving.get(document)?.catch(() => {});
    const saving = this.#write(document);
    this.#saving.set(document, saving);
    try {
      return { saved: await saving, version: document.version };
    } finally {
      if (this.#saving.get(document) === saving) this.#saving.delete(document);
    }
  }

  /** Looks whether the file changed under the buffer: a clean one follows the disk, a dirty one is in conflict. */
  async checkDisk(document: Document): Promise<void> {
    if (this.#saving.has(document)) return;
    const { path } = document;
    try {
      if (document.fits(await readStamp(path))) return;
      const file = await readTextFile(path);
      if (this.#saving.has(document)) return;
      if (document.diskHas(file)) this.#tell((listener) => listener.changed?.(document, undefined));
    } catch {
      if (document.dirty) document.diskLost();
      else this.#close(document);
    }
  }

  async #load(path: WorkspacePath): Promise<Document> {
    const already = this.#opening.get(path.path);
    if (already) return already;
    const opening = readTextFile(path).then((file) => {
      const document = new Document(path, file);
      this.#documents.set(path.path, document);
      this.#tell((listener) => listener.opened?.(document));
      this.#closeSome(document);
      return document;
    });
    this.#opening.set(path.path, opening);
    return opening.finally(() => this.#opening.delete(path.path));
  }

  async #write(document: Document): Promise<boolean> {
    if (!document.dirty) return false;
    if (document.conflict) throw errors.changedOnDisk(document.path.path);
    const { bytes, written } = toSave(document);
    try {
      const stamp = await writeFileAtomically(document.path, bytes, { expected: document.stamp });
      written(stamp, createHash("sha256").update(bytes).digest("hex"));
    } catch (error) {
      await this.#noteConflict(document);
      throw error;
    }
    this.#tell((listener) => listener.saved?.(document));
    return true;
  }

  /** After a write that failed: whether it failed because the file on disk is another one now. */
  async #noteConflict(document: Document): Promise<void> {
    try {
      document.diskHas(await readTextFile(document.path));
    } catch {
      document.diskLost();
    }
  }

  #closeSome(newest: Document): void {
    if (this.#documents.size <= MAX_OPEN) return;
    const oldest = this.all().find((document) => document !== newest && !document.dirty && !this.#saving.has(document));
    if (oldest) this.#close(oldest);
  }

  #close(document: Document): void {
    this.#documents.delete(document.path.path);
    this.#tell((listener) => listener.closed?.(document));
  }

  #tell(what: (listener: DocumentListener) => void): void {
    for (const listener of [...this.#listeners]) what(listener);
  }
}

function toSave(document: Document) {
  try {
    return document.toSave();
  } catch (thrown) {
    throw thrown instanceof TextFailure ? errors.writeFailed(document.path.path, thrown) : thrown;
  }
}
