/** Does something soon after it has become due, however often that happens, and never twice at once. */
import type { Clock } from "@tandem/host";

export class Pace {
  readonly #clock: Clock;
  readonly #delayMs: () => number;
  readonly #action: () => void | Promise<void>;
  readonly #onError: (error: unknown) => void;
  #undo: (() => void) | undefined;
  #running = false;
  #again = false;
  #closed = false;

  constructor(
    clock: Clock,
    delayMs: () => number,
    action: () => void | Promise<void>,
    onError: (error: unknown) => void,
  ) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#action = action;
    this.#onError = onError;
  }

  due(): void {
    if (this.#running) this.#again = true;
    else if (!this.#closed) this.#undo ??= this.#after(this.#delayMs());
  }

  close(): void {
    this.#closed = true;
    this.#undo?.();
  }

  /** Without a delay: when what is going on just now has come to its end. */
  #after(delayMs: number): () => void {
    if (delayMs > 0) return this.#clock.after(delayMs, () => void this.#run());
    const soon = setImmediate(() => void this.#run());
    return () => clearImmediate(soon);
  }

  async #run(): Promise<void> {
    this.#undo = undefined;
    this.#running = true;
    try {
      await this.#action();
    } catch (error) {
      this.#onError(error);
    }
    this.#running = false;
    if (!this.#again) return;
    this.#again = false;
    this.due();
  }
}
