/** What must hold of one file and its review after a kill and a new start. */
import { isDeepStrictEqual } from "node:util";
import type { ReviewReport } from "@tandem/protocol";
import { type Found, find, markerOf, onDisk, stateOf } from "./file-plan.js";
import { must } from "./finding.js";
import type { Play, PlayedFile } from "./play.js";

/** Typing that was acknowledged this long before the kill is on disk. */
const KEPT_AFTER_MS = 1000;

/** What there is of a file. */
interface There {
  readonly file: PlayedFile;
  /** On disk. */
  readonly bytes: string | undefined;
  readonly live: string | undefined;
  readonly review: ReviewReport | undefined;
}

export interface FoundFile extends There, Found {}

/** The file is wholly old or wholly new; the live text is one that there was, and no older than it may be. */
export function checkTexts({ scenario }: Play, { file, bytes, live, review }: There, killedAt: number): Found {
  const { plan, typed, lines, typedBeforeDecision = 0, isDecided } = file;
  const text = bytes?.replaceAll(plan.eol, "\n");
  const disk = find(plan, lines, text);
  must(disk !== undefined && bytes === onDisk(plan, text), "torn", `the file holds ${show(bytes)}`);
  for (const hunk of ["first", "second"] as const) {
    const times = (live?.split(markerOf(plan.name, hunk)).length ?? 1) - 1;
    must(times <= 1, "double", `the ${hunk} change is there ${times} times: ${show(live)}`);
  }
  const found = find(plan, lines, live);
  must(found !== undefined, "other", `the live text is none that there was: ${show(live)}`);
  const isSaved = disk.applied || disk.typed > 0;
  const maySave =
    scenario.saveOnAccept === "always" || (scenario.saveOnAccept === "when-clean" && typedBeforeDecision === 0);
  must(!isSaved || plan.kind !== "edit" || (maySave && disk.applied), "other", `it was saved unasked: ${show(bytes)}`);
  must(
    !disk.applied || review?.state === stateOf(plan),
    "lost",
    `the file has what the review has not: ${show(review)}`,
  );
  must(
    found.applied || !disk.applied,
    "lost",
    `the file has the accepted change, the live text has not: ${show(live)}`,
  );
  const old = typed.filter(({ acknowledgedAt }) => (acknowledgedAt ?? killedAt) < killedAt - KEPT_AFTER_MS).length;
  must(found.typed >= old, "lost", `${old} typed lines were older than a second, ${found.typed} are left`);
  const withDecision = isDecided && found.applied ? typedBeforeDecision : 0;
  must(
    found.typed >= withDecision,
    "lost",
    `the accepted text had ${withDecision} typed lines, ${found.typed} are left`,
  );
  return found;
}

/** What anybody was told of the review still holds, and the text agrees with it. */
export function checkReview({ deferred, outcomes }: Play, index: number, { file, review, applied }: FoundFile): void {
  const { plan, isDecided, typedBeforeDecision } = file;
  const outcome = outcomes?.[index];
  const id = deferred?.[index];
  const isTold = id !== undefined || outcome !== undefined || isDecided;
  must(review !== undefined || !isTold, "lost", "the review is gone");
  must(id === undefined || review?.id === id, "lost", `the review is ${review?.id}, not ${id}`);
  const state = review?.state ?? "pending";
  const final = stateOf(plan);
  must(state === "pending" || state === final, "other", `the review is ${state}`);
  const wasSent = typedBeforeDecision !== undefined;
  must(state === "pending" || wasSent, "other", `the review is ${state}, and nobody decided`);
  must(state === final || !isDecided, "lost", `the review was ${final} and is ${state}`);
  const isSame = outcome === undefined || isDeepStrictEqual(outcome, review);
  must(isSame, "lost", `the agent was told ${show(outcome)}, now ${show(review)}`);
  // A text that nothing was taken into looks the same before and after.
  const isTaken = plan.taken.includes(true);
  const fits = !isTaken || applied === (state === final);
  must(fits, "lost", `the review is ${state}, its change ${applied ? "made" : "not made"}`);
}

export function show(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
