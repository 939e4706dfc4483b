/** Where the developer goes among reviews. */
import { tell } from "../backend.js";
import { buffers } from "../stage.js";
import { isTyping } from "../state/caret.js";
import { uncoverText } from "../state/layout.js";
import { chosenReview, pending, reviewFor, reviews } from "../state/reviews.js";
import { activeFile, openTabs, proposedFiles, tabs } from "../state/tabs.js";
import { hunkRequest, requestHunk, stepHunk } from "./decide.js";
import { activate, chooseTab, isUnasked, openFile } from "./files.js";

/** Shows a review's file and its first open hunk. */
export async function openReview(id: string, focus: boolean): Promise<void> {
  const review = reviews.value.find((one) => one.id === id);
  if (!review) return;
  uncoverText();
  chosenReview.value = id;
  const first = review.hunks.find(({ verdict }) => verdict === "undecided") ?? review.hunks[0];
  if (first && review.state === "pending") requestHunk(id, first.id, focus);
  else hunkRequest.value = undefined;
  const exists = openTabs.value.some(({ file }) => file === review.file);
  if (review.kind === "create" && review.state === "pending" && !exists) {
    if (!proposedFiles.value.includes(review.file)) proposedFiles.value = [...proposedFiles.value, review.file];
    activate(review.file);
  } else {
    await openFile(review.relative, false);
  }
}

/** A review opens its file, or comes into view there, by itself only where the developer has nothing open and does not type. */
export function offerReview(): void {
  const first = pending.value[0];
  if (!first || isTyping()) return;
  if (tabs.value.length === 0 || isUnasked(first.file)) void openReview(first.id, false);
}

/** Files that a review proposed are real or gone once it is decided. */
export function settleProposed(): void {
  for (const file of proposedFiles.value) {
    if (pending.value.some((review) => review.file === file)) continue;
    const outcome = reviews.value.find((review) => review.file === file && review.kind === "create");
    const wasActive = activeFile.value === file;
    const before = tabs.value.map((tab) => tab.file);
    proposedFiles.value = proposedFiles.value.filter((one) => one !== file);
    const created = outcome?.state === "accepted" || outcome?.state === "partly-accepted";
    if (!created) {
      if (!buffers.isLive(file)) buffers.drop(file);
      chooseTab(before);
    } else if (wasActive) void openFile(outcome.relative, false);
  }
}

/** In the shown file's review, else in the first that waits. */
export function goToNextHunk(step: 1 | -1): void {
  const review = reviewFor(activeFile.value);
  if (review) stepHunk(review, step, true);
  else if (pending.value[0]) void openReview(pending.value[0].id, true);
}

export function undoReview(id: string): void {
  void tell("undoReview", { review: id });
}
