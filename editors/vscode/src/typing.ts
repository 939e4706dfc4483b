/** When the developer last used the keyboard, or anything, in an editor. */
import { TextEditorSelectionChangeKind, window } from "vscode";

export class Typing {
  #keyAt = Number.NEGATIVE_INFINITY;
  #usedAt = Number.NEGATIVE_INFINITY;
  readonly #subscription = window.onDidChangeTextEditorSelection(({ kind }) => {
    if (kind === TextEditorSelectionChangeKind.Keyboard) this.#keyAt = performance.now();
    if (kind !== TextEditorSelectionChangeKind.Command && kind !== undefined) this.#usedAt = performance.now();
  });

  /** True if there was a key in an editor in the last so many milliseconds. */
  within(milliseconds: number): boolean {
    return performance.now() - this.#keyAt < milliseconds;
  }

  /** True if there was a key or a click in an editor in the last so many milliseconds. */
  usedWithin(milliseconds: number): boolean {
    return performance.now() - this.#usedAt < milliseconds;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
