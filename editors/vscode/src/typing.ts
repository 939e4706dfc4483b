/** When the developer last pressed a key in an editor. */
import { TextEditorSelectionChangeKind, window } from "vscode";

export class Typing {
  #keyAt = Number.NEGATIVE_INFINITY;
  readonly #subscription = window.onDidChangeTextEditorSelection(({ kind }) => {
    if (kind === TextEditorSelectionChangeKind.Keyboard) this.#keyAt = performance.now();
  });

  /** True if there was a key in an editor in the last so many milliseconds. */
  within(milliseconds: number): boolean {
    return performance.now() - this.#keyAt < milliseconds;
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}
