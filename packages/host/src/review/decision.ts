/** The developer's side of the reviews: verdicts, edits, comments, and what follows from them. */
import { errors } from "@tandem/protocol";
import type { Clock } from "../clock.js";
import { emptyText, type TextChange } from "../text.js";
import { type Application, changedSince } from "./application.js";
import { anchorOf, type Hunk, isTaken, type Verdict } from "./hunks.js";
import { decidedState, isFullyDecided, type Review } from "./review.js";
import type { ReviewStore } from "./review-store.js";
import { rewriteHunks } from "./rewrite.js";
import { termsOf } from "./terms.js";
import type { TextWriter } from "./text-writer.js";
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
  readonly application: Application;
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

  /**
   * The developer's own changes, in order and apart, of the text as it would be with the hunks in place (`proposedText`).
   * Throws `STALE` if there is none: the file is to be deleted, or not open.
   */
  async rewrite(id: string, changes: readonly TextChange[]): Promise<void> {
    checkDivisible(this.#parts.reviews.mustBePending(id));
    await this.#change(id, (review) => {
      const text = review.kind === "create" ? emptyText : this.#parts.texts.now(review.path)?.text;
      if (!text || review.kind === "delete") throw errors.stale("There is no text to change.");
      return { ...review, hunks: rewriteHunks(text, review.hunks, changes) };
    });
  }

  async commentHunk(id: string, hunkId: number, comment: string): Promise<void> {
    await this.#changeHunk(id, hunkId, (hunk) => ({ ...hunk, comment }));
  }

  /** True if an accepted change can still be taken back. */
  canUndo(id: string): boolean {
    return this.#parts.undo.canUndo(id);
  }

  wasUndone(id: string): boolean {
    return this.#parts.undo.wasUndone(id);
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
   * Makes what was accepted, remembers the outcome, and only then tells of it. If either fails, the review stays
   * pending. Saving comes last: if it fails, the change was made all the same.
   */
  async #decide(id: string, judged: (review: Review) => Review): Promise<void> {
    const { reviews, clock, texts, saveOnAccept, application } = this.#parts;
    const ended = (review: Review) => ({ ...review, state: decidedState(review.hunks), decidedAt: clock.wall() });
    let wasClean = false;
    const { path } = reviews.mustBePending(id);
    const { state, kind } = await reviews.end(id, async (current, note) => {
      const before = current();
      if (!judged(before).hunks.some(isTaken)) return { review: ended(judged(before)), takeBack: async () => {} };
      const { writer, saves } = termsOf(before);
      if (writer !== "host") {
        return { review: ended(await application.settle(() => judged(current()))), takeBack: async () => {} };
      }
      if (before.kind === "edit" && !saves) {
        const applied = await application.apply(() => judged(current()));
        wasClean = applied.wasClean;
        return { review: ended(this.#withText(applied.review)), takeBack: () => application.takeBack(before, current) };
      }
      // What is on disk before the record: after a crash the intent tells whose doing it was.
      await note(judged(before));
      try {
        return { review: ended(this.#withText(await this.#onDisk(before, current, judged))) };
      } catch (error) {
        await note(current()).catch(() => {});
        throw error;
      }
    });
    const saves = saveOnAccept() === "always" || (saveOnAccept() === "when-clean" && wasClean);
    if (kind === "edit" && state !== "rejected" && saves) await texts.save(path);
  }

  /** An agent with terms of its own is told the whole text. */
  #withText(review: Review): Review {
    return review.terms ? { ...review, finalText: this.#parts.texts.now(review.path)?.text.sliceString(0) } : review;
  }

  /** Makes or removes the file; or changes and saves it, and if that fails the change is taken back. */
  async #onDisk(before: Review, current: () => Review, judged: (review: Review) => Review): Promise<Review> {
    const { application, texts } = this.#parts;
    if (before.kind !== "edit") {
      const intended = judged(current());
      await application.replaceFile(intended);
      return intended;
    }
    const { review } = await application.apply(() => judged(current()));
    try {
      await texts.save(review.path);
    } catch (error) {
      await application.takeBack(before, current);
      throw error;
    }
    return review;
  }
}

function checkDivisible({ agent, terms }: Review): void {
  if (termsOf({ terms }).editable) return;
  throw errors.notAllowed(`${agent.name} can only take this change as a whole.`, "Accept or reject all of it.");
}

/** Throws `INVALID_INPUT` if there is no such hunk. */
function hunkOf({ hunks, id }: Review, hunkId: number): Hunk {
  const hunk = hunks.find((other) => other.id === hunkId);
  if (!hunk) throw errors.invalidInput(`The review ${id} has no hunk ${hunkId}.`);
  return hunk;
}
