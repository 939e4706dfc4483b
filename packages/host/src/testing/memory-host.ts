/** A whole editor in memory: files are strings, and the language server finds what the test put there. */
import { type Diagnostic, errors, type FileEntry, type StatusLevel, type SymbolEntry } from "@tandem/protocol";
import type { Capabilities, IdeHost } from "../ide-host.js";
import { languageOf } from "../language.js";
import { holdsSecrets } from "../private-files.js";
import type { TextWriter } from "../review/text-writer.js";
import type { Selection } from "../selection.js";
import { countLines, offsetOf, type TextChange } from "../text.js";
import { type PathResolver, resolvedPath, type WorkspacePath } from "../workspace-path.js";
import { StringText } from "./string-text.js";

interface MemoryFile {
  saved: string;
  text: StringText;
  version: number;
  open: boolean;
}

export interface MemoryHostOptions {
  readonly root?: string;
  /** Relative path → text. */
  readonly files?: Readonly<Record<string, string>>;
  readonly diagnostics?: readonly Diagnostic[];
  readonly symbols?: readonly SymbolEntry[];
  /** Capabilities that this editor lacks. */
  readonly without?: readonly (keyof Capabilities)[];
}

const VIEW_LINES = 40;

export class MemoryHost implements IdeHost {
  readonly name = "Memory";
  readonly version = "0.0.0";
  readonly root: string;
  readonly paths: PathResolver;
  readonly capabilities: Capabilities;
  readonly texts: TextWriter;
  readonly #files = new Map<string, MemoryFile>();
  readonly #listeners = new Set<Parameters<TextWriter["onChange"]>[0]>();
  readonly isPrivate = holdsSecrets;
  /** What agents have said in the status bar. */
  readonly statuses: { message: string; level: StatusLevel; by: string }[] = [];
  #focus: { file: string; line: number } | undefined;
  #selection: Selection | undefined;
  #hasFocus = true;

