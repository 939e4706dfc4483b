/** Marks what an agent points at: a line lights up in its colour, in whichever editors show it now or come to show it. */
import type { ChangedBy } from "@tandem/host";
import { Range, type TextEditor, type TextEditorDecorationType, type Uri, window } from "vscode";

/** How long a mark is seen, in milliseconds. */
const FLASH_MS = 1500;
/** How long a mark waits for its file to be looked at, in milliseconds. */
const PATIENCE_MS = 60_000;

/** By the colours of agents, as red, green and blue. */
const colours: Readonly<Record<string, string>> = {
  violet: "139, 92, 246",
  teal: "20, 184, 166",
  orange: "249, 115, 22",
  blue: "59, 130, 246",
  pink: "236, 72, 153",
  green: "34, 197, 94",
  gold: "202, 138, 4",
  red: "239, 68, 68",
};

interface Mark {
  readonly uri: string;
  /** 0-based. */
  readonly line: number;
  readonly by: ChangedBy;
}

export class Marks {
  readonly #waiting = new Set<Mark>();
  readonly #shown = new Set<TextEditorDecorationType>();
  readonly #subscription = window.onDidChangeVisibleTextEditors((editors) => {
    for (const mark of this.#waiting) this.#show(mark, editors);
  });

  /** The line is 1-based. */
  flash(uri: Uri, line: number, by: ChangedBy): void {
    const mark = { uri: uri.toString(), line: line - 1, by };
    this.#waiting.add(mark);
    setTimeout(() => this.#waiting.delete(mark), PATIENCE_MS).unref();
    this.#show(mark, window.visibleTextEditors);
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const decoration of this.#shown) decoration.dispose();
  }

  #show(mark: Mark, editors: readonly TextEditor[]): void {
    const showing = editors.filter(({ document }) => document.uri.toString() === mark.uri);
    if (showing.length === 0) return;
    this.#waiting.delete(mark);
    const colour = colours[mark.by.colour] ?? "139, 92, 246";
    const decoration = window.createTextEditorDecorationType({
      isWholeLine: true,
      backgroundColor: `rgba(${colour}, 0.22)`,
      after: { contentText: `  ${mark.by.name}`, color: `rgba(${colour}, 0.9)`, fontStyle: "italic" },
    });
    this.#shown.add(decoration);
    for (const editor of showing) editor.setDecorations(decoration, [new Range(mark.line, 0, mark.line, 0)]);
    setTimeout(() => {
      decoration.dispose();
      this.#shown.delete(decoration);
    }, FLASH_MS).unref();
  }
}
