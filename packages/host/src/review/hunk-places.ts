/** Keeps the hunks of pending reviews where they belong, while texts change, are applied to, or come back after a start. */
import type { LineSource, TextChange } from "../text.js";
import { anchorOf, findHunks, type Hunk, mapHunks } from "./hunks.js";
import { isFullyDecided, type Review } from "./review.js";
import type { ReviewStore } from "./review-store.js";
import { termsOf } from "./terms.js";
import type { LiveText } from "./text-writer.js";

export class HunkPlaces {
  readonly #reviews: ReviewStore;
  /** Of reviews whose own change is being made: where their hunks are afterwards. */
  readonly #own = new Map<string, readonly Hunk[]>();

  constructor(reviews: ReviewStore) {
    this.#reviews = reviews;
  }

  /** The text under pending reviews was changed to `text`, by whomever: their hunks move with it. */
  textChanged(path: string, changes: readonly TextChange[], text: LineSource): void {
    const there = this.#reviews.pending().filter((review) => review.path.path === path && review.kind !== "create");
    const moved = there.map((review) => {
      const hunks = this.#own.get(review.id) ?? mapHunks(review.hunks, changes, text);
      // A file is deleted as it was shown, or not at all.
      return { ...review, hunks: review.kind === "delete" ? allStale(hunks) : hunks };
    });
    this.#reviews.show(...moved);
  }

  /** The file was made, or removed: what waits on its text has nothing left to stand on. */
  fileReplaced(path: string, by: string): void {
    const others = this.#reviews.pending().filter((review) => review.path.path === path && review.id !== by);
    this.#reviews.show(...others.map((review) => ({ ...review, hunks: allStale(review.hunks) })));
  }

  /**
   * The review's own change is about to be made, and puts its hunks there. To be called in the very moment; what it
   * returns, once the change is made.
   */
  changing(id: string, hunks: readonly Hunk[]): () => void {
    this.#own.set(id, hunks);
    return () => void this.#own.delete(id);
  }
}

/**
 * The hunks of a review from an earlier run, where they are in the text of this one; undefined: there is none.
 * What was about to be put on disk when the end came, and was not, is to be decided again.
 */
export function hunksAgain(review: Review, live: LiveText | undefined): readonly Hunk[] {
  const { kind, anchor } = review;
  const isSame = live !== undefined && anchorOf(live.text) === anchor;
  const isOpen = kind !== "edit" || wasIntended(review);
  const hunks = isOpen ? review.hunks.map((hunk) => ({ ...hunk, verdict: "undecided" as const })) : review.hunks;
  if (isSame || kind === "create") return hunks;
  return live && kind === "edit" ? findHunks(hunks, live.text) : allStale(hunks);
}

/** Whether an edit was about to be made and saved: there is no other way to be decided, and pending. */
export function wasIntended({ hunks, terms }: Review): boolean {
  return termsOf({ terms }).saves && isFullyDecided(hunks);
}

function allStale(hunks: readonly Hunk[]): readonly Hunk[] {
  return hunks.map((hunk) => ({ ...hunk, stale: true }));
}
