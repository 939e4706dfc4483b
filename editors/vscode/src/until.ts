/** Waiting for VS Code, but not for ever. */
import type { Event } from "vscode";

/** True once `holds` does, at an event or at the start; false when the time is over or the signal is aborted. */
export function until<T>(
  event: Event<T>,
  holds: () => boolean,
  milliseconds: number,
  signal?: AbortSignal,
): Promise<boolean> {
  if (holds()) return Promise.resolve(true);
  if (signal?.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const settle = () => {
      clearTimeout(timer);
      subscription.dispose();
      signal?.removeEventListener("abort", settle);
      resolve(holds());
    };
    const timer = setTimeout(settle, milliseconds);
    const subscription = event(() => {
      if (holds()) settle();
    });
    signal?.addEventListener("abort", settle, { once: true });
  });
}
