/** What every tool that proposes does with its reviews: wait for the developer, or not, and say what came of it. */
import type { ReviewReport } from "@tandem/protocol";
import { Disconnected } from "../disconnected.js";
import { oneLine } from "../one-line.js";
import { type Hunk, isTaken } from "../review/hunks.js";
import type { FileProposal, Proposed } from "../review/proposal.js";
import { isPending, type Review } from "../review/review.js";
import { type ReviewTerms, termsOf } from "../review/terms.js";
import { countTextLines } from "../text.js";
import type { CallScope } from "./handler.js";

/** A client that gave no way to hear of progress is answered after this time, for some cut calls at 60 s. */
const PATIENCE_MS = 45_000;
const PROGRESS_MS = 5_000;
const MAX_REASON_LENGTH = 1000;

/**
 * Proposes what `plan` comes to. If there is nothing to plan any more, that may be because it was made before: then it
 * is found by the agent's own name for it, or, among what was applied, by `isSame`.
 */
export async function propose(
  { agent, desk, signal, key }: CallScope,
  reason: string,
  plan: () => Promise<readonly FileProposal[]>,
  isSame: (review: Review) => boolean = () => false,
  terms?: ReviewTerms,
): Promise<Proposed> {
  const planned = await plan().catch((error: unknown) => ({ error }));
  if (!("error" in planned)) {
    const wishes = { ...(key !== undefined && { key }), ...(terms && { terms }) };
    return desk.propose({ agent, files: planned, reason: oneLine(reason, MAX_REASON_LENGTH), signal, ...wishes });
  }
  const made = await desk.earlier.keyed(agent, key);
  if (made) return made;
  const same = desk.earlier.of(agent).findLast((review) => wasApplied(review) && isSame(review));
  if (same) return { kind: "review", reviews: [same] };
  throw planned.error;
}

/**
 * The reviews once they are decided; as they are if the agent does not wait (`defer`), or cannot any longer (`wait`, where
 * nothing can tell it that the call is alive); `hold` waits as long as it takes. A proposal that is
 * cancelled is withdrawn; `asked` says that it was made before, and then only the waiting ends.
 */
export async function decided(
  reviews: readonly Review[],
  how: "wait" | "defer" | "hold",
  scope: CallScope,
  asked?: { readonly waitMs: number | undefined },
): Promise<readonly Review[]> {
  const { agent, desk, store, clock, signal, progress, onReviews } = scope;
  const ids = idsOf(reviews);
  const now = () => ids.map((id) => store.get(id)).filter((review) => review !== undefined);
  await store.recorded(ids);
  desk.claim(ids, agent);
  if (how === "defer") return now();
  onReviews?.(ids);
  const patience = new AbortController();
  const waitMs = asked?.waitMs;
  const most = progress || how === "hold" ? waitMs : Math.min(waitMs ?? PATIENCE_MS, PATIENCE_MS);
  const undo = most === undefined ? [] : [clock.after(most, () => patience.abort())];
  const tell = () => {
    progress?.("Waiting for the developer to decide in the editor.");
    undo.push(clock.after(PROGRESS_MS, tell));
  };
  if (progress) tell();
  try {
    return await store.ended(ids, AbortSignal.any([signal, patience.signal]));
  } catch (error) {
    if (!signal.aborted) return now();
    const alone = now().filter(({ id }) => !store.isAwaited(id));
    const lost = signal.reason instanceof Disconnected;
    const kept = alone.filter((review) => lost && termsOf(review).writer === "host");
    const ended = alone.filter((review) => !kept.includes(review));
    desk.left(idsOf(kept));
    if (lost || !asked) await Promise.allSettled(idsOf(ended).map((id) => desk.withdraw(id)));
    throw error;
  } finally {
    for (const stop of undo) stop();
  }
}

function idsOf(reviews: readonly Review[]): readonly string[] {
  return reviews.map(({ id }) => id);
}

export function report(review: Review): ReviewReport {
  const { id, key, state, path, kind, hunks, comment, supersededBy } = review;
  return {
    id,
    ...(key !== undefined && { key }),
    state,
    file: path.path,
    kind,
    hunks: hunks.map((hunk) => ({
      verdict: verdictOf(hunk, review),
      startLine: hunk.line,
      removed: hunk.removed,
      added: hunk.insert,
      edited: hunk.insert !== hunk.proposed,
      ...(hunk.comment !== "" && { comment: hunk.comment }),
    })),
    ...(comment !== "" && { comment }),
    ...(supersededBy !== undefined && { supersededBy }),
  };
}

function verdictOf({ verdict, stale }: Hunk, review: Review): ReviewReport["hunks"][number]["verdict"] {
  if (stale) return "stale";
  if (isPending(review)) return "undecided";
  return verdict === "accepted" ? "accepted" : "rejected";
}

export function wasApplied({ state }: Review): boolean {
  return state === "accepted" || state === "partly-accepted";
}

/** By how many lines the text has grown through what was accepted from `startLine` to `endLine`. */
export function linesGained({ hunks }: Review, startLine: number, endLine: number): number {
  return hunks
    .filter((hunk) => isTaken(hunk) && hunk.line >= startLine && hunk.line <= endLine + 1)
    .reduce((sum, { insert, removed }) => sum + countTextLines(insert) - countTextLines(removed), 0);
}
