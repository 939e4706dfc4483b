/**
 * What language servers find waits for a pause in the developer's typing: drawn with every key it would flicker, and
 * cost as much as the key itself.
 */
import type { Diagnostic } from "@tandem/protocol";
import { sinceTyping } from "./state/caret.js";

const PAUSE_MS = 250;

export class Findings {
  readonly #show: (file: string, found: readonly Diagnostic[]) => void;
  /** The newest of each file. */
  readonly #waiting = new Map<string, readonly Diagnostic[]>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(show: (file: string, found: readonly Diagnostic[]) => void) {
    this.#show = show;
  }

  take(file: string, found: readonly Diagnostic[]): void {
    this.#waiting.set(file, found);
    if (this.#timer === undefined) this.#look();
  }

  /** There is nothing to be found in it any more. */
  drop(file: string): void {
    this.#waiting.delete(file);
    this.#show(file, []);
  }

  #look(): void {
    const rest = PAUSE_MS - sinceTyping();
    this.#timer = rest > 0 ? setTimeout(() => this.#look(), rest) : undefined;
    if (this.#timer !== undefined) return;
    const found = [...this.#waiting];
    this.#waiting.clear();
    for (const [file, diagnostics] of found) this.#show(file, diagnostics);
  }
}
