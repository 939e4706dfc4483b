/** What the model remembers of a review: where its hunks were proposed, and how it ended. */
import type { Hunk } from "../review/hunks.js";
import type { Place } from "./tracked-text.js";

export interface TrackedHunk {
  place: Place;
  readonly proposed: string;
  readonly removed: string;
  readonly line: number;
  /** Something was changed at or in it: it may be stale. */
  touched: boolean;
}

export interface TrackedReview {
  readonly path: string;
  readonly agent: string;
  readonly hunks: Map<number, TrackedHunk>;
  /** The text under it was changed somewhere. */
  moved: boolean;
  /** As it ended; nothing of it may change afterwards. */
  ended?: string;
}

export function sameProposal(a: TrackedHunk, b: Hunk): boolean {
  return a.proposed === b.proposed && a.removed === b.removed && a.line === b.line;
}
