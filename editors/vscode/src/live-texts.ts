/**
 * The live buffers of VS Code, for the review desk. VS Code applies an edit some time after it was asked to; until it
 * has answered, the desk is shown the text as it was, and hears of nothing that happens to it. So what was planned on a
 * text is applied to that text, or not at all.
 */
import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { ChangedBy, FileChange, LineSource, LiveText, TextChange, TextWriter, WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { keepFile, readTextFile } from "@tandem/workspace";
import {
  Disposable,
  Range,
  type TextDocument,
  type TextDocumentChangeEvent,
  type Uri,
  WorkspaceEdit,
  workspace,
} from "vscode";
import { type ContentChange, changesBetween, DocumentText, difference } from "./document-text.js";
import type { Folders } from "./folders.js";
import { followedDocument, openDocument } from "./open-document.js";
import { openBehind } from "./tabs.js";
import { textOf, type VersionedText, versionOf } from "./text-version.js";
import { until } from "./until.js";

/** VS Code says that a document has unsaved changes a moment after they were made; it is waited for so long at most. */
const DIRTY_MS = 500;
const OTHERWISE = "The editor has changed the text in another way than it was asked to. It was put back.";

type ChangeListener = Parameters<TextWriter["onChange"]>[0];

/** A file's text as the desk knows it. Under a review it stays when the document is closed, to tell what happened meanwhile. */
interface Known {
  text: DocumentText;
  version: number;
  /** What happened to the document since an edit was asked for; undefined if none is. */
  held: (readonly ContentChange[])[] | undefined;
  /** VS Code is opening the file; until it has, the text is that on disk. */
  opening: boolean;
}

interface Planned {
  readonly file: string;
  readonly document: TextDocument;
  readonly known: Known;
  readonly changes: readonly TextChange[];
}

export interface LiveTextsParts {
  /** Shows the line, 1-based, that an agent has changed. */
  readonly mark: (uri: Uri, line: number, by: ChangedBy) => void;
  /** True if somebody has to hear of what happens to the file, open or not. */
  readonly isFollowed: (file: string) => boolean;
}

export class LiveTexts implements TextWriter {
  readonly #folders: Folders;
  readonly #parts: LiveTextsParts;
  /** By real path. */
  readonly #known = new Map<string, Known>();
  readonly #listeners = new Set<ChangeListener>();
  /** The last edit that was asked for; the next one waits for it. Never rejects. */
  #editing: Promise<unknown> = Promise.resolve();
  readonly #subscription = Disposable.from(
    workspace.onDidChangeTextDocument((event) => this.#changed(event)),
    workspace.onDidCloseTextDocument(() => this.#forgetClosed()),
  );

  constructor(folders: Folders, parts: LiveTextsParts) {
    this.#folders = folders;
    this.#parts = parts;
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  now(path: WorkspacePath): LiveText | undefined {
    const document = this.#folders.documentOf(path);
    if (document) return this.#live(path.path, document);
    const known = this.#known.get(path.path);
    return known?.opening ? { text: known.text, version: known.version, dirty: false } : undefined;
  }

  /**
   * VS Code takes its time to open a file. It is not waited for where its text is known: the one on disk. Where reviews
   * wait that is not known, as VS Code may keep unsaved text of an earlier run.
   */
  async live(path: WorkspacePath): Promise<LiveText> {
    const open = await followedDocument(this.#folders, path);
    return (open && this.#live(path.path, open)) ?? this.now(path) ?? this.#opened(path);
  }

  change(files: readonly FileChange[], by: ChangedBy): Promise<readonly number[]> {
    const done = this.#editing.then(() => this.#change(files, by));
    // Whoever asked for the edit is answered first, and only then told of what else happened.
    this.#editing = done.catch(() => {}).then(() => setImmediate().then(() => this.#release()));
    return done;
  }

  async create(path: WorkspacePath, text: string): Promise<{ version: number }> {
    const uri = this.#folders.uriOf(path);
    const edit = new WorkspaceEdit();
    edit.createFile(uri, { overwrite: false, contents: Buffer.from(text) });
    if (!(await workspace.applyEdit(edit))) throw refused(path);
    const document = await workspace.openTextDocument(uri);
    await openBehind(uri);
    return { version: this.#live(path.path, document).version };
  }

  async remove(path: WorkspacePath): Promise<() => Promise<void>> {
    const bringBack = await keepFile(path);
    const edit = new WorkspaceEdit();
    edit.deleteFile(this.#folders.uriOf(path), { ignoreIfNotExists: false });
    if (!(await workspace.applyEdit(edit))) throw refused(path);
    this.#known.delete(path.path);
    return bringBack;
  }

  async save(path: WorkspacePath): Promise<{ saved: boolean; version: number }> {
    const document = this.#folders.documentOf(path);
    if (!document) throw errors.fileNotOpen(path.path);
    const saved = document.isDirty;
    if (saved && !(await document.save())) throw refused(path);
    return { saved, version: textOf(document).version };
  }

  onChange(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async #opened(path: WorkspacePath): Promise<LiveText> {
    const { decoded } = await readTextFile(path);
    const uri = this.#folders.uriOf(path);
    const opening = workspace.openTextDocument(uri);
    const isKnown = decoded.encoding === "utf8" && readsAsUtf8(uri, decoded.text);
    // VS Code may have opened it meanwhile.
    if (!isKnown || this.#parts.isFollowed(path.path) || this.now(path)) return this.#live(path.path, await opening);
    const text = DocumentText.of(decoded.text);
    const known = this.#catchUp(path.path, { text, version: versionOf(text) });
    known.opening = true;
    const done = (document?: TextDocument) => {
      known.opening = false;
      if (document) this.#live(path.path, document);
    };
    opening.then(done, () => done());
    return { text: known.text, version: known.version, dirty: false };
  }

  #live(file: string, document: TextDocument): LiveText {
    const known = this.#catchUp(file, textOf(document));
    return { text: known.text, version: known.version, dirty: document.isDirty };
  }

  /** What the desk knows of a file, brought to what it is now unless an edit is under way. */
  #catchUp(file: string, { text, version }: VersionedText): Known {
    const known = this.#known.get(file) ?? { text, version, held: undefined, opening: false };
    this.#known.set(file, known);
    if (known.held === undefined) this.#tell(file, known, text, []);
    return known;
  }

  #changed({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (contentChanges.length === 0) return;
    const file = this.#folders.fileOf(document.uri);
    const known = file === undefined ? undefined : this.#known.get(file);
    if (file === undefined || known === undefined) return;
    if (known.held) known.held.push(contentChanges);
    else this.#tell(file, known, textOf(document).text, contentChanges);
  }

  #tell(file: string, known: Known, text: DocumentText, told: readonly ContentChange[]): void {
    const changes = changesBetween(known.text, text, told);
    if (changes.length === 0) return;
    known.text = text;
    known.version = versionOf(text);
    for (const listener of [...this.#listeners]) listener(file, changes, text satisfies LineSource);
  }

  async #change(files: readonly FileChange[], by: ChangedBy): Promise<readonly number[]> {
    const documents = await Promise.all(files.map(({ path }) => openDocument(this.#folders, path)));
    // From here to `applyEdit` nothing waits: it takes the versions that the documents have now, and holds VS Code to them.
    const planned = files.map(({ path, plan }, i): Planned => {
      const document = documents[i] as TextDocument;
      const known = this.#catchUp(path.path, textOf(document));
      return { file: path.path, document, known, changes: plan(this.#live(path.path, document)) };
    });
    const changing = planned.filter(({ changes }) => changes.length > 0);
    if (changing.length > 0) await this.#apply(changing, by);
    return planned.map(({ known }) => known.version);
  }

  async #apply(planned: readonly Planned[], by: ChangedBy): Promise<void> {
    for (const { known } of planned) known.held = [];
    if (!(await workspace.applyEdit(editOf(planned)))) {
      throw errors.stale("The text was changed in the very moment in which it was to be edited.");
    }
    const refusing = await firstRefusing(planned);
    if (refusing) throw await undone(planned, errors.writeFailed(refusing.file, new Error("it is read-only")));
    for (const { file, document, known, changes } of planned) {
      const [own = [], ...later] = known.held ?? [];
      const expected = known.text.changed(changes);
      const asPlanned = later.length > 0 || textOf(document).text.toString() === expected.toString();
      if (!asPlanned) throw await undone(planned, errors.internal(OTHERWISE));
      known.held = later;
      this.#tell(file, known, expected, own);
      this.#parts.mark(document.uri, expected.positionAt(changes[0]?.from ?? 0).line + 1, by);
    }
  }

  #forgetClosed(): void {
    const open = new Set(workspace.textDocuments.map(({ uri }) => this.#folders.fileOf(uri)));
    for (const [file, { held, opening }] of this.#known) {
      if (open.has(file) || held !== undefined || opening || this.#parts.isFollowed(file)) continue;
      this.#known.delete(file);
    }
  }

  /** Tells of what happened while an edit was under way. */
  #release(): void {
    for (const [file, known] of this.#known) {
      const { held } = known;
      known.held = undefined;
      const document = held && workspace.textDocuments.find(({ uri }) => this.#folders.fileOf(uri) === file);
      if (document) this.#tell(file, known, textOf(document).text, held.length === 1 ? (held[0] ?? []) : []);
    }
  }
}

/** Beyond ASCII, what VS Code takes the bytes of a file for is a matter of its settings. */
function readsAsUtf8(uri: Uri, text: string): boolean {
  if (!/\P{ASCII}/u.test(text)) return true;
  const settings = workspace.getConfiguration("files", uri);
  return settings.get("encoding") === "utf8" && settings.get("autoGuessEncoding") === false;
}

function editOf(planned: readonly Planned[]): WorkspaceEdit {
  const edit = new WorkspaceEdit();
  for (const { document, known, changes } of planned) {
    for (const { from, to, insert } of changes) edit.replace(document.uri, rangeOf(known.text, from, to), insert);
  }
  return edit;
}

/**
 * A file that may not be written: VS Code takes an edit of it, and keeps it nowhere. What counts as changed can be saved;
 * what does not is on disk already, or never will be.
 */
async function firstRefusing(planned: readonly Planned[]): Promise<Planned | undefined> {
  for (const one of planned) {
    const { document } = one;
    if (await until(workspace.onDidChangeTextDocument, () => document.isDirty, DIRTY_MS)) continue;
    const onDisk = await readFile(document.uri.fsPath, "utf8").catch(() => "");
    if (DocumentText.of(onDisk).toString() !== textOf(document).text.toString()) return one;
  }
  return undefined;
}

/** Puts back what VS Code has not made as it was asked to. */
async function undone(planned: readonly Planned[], why: Error): Promise<Error> {
  const edit = new WorkspaceEdit();
  for (const { document, known } of planned) {
    const now = textOf(document).text;
    for (const { from, to, insert } of difference(now, known.text)) {
      edit.replace(document.uri, rangeOf(now, from, to), insert);
    }
  }
  await workspace.applyEdit(edit);
  return why;
}

function rangeOf(text: DocumentText, from: number, to: number): Range {
  const [start, end] = [text.positionAt(from), text.positionAt(to)];
  return new Range(start.line, start.character, end.line, end.character);
}

function refused({ path }: WorkspacePath): Error {
  return errors.writeFailed(path, new Error("the editor refused"));
}
