/** One after the other, in the order of asking. */
import { unlessAborted } from "./abort.js";

/** A queue for one. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs the work when everybody before is done. Who gives up while waiting rejects as the signal says, and runs nothing. */
  async take<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#last;
    let done = () => {};
    const mine = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#last = Promise.all([before, mine]);
    try {
      await unlessAborted(before, signal);
      return await work();
    } finally {
      done();
    }
  }
}
