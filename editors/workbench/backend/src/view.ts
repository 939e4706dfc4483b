/**
 * What is in front of the developer: the tabs, the focused one, and where in it they are. Without a page the view is
 * nominal: the file that was shown last has the focus, or else the one that was opened last.
 */
import {
  type ChangedBy,
  type Clock,
  countLines,
  type FocusedFile,
  languageOf,
  type OpenFile,
  systemClock,
} from "@tandem/host";
import type { Range, StatusLevel } from "@tandem/protocol";
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";

/** Lines in view where there is no page to tell. */
const NOMINAL_HEIGHT = 40;
/** So long after a key the developer's own cursor and scroll are left alone, in milliseconds. */
const TYPING_MS = 2000;

/** Where the developer is in a file, as a page tells it. Lines and columns are 1-based. */
export interface Look {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly startLine: number;
  readonly endLine: number;
  /** Offsets in the text. */
  readonly selection?: { readonly from: number; readonly to: number };
}

/** What the developer points agents at: a file, or lines of it. */
export interface Mention {
  readonly file: string;
  readonly lines?: { readonly startLine: number; readonly endLine: number };
}

/** A line of an agent's for the status bar. */
export interface Saying {
  readonly message: string;
  readonly level: StatusLevel;
  readonly by: ChangedBy;
}

export interface ViewListener {
  /** A tab became a preview or a lasting one. */
  previewChanged?(): void;
  /** A line was shown to the developer, by an agent if one is given; a part may be selected. */
  shown?(document: Document, line: number, by: ChangedBy | undefined, select: Range | undefined): void;
  said?(saying: Saying): void;
  /** The developer has looked elsewhere. */
  looked?(look: Look): void;
  focusChanged?(hasFocus: boolean): void;
  mentioned?(mention: Mention): void;
}

export class View {
  readonly #documents: Documents;
  readonly #clock: Clock;
  readonly #listeners = new Set<ViewListener>();
  #look: Look | undefined;
  /** The file that the developer has before them, as a page tells it. */
  #lookedAt: string | undefined;
  #hasFocus = false;
  /** Opened to stay, by a request that may have been overtaken by one for a preview. */
  readonly #lasting = new WeakSet<Document>();
  /** The file of the tab that makes room for the next one. */
  #preview: string | undefined;
  #typedAt = Number.NEGATIVE_INFINITY;

  constructor(documents: Documents, clock: Clock = systemClock) {
    this.#documents = documents;
    this.#clock = clock;
    documents.listen({
      changed: ({ path, dirty }, by, updates) => {
        if (!by && updates.some(({ clientID }) => clientID !== "")) this.#typedAt = clock.now();
        if (dirty) this.keep(path.path);
      },
      closed: ({ path }) => {
        if (this.#preview === path.path) this.#preview = undefined;
        if (this.#look?.file === path.path) this.#look = undefined;
        if (this.#lookedAt === path.path) this.#lookedAt = undefined;
      },
    });
    documents.keepOpen(({ path }) => path.path === this.#look?.file);
  }

  /** Returns the undo. */
  listen(listener: ViewListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Monotonic time of the developer's last change, in milliseconds of the clock. */
  get typedAt(): number {
    return this.#typedAt;
  }

  /** What the developer has selected in the focused file, as offsets. */
  get selection(): Look["selection"] {
    return this.#look?.selection;
  }

  /** Gives a file that was just opened a tab. A preview takes the place of the one before; others stay. */
  async openTab(document: Document, { preview, isNew }: { preview: boolean; isNew: boolean }): Promise<void> {
    const { path } = document.path;
    if (!preview) {
      this.#lasting.add(document);
      return this.keep(path);
    }
    if (!isNew || document.dirty || this.#lasting.has(document) || this.#preview === path) return;
    const before = this.#preview === undefined ? undefined : this.#documents.get(this.#preview);
    this.#preview = path;
    this.#tell((listener) => listener.previewChanged?.());
    // What was typed into it just now keeps it open.
    if (before && !before.dirty) await this.#documents.close(before).catch(() => this.keep(before.path.path));
  }

  /** Makes a preview a lasting tab. */
  keep(file: string): void {
    if (this.#preview !== file) return;
    this.#preview = undefined;
    this.#tell((listener) => listener.previewChanged?.());
  }

  isPreview(file: string): boolean {
    return this.#preview === file;
  }

  /** The developer is in this window, and in this file. */
  isLookedAt(file: string): boolean {
    return this.#hasFocus && this.#lookedAt === file;
  }

  lookAt(look: Look): void {
    this.#look = look;
    this.#lookedAt = look.file;
    this.#tell((listener) => listener.looked?.(look));
  }

  /** True while the developer is in this window, not in another program. Without a page they never are. */
  get hasFocus(): boolean {
    return this.#hasFocus;
  }

  setFocus(hasFocus: boolean): void {
    if (hasFocus === this.#hasFocus) return;
    this.#hasFocus = hasFocus;
    this.#tell((listener) => listener.focusChanged?.(hasFocus));
  }

  mention(mention: Mention): void {
    this.#tell((listener) => listener.mentioned?.(mention));
  }

  /** False if the developer was typing: the line is marked, and what they look at stays. */
  show(document: Document, line: number, by?: ChangedBy, select?: Range): boolean {
    const moved = this.#clock.now() - this.#typedAt >= TYPING_MS;
    if (moved) {
      const startLine = Math.max(1, line - NOMINAL_HEIGHT / 2);
      this.#look = { file: document.path.path, line, column: 1, startLine, endLine: startLine + NOMINAL_HEIGHT - 1 };
    }
    this.#tell((listener) => listener.shown?.(document, line, by, select));
    return moved;
  }

  /** An agent says something to the developer. */
  say(saying: Saying): void {
    this.#tell((listener) => listener.said?.(saying));
  }

  focused(): FocusedFile | undefined {
    const document = this.#focusedDocument();
    if (!document) return undefined;
    const nominal = { line: 1, column: 1, startLine: 1, endLine: NOMINAL_HEIGHT };
    const looked = this.#look?.file === document.path.path ? this.#look : undefined;
    const { line, column, startLine, endLine } = looked ?? nominal;
    const cursorLine = Math.min(line, document.text.lines);
    const last = Math.max(1, countLines(document.text));
    const first = Math.min(startLine, last);
    return {
      ...this.#describe(document),
      cursor: { line: cursorLine, column: Math.min(column, document.text.line(cursorLine).length + 1) },
      visibleRange: { startLine: first, endLine: Math.max(first, Math.min(endLine, last)) },
    };
  }

  openFiles(): readonly OpenFile[] {
    return this.#documents.all().map((document) => this.#describe(document));
  }

  #focusedDocument(): Document | undefined {
    const looked = this.#look && this.#documents.get(this.#look.file);
    return looked ?? this.#documents.all().at(-1);
  }

  #describe(document: Document): OpenFile {
    const { path, dirty, version, conflict } = document;
    const active = this.#focusedDocument() === document;
    const file = path.path;
    return { file, dirty, version, conflict, active, preview: this.isPreview(file), language: languageOf(file) };
  }

  #tell(what: (listener: ViewListener) => void): void {
    for (const listener of [...this.#listeners]) what(listener);
  }
}
