/** Time as a value that tests can hand in. */
export interface Clock {
  /** Monotonic, in milliseconds; for intervals. */
  now(): number;
  /** Wall clock, milliseconds since the epoch; for display only. */
  wall(): number;
  /** Calls back once after `ms`; returns the undo. Never keeps a process alive. */
  after(ms: number, callback: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  after(ms, callback) {
    const timer: unknown = setTimeout(callback, ms);
    // Node's timers are objects that can be told not to keep the process alive; a browser's are numbers.
    if (typeof timer === "object") (timer as { unref?(): void }).unref?.();
    return () => clearTimeout(timer as number);
  },
};
