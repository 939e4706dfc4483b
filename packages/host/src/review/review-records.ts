/** What the records of reviews come to. Pure. */
import type { Hunk } from "./hunks.js";
import { isPending, type Review } from "./review.js";

/** Decided reviews that are remembered. */
export const MAX_DECIDED = 1000;

/** Of the texts of all that are pending together, and of all that are decided, in UTF-16 units. */
export const MAX_LENGTH = 64 * 1024 * 1024;

/** Pending ones in the order of the queue, then and among them decided ones as they were decided. */
export type Reviews = Map<string, Review>;

/** The reviews that there are after these records: the newest one of each counts. */
export function recall(records: readonly Review[]): Reviews {
  const reviews: Reviews = new Map();
  for (const record of records) enter(reviews, record);
  forgetSome(reviews);
  return reviews;
}

export function enter(reviews: Reviews, record: Review): void {
  if (!isPending(record)) reviews.delete(record.id);
  reviews.set(record.id, record);
}

/** Those that were decided first, beyond what is remembered. */
export function forgetSome(reviews: Reviews): void {
  let count = 0;
  let length = 0;
  for (const review of [...reviews.values()].reverse()) {
    if (isPending(review)) continue;
    count++;
    length += sizeOf(review);
    if (count > MAX_DECIDED || (length > MAX_LENGTH && count > 1)) reviews.delete(review.id);
  }
}

const sizes = new WeakMap<readonly Hunk[], number>();

/** Of its texts together, in UTF-16 units. */
export function sizeOf({ hunks, finalText = "" }: Review): number {
  const known = sizes.get(hunks);
  const size =
    known ??
    hunks.reduce((sum, { insert, proposed, removed }) => sum + insert.length + proposed.length + removed.length, 0);
  sizes.set(hunks, size);
  return size + finalText.length;
}
