import type { Clock } from "../clock.js";

/** A clock that moves only when told to. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #timers = new Set<{ due: number; callback: () => void }>();

  now(): number {
    return this.#now;
  }

  wall(): number {
    return 1_700_000_000_000 + this.#now;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { due: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** How many callbacks wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves time on; what falls due is called in order, also if it was asked for meanwhile. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const next = [...this.#timers].filter((timer) => timer.due <= end).sort((a, b) => a.due - b.due)[0];
      if (!next) break;
      this.#timers.delete(next);
      this.#now = next.due;
      next.callback();
    }
    this.#now = end;
  }
}
