/** Parts of the page that are loaded when they are first needed, from a backend that may be away just then. */
import { effect } from "@preact/signals";
import { isOnline } from "./state/connection.js";

/** Tries a second time once the backend is back. Undefined: not even then. */
export async function loadLater<T>(load: () => Promise<T>): Promise<T | undefined> {
  try {
    return await load();
  } catch {
    await online();
    return load().catch(() => undefined);
  }
}

function online(): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      if (!isOnline.value) return;
      resolve();
      queueMicrotask(() => stop());
    });
  });
}
