/** The developer's side of the reviews: verdicts, edits, comments, and what follows from them. */
import { errors } from "@tandem/protocol";
import type { Clock } from "../clock.js";
import type { LineSource, TextChange } from "../text.js";
import { acceptedChanges, anchorOf, applyChanges, type Hunk, type Verdict } from "./hunks.js";
import { decidedState, isFullyDecided, type Review } from "./review.js";
import type { ReviewDesk } from "./review-desk.js";
import type { ReviewStore } from "./review-store.js";
import { termsOf } from "./terms.js";
import type { LiveText, TextWriter } from "./text-writer.js";
import type { Undo } from "./undo.js";

/** Whether an accepted change is saved: never, if the buffer had no unsaved changes before, or always. */
export const savePolicies = ["never", "when-clean", "always"] as const;
export type SaveOnAccept = (typeof savePolicies)[number];

export interface DecisionParts {
  readonly texts: TextWriter;
  readonly reviews: ReviewStore;
  readonly clock: Clock;
  readonly saveOnAccept: () => SaveOnAccept;
  readonly undo: Undo;
  readonly desk: Pick<ReviewDesk, "applying" | "fileReplaced">;
}

export class Decisions {
  readonly #parts: DecisionParts;

  constructor(parts: DecisionParts) {
    this.#parts = parts;
  }

  /** Verdicts on single hunks; once every hunk has one, the review is decided. */
  async decideHunks(id: string, verdicts: readonly { hunk: number; verdict: Verdict }[]): Promise<void> {
    const judged = (review: Review) => ({
      ...review,
      hunks: review.hunks.map((hunk) => ({
        ...hunk,
        verdict: verdicts.findLast(({ hunk: other }) => other === hunk.id)?.verdict ?? hunk.verdict,
      })),
    });
    const review = this.#parts.reviews.mustBePending(id);
    checkDivisible(review);
    for (const { hunk, verdict } of verdicts) {
      if (hunkOf(review, hunk).stale && verdict === "accepted") throw changedSince();
    }
    if (isFullyDecided(judged(review).hunks)) await this.#decide(id, judged);
    else await this.#change(id, judged);
  }

