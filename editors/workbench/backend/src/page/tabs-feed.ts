/** The tabs, to every page, whenever one of them looks different. */
import type { TabView, ToPage } from "@tandem/workbench-shared";
import type { Document } from "../document.js";
import type { Documents } from "../documents.js";
import type { View } from "../view.js";
import type { Pages } from "./parts.js";

const encodingNames = { utf8: "UTF-8", utf16le: "UTF-16 LE", utf16be: "UTF-16 BE", latin1: "Latin-1" } as const;

export class TabsFeed {
  readonly #documents: Documents;
  readonly #view: View;
  readonly #pages: Pages;
  readonly #undo: (() => void)[];
  #told = "";
  #due = false;

  constructor(documents: Documents, view: View, pages: Pages) {
    this.#documents = documents;
    this.#view = view;
    this.#pages = pages;
    const due = () => this.#tellSoon();
    this.#undo = [
      documents.listen({ opened: due, changed: due, saved: due, conflict: due, closed: due }),
      view.listen({ previewChanged: due }),
    ];
  }

  current(): ToPage {
    return { type: "tabs", tabs: this.#documents.all().map((document) => this.#tab(document)) };
  }

  close(): void {
    for (const undo of this.#undo) undo();
  }

  /** Once for all that happens in one turn. */
  #tellSoon(): void {
    if (this.#due) return;
    this.#due = true;
    queueMicrotask(() => {
      this.#due = false;
      const message = this.current();
      const text = JSON.stringify(message);
      if (text === this.#told) return;
      this.#told = text;
      this.#pages.tell(message);
    });
  }

  #tab({ path, dirty, conflict, encoding, endings }: Document): TabView {
    return {
      file: path.path,
      relative: path.relative,
      dirty,
      conflict,
      preview: this.#view.isPreview(path.path),
      encoding: encodingNames[encoding.name] + (encoding.bom && encoding.name === "utf8" ? " with BOM" : ""),
      endings: endings.name,
    };
  }
}
