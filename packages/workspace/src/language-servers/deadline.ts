/** Waiting with an end: every wait for a server is bounded by a clock and by the caller's signal. */
import type { Clock } from "@tandem/host";
import { errors } from "@tandem/protocol";

const never = new AbortController().signal;

export class Deadline {
  /** The whole time, in milliseconds. */
  readonly ms: number;
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #end: number;

  constructor(clock: Clock, ms: number, signal: AbortSignal = never) {
    this.ms = ms;
    this.#clock = clock;
    this.#end = clock.now() + ms;
    this.signal = signal;
  }

  /**
   * Settles as the promise does. Rejects with `LSP_NOT_READY` and the message `late` when the time has passed,
   * with `TIMED_OUT` when the signal aborts. The promise itself goes on; its rejection is then nobody's.
   */
  within<T>(promise: Promise<T>, late: string): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const cancel = () => settle(() => reject(errors.cancelled("The call")));
      const stopTimer = this.#clock.after(Math.max(0, this.#end - this.#clock.now()), () =>
        settle(() => reject(errors.lspNotReady(late))),
      );
      const settle = (finish: () => void) => {
        stopTimer();
        this.signal.removeEventListener("abort", cancel);
        finish();
      };
      this.signal.addEventListener("abort", cancel, { once: true });
      promise.then(
        (value) => settle(() => resolve(value)),
        (error: unknown) => settle(() => reject(error)),
      );
      if (this.signal.aborted) cancel();
    });
  }
}

/** Wakes everyone who waits for something to happen, whatever it is; they look again for themselves. */
export class Bell {
  #ring!: () => void;
  #rung!: Promise<void>;

  constructor() {
    this.#arm();
  }

  ring(): void {
    const ring = this.#ring;
    this.#arm();
    ring();
  }

  /** Resolves at the next ring. */
  next(): Promise<void> {
    return this.#rung;
  }

  /** Resolves at the next ring, or after so many milliseconds if that is sooner. */
  nextWithin(clock: Clock, ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = clock.after(ms, resolve);
      void this.#rung.then(() => {
        stop();
        resolve();
      });
    });
  }

  #arm(): void {
    this.#rung = new Promise((resolve) => {
      this.#ring = resolve;
    });
  }
}
