/** Does something soon after it has become due, however often that happens, and never twice at once. */
import type { Clock } from "@tandem/host";

export class Pace {
  readonly #clock: Clock;
  readonly #delayMs: number;
  readonly #action: () => void | Promise<void>;
  readonly #onError: (error: unknown) => void;
  #undo: (() => void) | undefined;
  #running = false;
  #again = false;
  #closed = false;

  constructor(clock: Clock, delayMs: number, action: () => void | Promise<void>, onError: (error: unknown) => void) {
    this.#clock = clock;
    this.#delayMs = delayMs;
    this.#action = action;
    this.#onError = onError;
  }

  due(): void {
    if (this.#running) this.#again = true;
    else if (!this.#closed) this.#undo ??= this.#clock.after(this.#delayMs, () => void this.#run());
  }

  close(): void {
    this.#closed = true;
    this.#undo?.();
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
