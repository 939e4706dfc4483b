/** The review desk, as far as a page needs it. */
import type { RequestParams, ReviewView } from "@tandem/workbench-shared";
import { isBelow } from "./folder-path.js";

/** Each resolves once it is done, and throws what the page is to be told: `REVIEW_NOT_FOUND`, `STALE`, `WRITE_FAILED`. */
export interface ReviewsForPage {
  /** In the order of the queue. */
  pending(): readonly ReviewView[];
  /** The last decided ones, the newest first. A view that has not changed is the same as before. */
  decided(): readonly ReviewView[];
  /** Called after every change of either. Returns the undo. */
  onChange(listener: () => void): () => void;
  decideHunks(verdicts: RequestParams<"decideHunks">): Promise<void>;
  decideReview(verdict: RequestParams<"decideReview">): Promise<void>;
  editHunk(edit: RequestParams<"editHunk">): Promise<void>;
  commentHunk(comment: RequestParams<"commentHunk">): Promise<void>;
  undoReview(undone: RequestParams<"undoReview">): Promise<void>;
}

/** Those that wait on a file, or on a file below a directory. */
export function pendingBelow(reviews: ReviewsForPage, path: string): readonly ReviewView[] {
  return reviews.pending().filter(({ file }) => isBelow(path, file));
}
