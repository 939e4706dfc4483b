/** The live buffers: the one truth about the text of files that are open. */
import { sep } from "node:path";
import { Text } from "@codemirror/state";
import type {
  ChangedBy,
  FileChange,
  LineSource,
  LiveText,
  TextChange,
  TextSnapshot,
  TextWriter,
  WorkspacePath,
} from "@tandem/host";
import { errors } from "@tandem/protocol";
import { createFile, keepFile, readTextFile, removeEntry, type StoredBuffer, textVersion } from "@tandem/workspace";
import { followTexts } from "./closed-texts.js";
import { DiskSide, isLost } from "./disk-side.js";
import { Document } from "./document.js";
import { newFileBytes } from "./encoded.js";
import { type MadeOn, readUpdates, type WrittenUpdate } from "./page-updates.js";
import type { DocumentUpdate } from "./update-history.js";

/** Buffers that are kept open; beyond it the oldest one without unsaved changes is closed, of those that agents opened first. */
export const MAX_OPEN = 200;

/** Told of what happened, after it happened. */
export interface DocumentListener {
  opened?(document: Document): void;
  /**
   * `updates` are the last that were applied. `by` is the agent whose change it was; without one it was the
   * developer's if the updates have a `clientID`, and else the disk's.
   */
  changed?(document: Document, by: ChangedBy | undefined, updates: readonly DocumentUpdate[]): void;
  saved?(document: Document): void;
  /** Its text up to `storedVersion` outlives the process from now on. */
  stored?(document: Document): void;
  /** What is typed in it cannot be kept just now, for that reason. It is tried again. */
  unstored?(document: Document, reason: string): void;
  /** It came into conflict with the disk, or out of it without a change or a save. */
  conflict?(document: Document): void;
  closed?(document: Document): void;
}

export class Documents implements TextWriter {
  /** By real path, in the order in which they were opened. */
  readonly #documents = new Map<string, Document>();
  readonly #opening = new Map<string, Promise<void>>();
  readonly #disk: DiskSide;
  /** Of the change sets that are being made: they need all of their files at once. */
  readonly #changing = new Set<readonly FileChange[]>();
  readonly #listeners: DocumentListener[] = [];
  readonly #wanted = new WeakSet<Document>();
  readonly #isKept: ((document: Document) => boolean)[] = [];

