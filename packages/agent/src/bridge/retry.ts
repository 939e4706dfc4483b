/** Tries until it works, or until nobody wants it any more. */
import { delay } from "../abort.js";
import { backoffMs } from "./backoff.js";

/** Waits before each attempt, longer each time. True once an attempt says so; false when aborted. Never rejects. */
export async function retryUntil(
  attempt: () => Promise<boolean>,
  { signal, waiting = () => {} }: { signal: AbortSignal; waiting?: (attempt: number, ms: number) => void },
): Promise<boolean> {
  for (let n = 0; !signal.aborted; n++) {
    const ms = backoffMs(n);
    waiting(n, ms);
    try {
      await delay(ms, { signal });
      if (await attempt()) return true;
    } catch {
      // An attempt that throws has failed; one that was aborted ends the loop.
    }
  }
  return false;
}
