/** When a server that publishes diagnostics by itself has, as far as can be told, said all that it has to say. */
import type { Clock } from "@tandem/host";

/** A server is taken to be done with what it was told after this much silence since it published anything. */
const SETTLED_MS = 300;

export class PublishedNews {
  readonly #clock: Clock;
  #last = { at: 0, generation: 0 };

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Something was published; `generation` is what the server had been told until then. */
  note(generation: number): void {
    this.#last = { at: this.#clock.now(), generation };
  }

  /** How long the silence still has to last, in milliseconds; undefined if nothing was published since `since`. */
  quietToCome(since: number): number | undefined {
    const { at, generation } = this.#last;
    return generation < since ? undefined : Math.max(0, at + SETTLED_MS - this.#clock.now());
  }
}
