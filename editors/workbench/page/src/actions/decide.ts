/** The developer's verdicts. An edit that has not been sent goes first, so that a verdict is on what is seen. */
import { signal } from "@preact/signals";
import type { HunkView, ReviewView } from "@tandem/workbench-shared";
import { tell } from "../backend.js";
import { knownModel } from "../editor/hunk-model.js";
import { decisionOf } from "../keys.js";
import { endComment } from "../state/comment.js";
import { currentHunk, isInert, nextHunk, reviews } from "../state/reviews.js";

/** A hunk to bring into view, and whether the keyboard should go there: only ever because the developer asked. */
export interface HunkRequest {
  readonly review: string;
  readonly hunk: number;
  readonly focus: boolean;
}

export const hunkRequest = signal<HunkRequest | undefined>(undefined);

export async function decideHunk(review: string, hunk: number, verdict: HunkView["verdict"]): Promise<void> {
  const found = reviews.value.find(({ id }) => id === review);
  const target = found?.hunks.find(({ id }) => id === hunk);
  if (!found || !target || isInert(review) || (verdict === "accepted" && target.stale)) return;
  if (!found.editable) return decideReview(review, verdict === "accepted" ? "accept" : "reject");
  if ((await knownModel(review, hunk)?.flush()) === false) return;
  if (!(await tell("decideHunks", { review, verdicts: [{ hunk, verdict }] }))) return;
  if (verdict === "undecided") currentHunk.value = hunk;
  else goOn(found, hunk);
}

/** To the next undecided hunk, if one is left. */
function goOn({ id, hunks }: ReviewView, decided: number): void {
  const rest = hunks.map((hunk) => (hunk.id === decided ? { ...hunk, verdict: "accepted" as const } : hunk));
  const next = nextHunk(rest, decided, 1);
  if (next !== undefined && rest.some(({ verdict }) => verdict === "undecided")) requestHunk(id, next, true);
}

export async function decideReview(review: string, verdict: "accept" | "reject", comment = ""): Promise<void> {
  const found = reviews.value.find(({ id }) => id === review);
  if (found && !isInert(review)) await conclude(found, verdict, comment);
}

/** Of reviews that were proposed as one; the rest stays open if one fails. */
export async function decideSet(set: readonly ReviewView[], verdict: "accept" | "reject"): Promise<void> {
  if (set.some(({ id }) => isInert(id))) return;
  for (const review of set) if (!(await conclude(review, verdict, ""))) return;
}

async function conclude({ id, hunks }: ReviewView, verdict: "accept" | "reject", comment: string): Promise<boolean> {
  const flushed = await Promise.all(hunks.map((hunk) => knownModel(id, hunk.id)?.flush()));
  if (flushed.includes(false) || !(await tell("decideReview", { review: id, verdict, comment }))) return false;
  endComment(id);
  return true;
}

export async function commentHunk(review: string, hunk: number, comment: string): Promise<void> {
  if (await tell("commentHunk", { review, hunk, comment })) endComment(review);
}

/** For a key that is pressed in a review, at one of its hunks. In a comment that is being written it means nothing; held down it decides once. */
export function decideByKey(event: KeyboardEvent, review: string, hunk: number | undefined): void {
  const decision = decisionOf(event);
  if (!decision || event.target instanceof HTMLTextAreaElement) return;
  event.preventDefault();
  event.stopPropagation();
  if (event.repeat) return;
  if (decision === "accept-all") void decideReview(review, "accept");
  else if (hunk !== undefined) void decideHunk(review, hunk, decision === "accept" ? "accepted" : "rejected");
}

export function stepHunk(review: ReviewView, step: 1 | -1, focus: boolean): void {
  const next = nextHunk(review.hunks, currentHunk.value, step);
  if (next !== undefined) requestHunk(review.id, next, focus);
}

export function requestHunk(review: string, hunk: number, focus: boolean): void {
  currentHunk.value = hunk;
  hunkRequest.value = { review, hunk, focus };
}