  constructor({ root = "/project", files = {}, diagnostics = [], symbols = [], without = [] }: MemoryHostOptions = {}) {
    this.root = root;
    for (const [path, text] of Object.entries(files)) {
      this.#files.set(`${root}/${path}`, { saved: text, text: new StringText(text), version: 1, open: false });
    }
    this.paths = {
      roots: [root],
      file: async (path) => this.#resolve(path),
      newFile: async (path) => this.#resolveNew(path),
      directory: async (relative) => this.#resolveDirectory(relative),
    };
    this.texts = this.#writer();
    this.capabilities = Object.fromEntries(
      Object.entries(this.#capabilities(diagnostics, symbols)).filter(([noun]) => !without.includes(noun as "editor")),
    );
  }

  /** What is on the memory's disk. */
  savedText(relative: string): string | undefined {
    return this.#files.get(`${this.root}/${relative}`)?.saved;
  }

  /** The developer types. */
  async type(relative: string, change: TextChange): Promise<void> {
    const path = this.#resolve(`${this.root}/${relative}`);
    this.#change(path, [change]);
  }

  /** The developer selects something, of a file that is open then. */
  select(relative: string, start: Selection["start"], end: Selection["end"]): void {
    const path = this.#resolve(`${this.root}/${relative}`);
    const { text } = this.#open(path);
    this.#focus = { file: path.path, line: end.line };
    const selected = text.sliceString(offsetOf(text, start), offsetOf(text, end));
    this.#selection = { file: path.path, start, end, text: selected };
    this.#hasFocus = true;
  }

  /** The developer goes to another program. */
  loseFocus(): void {
    this.#hasFocus = false;
  }

  /** The live text. */
  liveText(relative: string): string | undefined {
    return this.#files.get(`${this.root}/${relative}`)?.text.toString();
  }

  #writer(): TextWriter {
    return {
      now: (path) => (this.#files.get(path.path)?.open ? this.#live(path) : undefined),
      live: async (path) => this.#live(path),
      change: async (files) => {
        const planned = files.map(({ path, plan }) => ({ path, changes: plan(this.#live(path)) }));
        return planned.map(({ path, changes }) => this.#change(path, changes));
      },
      create: async ({ path }, text) => {
        if (this.#files.has(path)) throw errors.fileExists(path);
        this.#files.set(path, { saved: text, text: new StringText(text), version: 1, open: true });
        return { version: 1 };
      },
      remove: async ({ path }) => {
        const file = this.#files.get(path);
        if (!file) throw errors.fileNotFound(path);
        this.#files.delete(path);
        return async () => {
          if (this.#files.has(path)) throw errors.fileExists(path);
          this.#files.set(path, { ...file, text: new StringText(file.saved), open: false });
        };
      },
      save: async ({ path }) => {
        const file = this.#files.get(path) as MemoryFile;
        file.saved = file.text.toString();
        return { version: file.version };
      },
      onChange: (listener) => {
        this.#listeners.add(listener);
        return () => void this.#listeners.delete(listener);
      },
    };
  }

  #live(path: WorkspacePath) {
    const { text, version } = this.#open(path);
    return { text, version, dirty: this.#describe(path.path).dirty };
  }

  /** Returns the version afterwards. */
  #change(path: WorkspacePath, changes: readonly TextChange[]): number {
    const file = this.#open(path);
    if (changes.length === 0) return file.version;
    file.text = changes.reduceRight((text, change) => text.changed(change), file.text);
    file.version++;
    for (const listener of [...this.#listeners]) listener(path.path, changes, file.text);
    return file.version;
  }

  #capabilities(diagnostics: readonly Diagnostic[], symbols: readonly SymbolEntry[]): Required<Capabilities> {
    const ofFile = (file: string) => ({
      file,
      version: this.#files.get(file)?.version ?? 0,
      fresh: true,
      diagnostics: diagnostics.filter((diagnostic) => diagnostic.file === file),
    });
    return {
      editor: {
        focused: () => {
          if (!this.#focus) return undefined;
          const { file, line } = this.#focus;
          const last = countLines((this.#files.get(file) as MemoryFile).text);
          const visibleRange = { startLine: line, endLine: Math.max(line, Math.min(last, line + VIEW_LINES - 1)) };
          return { ...this.#describe(file), cursor: { line, column: 1 }, visibleRange };
        },
        selection: (latest) => (latest || this.#hasFocus ? this.#selection : undefined),
        openFiles: () => [...this.#files].filter(([, { open }]) => open).map(([file]) => this.#describe(file)),
        read: async ({ path }) => ({ ...this.#describe(path), text: (this.#files.get(path) as MemoryFile).text }),
        reveal: async (path, line) => {
          const { text } = this.#files.get(path.path) as MemoryFile;
          if (line > text.lines) throw errors.rangeInvalid(`There is no line ${line}.`);
          this.#open(path);
          this.#focus = { file: path.path, line };
          return { moved: true };
        },
        open: async (path, { show, select }) => {
          this.#open(path);
          if (show) this.#focus = { file: path.path, line: select?.start.line ?? 1 };
          return { language: this.#describe(path.path).language, moved: show };
        },
        close: async ({ path }) => {
          const file = this.#files.get(path) as MemoryFile;
          if (this.#describe(path).dirty) throw errors.unsavedChanges(path);
          const wasOpen = file.open;
          file.open = false;
          if (this.#focus?.file === path) this.#focus = undefined;
          if (this.#selection?.file === path) this.#selection = undefined;
          return wasOpen;
        },
        showStatus: (message, level, { name }) => void this.statuses.push({ message, level, by: name }),
        save: async ({ path }) => {
          const file = this.#files.get(path) as MemoryFile;
          if (!file.open) throw errors.fileNotOpen(path);
          const saved = this.#describe(path).dirty;
          file.saved = file.text.toString();
          return { saved, version: file.version };
        },
      },
      diagnostics: {
        list: async (path) => {
          const open = [...this.#files].filter(([, file]) => file.open).map(([file]) => file);
          return (path ? [path.path] : open).map(ofFile);
        },
      },
      symbols: {
        search: async (query) => symbols.filter(({ name }) => name.toLowerCase().includes(query.toLowerCase())),
        definition: async () => [],
        references: async () => [],
      },
      file: {
        list: async ({ directory, recursive, limit, after }) => {
          const all = this.#entries(directory, recursive);
          const start = after === undefined ? 0 : all.findIndex(({ path }) => path === after) + 1;
          const entries = all.slice(start, start + limit);
          const more = start + limit < all.length;
          return { entries, total: all.length, next: more ? entries.at(-1)?.path : undefined };
        },
      },
    };
  }

  #describe(path: string) {
    const file = this.#files.get(path) as MemoryFile;
    const { version } = file;
    const dirty = file.text.toString() !== file.saved;
    const active = this.#focus?.file === path;
    return { file: path, dirty, version, conflict: false, active, preview: false, language: languageOf(path) };
  }

  #open({ path }: WorkspacePath): MemoryFile {
    const file = this.#files.get(path) as MemoryFile;
    file.open = true;
    return file;
  }

  #entries(directory: WorkspacePath, recursive: boolean): FileEntry[] {
    const base = directory.relative === "" ? "" : `${directory.relative}/`;
    const entries = new Map<string, FileEntry>();
    for (const file of [...this.#files.keys()].sort()) {
      const relative = file.slice(this.root.length + 1);
      if (!relative.startsWith(base)) continue;
      const segments = relative.slice(base.length).split("/");
      const depth = recursive ? segments.length : 1;
      for (let i = 1; i <= depth; i++) {
        const path = base + segments.slice(0, i).join("/");
        const type = i === segments.length ? "file" : "directory";
        entries.set(path, { name: segments[i - 1] ?? "", path, type });
      }
    }
    return [...entries.values()];
  }

  #resolve(path: string): WorkspacePath {
    if (!path.startsWith("/")) throw errors.relativePath(path);
    if (!path.startsWith(`${this.root}/`) || path.split("/").includes("..")) throw errors.outsideWorkspace(path);
    if (!this.#files.has(path)) throw errors.fileNotFound(path);
    return resolvedPath({ path, root: this.root, relative: path.slice(this.root.length + 1) });
  }

  #resolveNew(path: string): WorkspacePath {
    if (!path.startsWith("/")) throw errors.relativePath(path);
    if (!path.startsWith(`${this.root}/`) || path.split("/").includes("..")) throw errors.outsideWorkspace(path);
    if (this.#files.has(path)) throw errors.fileExists(path);
    return resolvedPath({ path, root: this.root, relative: path.slice(this.root.length + 1) });
  }

  #resolveDirectory(relative: string): WorkspacePath {
    if (relative.startsWith("/")) throw errors.absolutePath(relative);
    const segments = relative.split("/").filter((segment) => segment !== "" && segment !== ".");
    if (segments.includes("..")) throw errors.outsideWorkspace(relative);
    const path = [this.root, ...segments].join("/");
    if (this.#files.has(path)) throw errors.notADirectory(path);
    const exists = segments.length === 0 || [...this.#files.keys()].some((file) => file.startsWith(`${path}/`));
    if (!exists) throw errors.fileNotFound(path);
    return resolvedPath({ path, root: this.root, relative: segments.join("/") });
  }
}
