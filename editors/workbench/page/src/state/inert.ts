/** Reviews that have just come before the developer's eyes, or changed there: for a moment no click or key decides them. */
import { signal } from "@preact/signals";

const INERT_MS = 300;
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** Ids. */
export const inertReviews = signal<ReadonlySet<string>>(new Set());

/** From now on; one that is inert already stays so for the whole time anew. */
export function makeInert(ids: readonly string[]): void {
  for (const id of ids) {
    clearTimeout(timers.get(id));
    timers.set(
      id,
      setTimeout(() => wake(id), INERT_MS),
    );
  }
  // What is so already is not drawn anew.
  if (ids.some((id) => !inertReviews.value.has(id))) inertReviews.value = new Set([...inertReviews.value, ...ids]);
}

function wake(id: string): void {
  timers.delete(id);
  inertReviews.value = new Set([...inertReviews.value].filter((other) => other !== id));
}
