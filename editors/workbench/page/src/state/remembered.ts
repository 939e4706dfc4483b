import { effect, type Signal, signal } from "@preact/signals";

/** A signal whose value outlives the page, if the browser lets it. */
export function remembered<T>(name: string, initial: T): Signal<T> {
  const key = `tandem.${name}`;
  const value = signal(restore(key, initial));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      globalThis.localStorage?.setItem(key, text);
    } catch {
      // Storage is full or forbidden: the choice lasts as long as the page.
    }
  });
  return value;
}

function restore<T>(key: string, initial: T): T {
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage?.getItem(key) ?? "null");
    const fits =
      stored !== null && typeof stored === typeof initial && Array.isArray(stored) === Array.isArray(initial);
    return fits ? (stored as T) : initial;
  } catch {
    return initial;
  }
}
