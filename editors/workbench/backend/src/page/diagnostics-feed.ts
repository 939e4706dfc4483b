/** What language servers say of open documents, to every page. */
import type { Diagnostic } from "@tandem/protocol";
import type { ToPage } from "@tandem/workbench-shared";
import type { Documents } from "../documents.js";
import type { Pages } from "./parts.js";

export class DiagnosticsFeed {
  readonly #documents: Documents;
  readonly #pages: Pages;
  readonly #byFile = new Map<string, readonly Diagnostic[]>();
  readonly #undo: () => void;

  constructor(documents: Documents, pages: Pages) {
    this.#documents = documents;
    this.#pages = pages;
    this.#undo = documents.listen({ closed: ({ path }) => this.#take(path.path, []) });
  }

  diagnosed(file: string, diagnostics: readonly Diagnostic[]): void {
    if (this.#documents.get(file)) this.#take(file, diagnostics);
  }

  current(): ToPage[] {
    return [...this.#byFile].map(([file, diagnostics]) => ({ type: "diagnostics", file, diagnostics }));
  }

  close(): void {
    this.#undo();
  }

  #take(file: string, diagnostics: readonly Diagnostic[]): void {
    const had = diagnostics.length > 0 ? this.#byFile.set(file, diagnostics) : this.#byFile.delete(file);
    if (had) this.#pages.tell({ type: "diagnostics", file, diagnostics });
  }
}
