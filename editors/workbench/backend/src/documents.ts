/** The live buffers: the one truth about the text of files that are open. */
import { createHash } from "node:crypto";
import { sep } from "node:path";
import { Text } from "@codemirror/state";
import type { Agent, LiveText, TextChange, TextSnapshot, TextWriter, WorkspacePath } from "@tandem/host";
import { type ErrorCode, errors, IdeError } from "@tandem/protocol";
import {
  readStamp,
  readTextFile,
  TextFailure,
  type TextFile,
  textVersion,
  writeFileAtomically,
} from "@tandem/workspace";
import { Document } from "./document.js";

/** Buffers that are kept open; beyond it the oldest one without unsaved changes is closed. */
export const MAX_OPEN = 200;

/** What reading a file throws that is no longer there as text. */
const lostCodes: readonly ErrorCode[] = ["FILE_NOT_FOUND", "BINARY_FILE", "FILE_TOO_LARGE", "OUTSIDE_WORKSPACE"];

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
  readonly #opening = new Map<string, Promise<void>>();
  readonly #saving = new Map<Document, Promise<unknown>>();
  readonly #listeners: DocumentListener[] = [];
  readonly #log: (message: string) => void;
  #isKept: (document: Document) => boolean = () => false;

  constructor(log: (message: string) => void = () => {}) {
    this.#log = log;
  }

  /** Says which documents are not closed to make room. */
  keepOpen(isKept: (document: Document) => boolean): void {
    this.#isKept = isKept;
  }

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

  /** Of the file, or of the files in the directory, that is or was at a real path. */
  within(path: string): readonly Document[] {
    const inside = path + sep;
    return this.all().filter((document) => document.path.path === path || document.path.path.startsWith(inside));
  }

  /**
   * The live buffer of the file, brought up to date with the disk if it has no unsaved changes. Opens nothing if the
   * text is not what the caller wants, who then throws.
   */
  async open(path: WorkspacePath, check: (text: Text) => void = () => {}): Promise<Document> {
    const open = this.#documents.get(path.path);
    if (open) await this.checkDisk(open);
    const document = this.#documents.get(path.path);
    if (!document) return this.#load(path, check);
    check(document.text);
    return document;
  }

  /** The text as it is now, of a buffer or of the disk. Opens nothing. */
  async read(path: WorkspacePath): Promise<TextSnapshot> {
    const open = this.#documents.get(path.path);
    if (open) await this.checkDisk(open);
    const document = this.#documents.get(path.path);
    if (document) {
      const { text, version, dirty } = document;
      return { text, version, dirty };
    }
    const { decoded, hash } = await readTextFile(path);
    return { text: Text.of(decoded.text.split("\n")), version: textVersion(hash), dirty: false };
  }

  async change(path: WorkspacePath, by: Agent, plan: (live: LiveText) => TextChange): Promise<{ version: number }> {
    let document = await this.open(path);
    // It may have been closed again before it is this call's turn.
    while (!this.#holds(document)) document = await this.open(path);
    const changed = document.change(plan(document));
    if (changed) this.#tell((listener) => listener.changed?.(document, by));
    return { version: document.version };
  }

  /** Writes the buffer to disk. Throws `FILE_NOT_OPEN` or `WRITE_FAILED`; the buffer stays as it was then. */
  async save(path: WorkspacePath): Promise<{ saved: boolean; version: number }> {
    const document = this.#documents.get(path.path);
    if (!document) throw errors.fileNotOpen(path.path);
    const before = this.#saving.get(document) ?? Promise.resolve();
    const saving = before.catch(() => {}).then(() => this.#write(document));
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
    const { stamp } = document;
    const found = await this.#look(document);
    // Saved, closed or looked at by others meanwhile: they know better.
    const isOvertaken = this.#saving.has(document) || !this.#holds(document) || document.stamp !== stamp;
    if (!isOvertaken) this.#note(document, found);
  }

  /** What is on disk now, if it is something else than the buffer knows. Undefined also if that cannot be told. */
  async #look(document: Document): Promise<TextFile | "lost" | undefined> {
    const { path } = document;
    try {
      return document.fits(await readStamp(path)) ? undefined : await readTextFile(path);
    } catch (thrown) {
      if (thrown instanceof IdeError && lostCodes.includes(thrown.code)) return "lost";
      this.#log(`${path.path} cannot be compared with its buffer: ${thrown}`);
      return undefined;
    }
  }

  #note(document: Document, found: TextFile | "lost" | undefined): void {
    if (found === undefined) return;
    if (found !== "lost") {
      if (document.diskHas(found)) this.#tell((listener) => listener.changed?.(document, undefined));
    } else if (document.dirty) document.diskLost();
    else this.#close(document);
  }

  async #load(path: WorkspacePath, check: (text: Text) => void): Promise<Document> {
    const already = this.#opening.get(path.path);
    if (already) return already.then(() => this.open(path, check));
    const loading = readTextFile(path).then((file) => {
      const document = new Document(path, file);
      check(document.text);
      this.#documents.set(path.path, document);
      this.#tell((listener) => listener.opened?.(document));
      this.#closeSome(document);
      return document;
    });
    // Whoever waits for it looks for themselves then: they may want another text than the first one did.
    const done = loading.then(
      () => void this.#opening.delete(path.path),
      () => void this.#opening.delete(path.path),
    );
    this.#opening.set(path.path, done);
    return loading;
  }

  async #write(document: Document): Promise<boolean> {
    if (!document.dirty) return false;
    this.#note(document, await this.#look(document));
    if (document.isOvertaken) throw errors.changedOnDisk(document.path.path);
    const { bytes, written } = toSave(document);
    try {
      const stamp = await writeFileAtomically(document.path, bytes, { expected: document.stamp });
      written(stamp, createHash("sha256").update(bytes).digest("hex"));
    } catch (error) {
      this.#note(document, await this.#look(document));
      throw error;
    }
    this.#tell((listener) => listener.saved?.(document));
    return true;
  }

  #closeSome(newest: Document): void {
    if (this.#documents.size <= MAX_OPEN) return;
    const isNeeded = (document: Document) =>
      document === newest || document.dirty || this.#saving.has(document) || this.#isKept(document);
    const oldest = this.all().find((document) => !isNeeded(document));
    if (oldest) this.#close(oldest);
  }

  #holds(document: Document): boolean {
    return this.#documents.get(document.path.path) === document;
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
