/** What a journal of reviews holds, and when it is worth writing anew. Pure. */
import type { Review } from "./review.js";
import { enter, forgetSome, MAX_DECIDED, type Reviews, recall, sizeOf } from "./review-records.js";

/** It is not written anew before it has grown by this much, in UTF-16 units of text. */
const LEAST_GROWTH = 64 * 1024 * 1024;
/** How often what is remembered it may hold. */
const MOST_TIMES = 4;
/** So many are held before it is looked which of them need not be. */
const MOST_HELD = 4 * MAX_DECIDED;

export class JournalContents {
  readonly #leastGrowth: number;
  readonly #reviews: Reviews;
  #grown = 0;

  constructor(records: readonly Review[], leastGrowth = LEAST_GROWTH) {
    this.#leastGrowth = leastGrowth;
    this.#reviews = recall(records);
  }

  /** The newest states of those that are remembered: all that has to be in it. */
  get latest(): readonly Review[] {
    forgetSome(this.#reviews);
    return [...this.#reviews.values()];
  }

  /**
   * Takes records that are on disk now, with so much other text beside them. True if it has grown to a multiple of what
   * is remembered: then it is to be written anew.
   */
  add(records: readonly Review[], otherLength = 0): boolean {
    for (const record of records) enter(this.#reviews, record);
    if (this.#reviews.size > MOST_HELD) forgetSome(this.#reviews);
    this.#grown += lengthOf(records) + otherLength;
    if (this.#grown <= this.#leastGrowth || this.#grown <= MOST_TIMES * lengthOf(this.latest)) return false;
    this.#grown = 0;
    return true;
  }
}

function lengthOf(reviews: readonly Review[]): number {
  return reviews.reduce((sum, review) => sum + sizeOf(review), 0);
}
