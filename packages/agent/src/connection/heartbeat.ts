/** Finds out that a peer is gone although its socket says nothing: a ping, and a deadline for any sign of life. */

/** How often a peer is asked, and how long it may take. */
export interface HeartbeatTimes {
  /** Between two pings, in milliseconds. */
  readonly pingMs: number;
  /** From a ping to the last moment for a sign of life, in milliseconds. */
  readonly pongMs: number;
}

/** Calls `ping` regularly, and `dead` once if nothing was heard after one. `heard` is to be called on every sign of life. */
export class Heartbeat {
  readonly #interval: NodeJS.Timeout;
  #deadline: NodeJS.Timeout | undefined;
  #waiting = false;

  constructor({ pingMs, pongMs }: HeartbeatTimes, ping: () => void, dead: () => void) {
    this.#interval = setInterval(() => {
      if (this.#waiting) return;
      this.#waiting = true;
      ping();
      // After a blocked event loop the answer may lie in the socket: it is read before the verdict.
      this.#deadline = setTimeout(() => setImmediate(() => this.#waiting && dead()), pongMs).unref();
    }, pingMs).unref();
  }

  heard(): void {
    this.#waiting = false;
    clearTimeout(this.#deadline);
  }

  stop(): void {
    this.heard();
    clearInterval(this.#interval);
  }
}
