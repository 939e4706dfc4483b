/**
 * What is in front of the developer: the tabs and the focused one. Without a page the view is nominal: the file that
 * was shown last has the focus, or else the one that was opened last.
 */
import { countLines, type FocusedFile, type OpenFile } from "@tandem/host";
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";

/** Lines in view where there is no page to tell. */
const NOMINAL_HEIGHT = 40;

export class View {
  readonly #documents: Documents;
  #focus: { file: string; line: number } | undefined;

  constructor(documents: Documents) {
    this.#documents = documents;
    documents.keepOpen(({ path }) => path.path === this.#focus?.file);
  }

  show(document: Document, line: number): void {
    this.#focus = { file: document.path.path, line };
  }

  focused(): FocusedFile | undefined {
    const shown = this.#focus && this.#documents.get(this.#focus.file);
    const document = shown ?? this.#documents.all().at(-1);
    if (!document) return undefined;
    const line = shown ? Math.min(this.#focus?.line ?? 1, document.text.lines) : 1;
    const startLine = Math.max(1, line - NOMINAL_HEIGHT / 2);
    const endLine = Math.max(line, Math.min(countLines(document.text), startLine + NOMINAL_HEIGHT - 1));
    return { ...describe(document), cursor: { line, column: 1 }, visibleRange: { startLine, endLine } };
  }

  openFiles(): readonly OpenFile[] {
    return this.#documents.all().map(describe);
  }
}

function describe(document: Document): OpenFile {
  const { path, dirty, version, conflict } = document;
  return { file: path.path, dirty, version, conflict };
}
