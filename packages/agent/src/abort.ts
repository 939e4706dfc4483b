/** Waits that end early. */

/** Settles as the promise does, or rejects with the signal's reason. The promise goes on by itself then. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Resolves after so many milliseconds. Unless `keepAlive`, a process does not stay for it. */
export function delay(ms: number, options: { signal?: AbortSignal; keepAlive?: boolean } = {}): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const waited = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
    if (!options.keepAlive) timer.unref();
  });
  return unlessAborted(waited, options.signal).finally(() => clearTimeout(timer));
}
