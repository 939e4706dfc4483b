/** Puts the shown file's review into its text, wherever the text has moved since. */
import type { ReviewView } from "@tandem/workbench-shared";
import { reviewFor } from "../state/reviews.js";
import type { Buffers } from "./buffers.js";
import { hunkModel } from "./hunk-model.js";
import { mapPlaced, snap } from "./hunks.js";
import { type PlacedHunk, placedHunks, placeReview } from "./review-field.js";

/** Called when reviews have come, updates have come, or another file is shown. */
export function showReview(buffers: Buffers): void {
  const file = buffers.shown;
  const state = file === undefined ? undefined : buffers.state(file);
  if (file === undefined || !state) return;
  const review = reviewFor(file);
  const placed = review ? place(buffers, file, review) : [];
  if (isStanding(placed, placedHunks(state))) return;
  buffers.apply(file, { effects: placeReview.of(placed) });
}

/** Nothing to draw anew. */
function isStanding(placed: readonly PlacedHunk[], standing: readonly PlacedHunk[]): boolean {
  return (
    placed.length === standing.length &&
    placed.every(({ model, from, to, rejected, removed }, index) => {
      const there = standing[index];
      return (
        there?.model === model &&
        there.from === from &&
        there.to === to &&
        there.rejected === rejected &&
        there.removed === removed
      );
    })
  );
}

/** A review of a version that has not arrived yet is placed when it has: its hunks stand where they stood. */
function place(buffers: Buffers, file: string, review: ReviewView): readonly PlacedHunk[] {
  const state = buffers.state(file);
  if (!state) return [];
  const changes = buffers.changesSince(file, review.version);
  const standing = new Map(placedHunks(state).map((hunk) => [hunk.model.key, hunk]));
  return review.hunks
    .map((hunk) => {
      const model = hunkModel(review.id, hunk, file);
      const fits = changes && hunk.to <= changes.length;
      const at = fits ? mapPlaced(hunk, changes, state.doc) : (standing.get(model.key) ?? snap(hunk, state.doc));
      const removed = state.doc.sliceString(at.from, at.to);
      model.removed.value = removed;
      return { model, from: at.from, to: at.to, rejected: hunk.verdict === "rejected", removed };
    })
    .toSorted((a, b) => a.from - b.from);
}
