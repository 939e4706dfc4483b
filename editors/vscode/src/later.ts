/** Work that can wait a moment: asked for often, done once, when the time is over. */
import type { Disposable } from "vscode";

export class Later implements Disposable {
  readonly #work: () => void;
  readonly #milliseconds: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(work: () => void, milliseconds: number) {
    this.#work = work;
    this.#milliseconds = milliseconds;
  }

  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#work();
    }, this.#milliseconds);
  }

  /** What was asked for is not done any more. */
  dispose(): void {
    clearTimeout(this.#timer);
  }
}