  /** `accept` takes every hunk that is neither rejected nor stale; `reject` takes none. */
  async decideReview(id: string, verdict: "accept" | "reject", comment: string): Promise<void> {
    const pending = this.#parts.reviews.mustBePending(id);
    const whole = pending.kind !== "edit" || !termsOf(pending).editable;
    if (verdict === "accept" && whole && pending.hunks.some(({ stale }) => stale)) throw changedSince();
    await this.#decide(id, (review) => ({
      ...review,
      comment,
      hunks: review.hunks.map((hunk) => {
        const taken = verdict === "accept" && !hunk.stale && hunk.verdict !== "rejected";
        return { ...hunk, verdict: taken ? ("accepted" as const) : ("rejected" as const) };
      }),
    }));
  }

  /** The developer's own words in place of the proposed ones; lines that others follow stay whole. */
  async editHunk(id: string, hunkId: number, insert: string): Promise<void> {
    checkDivisible(this.#parts.reviews.mustBePending(id));
    await this.#changeHunk(id, hunkId, (hunk) => {
      const whole = insert === "" || insert.endsWith("\n") || !hunk.proposed.endsWith("\n");
      return { ...hunk, insert: whole ? insert : `${insert}\n` };
    });
  }

  async commentHunk(id: string, hunkId: number, comment: string): Promise<void> {
    await this.#changeHunk(id, hunkId, (hunk) => ({ ...hunk, comment }));
  }

  /** True if an accepted change can still be taken back. */
  canUndo(id: string): boolean {
    return this.#parts.undo.canUndo(id);
  }

  /** Takes an accepted change back. Throws `REVIEW_NOT_FOUND`, or `STALE` if the text was changed there since. */
  async undoReview(id: string): Promise<void> {
    const review = this.#parts.reviews.get(id);
    if (!review) throw errors.reviewNotFound(id);
    await this.#parts.undo.undo(review);
    this.#parts.reviews.show(review);
  }

  async #changeHunk(id: string, hunkId: number, change: (hunk: Hunk) => Hunk): Promise<void> {
    hunkOf(this.#parts.reviews.mustBePending(id), hunkId);
    await this.#change(id, (review) => ({
      ...review,
      hunks: review.hunks.map((hunk) => (hunk.id === hunkId ? change(hunk) : hunk)),
    }));
  }

  async #change(id: string, change: (review: Review) => Review): Promise<void> {
    await this.#parts.reviews.change(id, (review) => {
      const live = this.#parts.texts.now(review.path);
      return { ...change(review), ...(live && { anchor: anchorOf(live.text) }) };
    });
  }

  /**
   * Applies what was accepted, remembers the outcome, and only then tells of it. If it cannot be applied, it stays
   * pending. Saving comes last: if it fails, the change was made all the same.
   */
  async #decide(id: string, judged: (review: Review) => Review): Promise<void> {
    const { reviews, clock, texts, saveOnAccept } = this.#parts;
    let wasClean = false;
    const { state, path, kind } = await reviews.end(id, async (current, note) => {
      // A file that is made or removed is on disk before the record: after a crash the intent tells whose doing it was.
      if (current().kind !== "edit") await note(judged(current()));
      const applied =
        termsOf(current()).writer === "host"
          ? await this.#apply(
              () => judged(current()),
              (clean) => (wasClean = clean),
            )
          : await this.#settleText(judged(current()));
      return { ...applied, state: decidedState(applied.hunks), decidedAt: clock.wall() };
    });
    const saves = saveOnAccept() === "always" || (saveOnAccept() === "when-clean" && wasClean);
    if (kind === "edit" && state !== "rejected" && saves) await texts.save(path);
  }

  /** For the agent to write: what was accepted, in the text of this moment. */
  async #settleText(review: Review): Promise<Review> {
    if (!review.hunks.some(isTaken)) return review;
    const base = review.kind === "create" ? "" : (await this.#parts.texts.live(review.path)).text.sliceString(0);
    return { ...review, finalText: applyChanges(base, acceptedChanges(review.hunks)) };
  }

  /** The review as it was in the moment in which its change was made. Throws `STALE` if an accepted hunk no longer fits. */
  async #apply(current: () => Review, found: (clean: boolean) => void): Promise<Review> {
    const { texts, undo, desk } = this.#parts;
    const review = current();
    const { path, kind, agent, id } = review;
    if (!review.hunks.some(isTaken)) return review;
    const { saves } = termsOf(review);
    if (kind !== "edit") {
      if (kind === "create") await texts.create(path, review.hunks[0]?.insert ?? "", agent);
      else await texts.remove(path, agent);
      desk.fileReplaced(path.path, id);
      return review.terms ? { ...review, finalText: review.hunks[0]?.insert ?? "" } : review;
    }
    const wasStale = new Set(review.hunks.filter(({ stale }) => stale).map((hunk) => hunk.id));
    let applied = review;
    let done = () => {};
    const plan = (live: LiveText): readonly TextChange[] => {
      applied = current();
      // What was stale before is shown as such and left out; what has become so just now was not what was accepted.
      const overtaken = applied.hunks.some(
        (hunk) => hunk.verdict === "accepted" && hunk.stale && !wasStale.has(hunk.id),
      );
      if (overtaken) throw changedSince();
      applied = { ...applied, shift: shiftOf(applied.hunks, live.text) };
      found(!live.dirty);
      done = desk.applying(id);
      return acceptedChanges(applied.hunks);
    };
    try {
      await texts.change([{ path, plan }], agent);
    } finally {
      done();
    }
    undo.applied(applied, applied.hunks);
    if (saves) await this.#saveOrUndo(applied);
    return applied.terms ? { ...applied, finalText: texts.now(path)?.text.sliceString(0) } : applied;
  }

  /** An agent that was promised a saved file is told of one, or the change is taken back. */
  async #saveOrUndo(review: Review): Promise<void> {
    const { texts, undo } = this.#parts;
    try {
      await texts.save(review.path);
    } catch (error) {
      await undo.undo(review);
      throw error;
    }
  }
}

function checkDivisible(review: Review): void {
  if (!termsOf(review).editable) {
    throw errors.notAllowed(
      `${review.agent.name} can only take this change as a whole.`,
      "Accept or reject all of it.",
    );
  }
}

/** Throws `INVALID_INPUT` if there is no such hunk. */
function hunkOf({ hunks, id }: Review, hunkId: number): Hunk {
  const hunk = hunks.find((other) => other.id === hunkId);
  if (!hunk) throw errors.invalidInput(`The review ${id} has no hunk ${hunkId}.`);
  return hunk;
}

function shiftOf(hunks: readonly Hunk[], text: LineSource): number {
  const first = hunks.find(isTaken);
  return first ? text.sliceString(0, first.from).split("\n").length - first.line : 0;
}

function isTaken({ verdict, stale }: Hunk): boolean {
  return verdict === "accepted" && !stale;
}

function changedSince() {
  return errors.stale("You changed these lines since; it cannot be accepted as it is.");
}
