/** Makes what the developer accepted: a change of text, or a file that comes or goes. Takes it back. */
import { errors } from "@tandem/protocol";
import { emptyText, type LineSource, type TextChange } from "../text.js";
import type { HunkPlaces } from "./hunk-places.js";
import { acceptedChanges, appliedHunks, applyChanges, fitText, type Hunk, isTaken, reversed } from "./hunks.js";
import type { Review } from "./review.js";
import type { LiveText, TextWriter } from "./text-writer.js";
import { changedThere, type Undo } from "./undo.js";

export interface ApplicationParts {
  readonly texts: TextWriter;
  readonly undo: Undo;
  readonly places: HunkPlaces;
}

export interface AppliedReview {
  /** As it was in the moment in which its change was made. */
  readonly review: Review;
  /** The buffer had no unsaved changes before. */
  readonly wasClean: boolean;
}

export class Application {
  readonly #parts: ApplicationParts;

  constructor(parts: ApplicationParts) {
    this.#parts = parts;
  }

  /** Applies the accepted hunks as one change. Throws `STALE` if one no longer fits, and then nothing was changed. */
  async apply(judged: () => Review): Promise<AppliedReview> {
    const { undo } = this.#parts;
    const check = checkOf(judged());
    let applied = { review: judged(), wasClean: false };
    await this.#change(applied.review, ({ text, dirty }) => {
      const review = judged();
      check(review, text);
      applied = { review: { ...review, shift: shiftOf(review.hunks, text) }, wasClean: !dirty };
      return { changes: acceptedChanges(review.hunks), hunks: appliedHunks(review.hunks) };
    });
    undo.applied(applied.review, applied.review.hunks);
    return applied;
  }

  /** For the agent to write: what was accepted, in the text of this moment. Throws as `apply` does. */
  async settle(judged: () => Review): Promise<Review> {
    const { texts } = this.#parts;
    const { path, kind } = judged();
    const check = checkOf(judged());
    const live = kind === "create" ? { text: emptyText } : await texts.live(path);
    const { text } = kind === "create" ? live : (texts.now(path) ?? live);
    const review = judged();
    check(review, text);
    return { ...review, finalText: applyChanges(text.sliceString(0), acceptedChanges(review.hunks)) };
  }

  /**
   * Brings the text back to where it was, save for what was typed since, and the hunks to their verdicts of `before`.
   * `now` gives the review as it is shown. An applied hunk that was typed in stays, and is stale.
   */
  async takeBack(before: Review, now: () => Review): Promise<void> {
    await this.#change(before, () => {
      const back = reversed(now().hunks);
      const hunks = appliedHunks(back).map((hunk) => ({
        ...hunk,
        ...was(before, hunk.id),
      }));
      return { changes: acceptedChanges(back), hunks };
    });
  }

  /** Makes or removes the file. Throws `WRITE_FAILED`, or `STALE` if it is not what was shown. */
  async replaceFile(review: Review): Promise<void> {
    const { places, undo } = this.#parts;
    const { id, kind, path, hunks } = review;
    if (hunks[0]?.stale) throw changedSince();
    const takeBack = await (kind === "create" ? this.#makeFile(review) : this.#removeFile(review));
    places.fileReplaced(path.path, id);
    undo.replaced(review, async () => {
      await takeBack();
      places.fileReplaced(path.path, id);
    });
  }

  /** Returns what takes it back. */
  async #makeFile({ path, hunks: [whole], agent }: Review): Promise<() => Promise<void>> {
    const { texts } = this.#parts;
    const proposed = whole?.insert ?? "";
    await texts.create(path, proposed, agent);
    const made = texts.now(path)?.text.sliceString(0) ?? proposed;
    return async () => {
      const { text } = await texts.live(path);
      if (text.sliceString(0) !== made) throw changedThere();
      await texts.remove(path, agent);
    };
  }

  /** Returns what takes it back. */
  async #removeFile({ path, hunks: [whole], agent }: Review): Promise<() => Promise<void>> {
    const { texts } = this.#parts;
    const shown = (await texts.live(path)).text.sliceString(0);
    if (shown !== whole?.removed) throw changedSince();
    const bringBack = await texts.remove(path, agent);
    let isBack = false;
    return async () => {
      if (!isBack) await bringBack();
      isBack = true;
      const unsaved = (text: string) => (text === shown ? [] : [{ from: 0, to: text.length, insert: shown }]);
      await texts.change([{ path, plan: ({ text }) => unsaved(text.sliceString(0)) }], agent);
    };
  }

  /** Makes a change of the review's own, after which its hunks are where `plan` says. */
  async #change(
    { id, path, agent }: Review,
    plan: (live: LiveText) => { readonly changes: readonly TextChange[]; readonly hunks: readonly Hunk[] },
  ): Promise<void> {
    let done = () => {};
    const planned = (live: LiveText) => {
      const { changes, hunks } = plan(live);
      done = this.#parts.places.changing(id, hunks);
      return changes;
    };
    try {
      await this.#parts.texts.change([{ path, plan: planned }], agent);
    } finally {
      done();
    }
  }
}

/**
 * Throws `STALE` if what was accepted of a review no longer fits the text. What was stale before is shown as such and
 * left out; what has become so since is not what was accepted.
 */
function checkOf(before: Review): (review: Review, text: LineSource) => void {
  const taken = new Set(before.hunks.filter(isTaken).map(({ id }) => id));
  return ({ hunks }, text) => {
    if (hunks.some(({ id, stale }) => stale && taken.has(id)) || !fitText(hunks, text)) throw changedSince();
  };
}

function was({ hunks }: Review, id: number): Pick<Hunk, "verdict" | "insert" | "removed"> | undefined {
  const hunk = hunks.find((other) => other.id === id);
  return hunk && { verdict: hunk.verdict, insert: hunk.insert, removed: hunk.removed };
}

function shiftOf(hunks: readonly Hunk[], text: LineSource): number {
  const first = hunks.find(isTaken);
  return first ? text.sliceString(0, first.from).split("\n").length - first.line : 0;
}

export function changedSince() {
  return errors.stale("You changed these lines since; it cannot be accepted as it is.");
}