  constructor(log: (message: string) => void = () => {}) {
    const tell = (what: (listener: DocumentListener) => void) => this.#tell(what);
    this.#disk = new DiskSide({
      isOpen: (document) => this.#holds(document),
      log,
      listener: {
        followed: (document, update) => tell((listener) => listener.changed?.(document, undefined, [update])),
        saved: (document) => tell((listener) => listener.saved?.(document)),
        conflict: (document) => tell((listener) => listener.conflict?.(document)),
        lost: (document) => this.#close(document),
      },
    });
  }

  /** Says how the text that is about to be written is kept until it is. */
  keepWhileSaving(keep: (buffer: StoredBuffer) => Promise<void>): void {
    this.#disk.keepWhileSaving(keep);
  }

  /** Takes note that the text at a version is kept, or on disk. */
  unstored(document: Document, reason: string): void {
    if (this.#holds(document)) this.#tell((listener) => listener.unstored?.(document, reason));
  }

  stored(document: Document, version: number): void {
    if (!this.#holds(document) || version <= document.storedVersion) return;
    document.storedVersion = version;
    this.#tell((listener) => listener.stored?.(document));
  }

  /** The developer has opened it: the others make room before it does. */
  want(document: Document): void {
    this.#wanted.add(document);
  }

  /** Says of which more documents that they are not closed to make room. */
  keepOpen(isKept: (document: Document) => boolean): void {
    this.#isKept.push(isKept);
  }

  /** Returns the undo. */
  listen(listener: DocumentListener): () => void {
    this.#listeners.push(listener);
    return () => void this.#listeners.splice(this.#listeners.indexOf(listener), 1);
  }

  onChange(listener: (path: string, changes: readonly TextChange[], text: LineSource) => void): () => void {
    return this.listen(followTexts(listener));
  }

  get(path: string): Document | undefined {
    return this.#documents.get(path);
  }

  /** Of the file, or of the files in the directory, that is or was at a real path. */
  within(path: string): readonly Document[] {
    const inside = path + sep;
    return this.all().filter((document) => document.path.path === path || document.path.path.startsWith(inside));
  }

  all(): readonly Document[] {
    return [...this.#documents.values()];
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

  now({ path }: WorkspacePath): LiveText | undefined {
    return this.#documents.get(path);
  }

  async live(path: WorkspacePath): Promise<LiveText> {
    return this.open(path);
  }

  check(path: WorkspacePath, changes: readonly TextChange[]): void {
    const document = this.#documents.get(path.path);
    if (document) document.planned(changes);
    else newFileBytes(path, changes.map(({ insert }) => insert).join(""));
  }

  async change(files: readonly FileChange[], by: ChangedBy): Promise<readonly number[]> {
    this.#changing.add(files);
    try {
      const documents = await this.#openAll(files);
      // From here on nothing waits: what was planned on a text is applied to that text.
      const planned = files.map(({ plan }, index) => {
        const document = documents[index] as Document;
        return { document, update: document.planned(plan(document)) };
      });
      for (const { document, update } of planned) if (update) this.#apply(document, [update], by);
      return documents.map(({ version }) => version);
    } finally {
      this.#changing.delete(files);
      this.#closeSome();
    }
  }

  /** Brings back the unsaved text of an earlier run, whether or not there still is a file. */
  async restore(path: WorkspacePath, stored: StoredBuffer): Promise<void> {
    const file = await readTextFile(path).catch((thrown: unknown) => {
      if (isLost(thrown)) return undefined;
      throw thrown;
    });
    const document = Document.restored(path, stored, file);
    this.#add(document);
    this.#tell((listener) => listener.conflict?.(document));
  }

  async create(path: WorkspacePath, text: string): Promise<{ version: number }> {
    await createFile(path, newFileBytes(path, text));
    return { version: (await this.open(path)).version };
  }

  async remove(path: WorkspacePath): Promise<() => Promise<void>> {
    const document = this.#documents.get(path.path);
    if (document) await this.#disk.settled(document);
    const bringBack = await keepFile(path);
    await removeEntry(path);
    if (document) this.#close(document);
    return bringBack;
  }

  /**
   * The developer's changes, made in a page on the text `madeOn`. Throws `STALE` if that is not the newest one,
   * `INVALID_INPUT` if they do not fit it, and then nothing was changed.
   */
  push(document: Document, madeOn: MadeOn, written: readonly WrittenUpdate[]): void {
    this.#apply(document, readUpdates(document, madeOn, written), undefined);
  }

  /**
   * Writes the buffer to disk; `overwrite` also where the disk holds something else meanwhile. Throws `FILE_NOT_OPEN`
   * or `WRITE_FAILED`; the buffer stays as it was then.
   */
  async save(path: WorkspacePath, { overwrite = false } = {}): Promise<{ saved: boolean; version: number }> {
    const document = this.#documents.get(path.path);
    if (!document) throw errors.fileNotOpen(path.path);
    return { saved: await this.#disk.save(document, overwrite), version: document.version };
  }

  /** Gives up unsaved changes for what is on disk. Throws if that cannot be read. */
  async reload(document: Document): Promise<void> {
    await this.#disk.reload(document);
  }

  /** Throws `STALE` if there are unsaved changes that are not to be thrown away. */
  async close(document: Document, { discard = false } = {}): Promise<void> {
    await this.#disk.settled(document);
    if (document.dirty && !discard) throw errors.stale(`${document.path.path} has unsaved changes.`);
    this.#close(document);
  }

  /** Looks whether the file changed under the buffer: a clean one follows the disk, a dirty one is in conflict. */
  async checkDisk(document: Document): Promise<void> {
    await this.#disk.check(document);
  }

  async #load(path: WorkspacePath, check: (text: Text) => void): Promise<Document> {
    const already = this.#opening.get(path.path);
    if (already) return already.then(() => this.open(path, check));
    const loading = readTextFile(path).then((file) => {
      const document = new Document(path, file);
      check(document.text);
      this.#add(document);
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

  /** All open at the same moment: the disk or the developer may close one while another is being opened. */
  async #openAll(files: readonly FileChange[]): Promise<readonly Document[]> {
    // One after the other, so that their tabs stand in the order in which they are named.
    const openEach = async () => {
      const opened: Document[] = [];
      for (const { path } of files) opened.push(await this.open(path));
      return opened;
    };
    let documents = await openEach();
    while (!documents.every((document) => this.#holds(document))) documents = await openEach();
    return documents;
  }

  #add(document: Document): void {
    this.#documents.set(document.path.path, document);
    this.#tell((listener) => listener.opened?.(document));
    this.#closeSome(document);
  }

  #apply(document: Document, updates: readonly DocumentUpdate[], by: ChangedBy | undefined): void {
    for (const update of updates) document.apply(update);
    this.#tell((listener) => listener.changed?.(document, by, updates));
  }

  #closeSome(newest?: Document): void {
    const tooMany = this.#documents.size - MAX_OPEN;
    if (tooMany <= 0) return;
    const changing = new Set([...this.#changing].flatMap((files) => files.map(({ path }) => path.path)));
    const isNeeded = (document: Document) =>
      document === newest ||
      document.dirty ||
      changing.has(document.path.path) ||
      this.#disk.isSaving(document) ||
      this.#isKept.some((isKept) => isKept(document));
    const isWanted = (document: Document) => Number(this.#wanted.has(document));
    const oldest = this.all()
      .filter((document) => !isNeeded(document))
      .sort((a, b) => isWanted(a) - isWanted(b));
    for (const document of oldest.slice(0, tooMany)) this.#close(document);
  }

  #holds(document: Document): boolean {
    return this.#documents.get(document.path.path) === document;
  }

  #close(document: Document): void {
    if (!this.#holds(document)) return;
    this.#documents.delete(document.path.path);
    this.#tell((listener) => listener.closed?.(document));
  }

  #tell(what: (listener: DocumentListener) => void): void {
    for (const listener of [...this.#listeners]) what(listener);
  }
}
