/** What every tool that proposes does with its reviews: wait for the developer, or not, and say what came of it. */
import type { ReviewReport } from "@tandem/protocol";
import { Disconnected } from "../disconnected.js";
import type { Hunk } from "../review/hunks.js";
import { isPending, type Review } from "../review/review.js";
import { termsOf } from "../review/terms.js";
import type { CallScope } from "./handler.js";

/** A client that gave no way to hear of progress is answered after this time, for some cut calls at 60 s. */
const PATIENCE_MS = 45_000;
const PROGRESS_MS = 5_000;

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
  const { desk, store, clock, signal, progress } = scope;
  const ids = idsOf(reviews);
  const now = () => ids.map((id) => store.get(id)).filter((review) => review !== undefined);
  await store.recorded(ids);
  if (how === "defer") return now();
  desk.markGone(ids, false);
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
    desk.markGone(idsOf(kept), true);
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
  const { id, state, path, kind, hunks, comment, supersededBy } = review;
  return {
    id,
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
    .filter(({ verdict, stale, line }) => verdict === "accepted" && !stale && line >= startLine && line <= endLine + 1)
    .reduce((sum, { insert, removed }) => sum + countTextLines(insert) - countTextLines(removed), 0);
}

/** A final newline ends the last line. */
export function countTextLines(text: string): number {
  return text === "" ? 0 : text.replace(/\r?\n$/, "").split(/\r\n?|\n/).length;
}
