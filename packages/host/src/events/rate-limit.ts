/** At most one value per key and interval. The first goes through at once; the last always arrives. */
import type { Clock } from "../clock.js";

interface Window<T> {
  /** The newest value that came while the interval ran. */
  waiting: { value: T } | undefined;
  stop: () => void;
}

export class RateLimit<T> {
  readonly #windows = new Map<string, Window<T>>();
  readonly #intervalMs: number;
  readonly #clock: Clock;
  readonly #deliver: (value: T) => void;

  constructor(intervalMs: number, clock: Clock, deliver: (value: T) => void) {
    this.#intervalMs = intervalMs;
    this.#clock = clock;
    this.#deliver = deliver;
  }

  offer(key: string, value: T): void {
    const window = this.#windows.get(key);
    if (window) {
      window.waiting = { value };
      return;
    }
    this.#open(key);
    this.#deliver(value);
  }

  close(): void {
    for (const { stop } of this.#windows.values()) stop();
    this.#windows.clear();
  }

  #open(key: string): void {
    const stop = this.#clock.after(this.#intervalMs, () => this.#elapsed(key));
    this.#windows.set(key, { waiting: undefined, stop });
  }

  #elapsed(key: string): void {
    const waiting = this.#windows.get(key)?.waiting;
    this.#windows.delete(key);
    if (!waiting) return;
    this.#open(key);
    this.#deliver(waiting.value);
  }
}
