/** What the records of reviews come to. Pure. */
import { isPending, type Review } from "./review.js";

/** Decided reviews that are remembered. */
export const MAX_DECIDED = 1000;

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
  const decided = [...reviews.values()].filter((review) => !isPending(review));
  for (const { id } of decided.slice(0, Math.max(0, decided.length - MAX_DECIDED))) reviews.delete(id);
}
