/** What the desk has written, and for which review: found by what is being decided and by where its hunks are. */
import type { Review } from "../review/review.js";
import type { ReviewStore } from "../review/review-store.js";
import type { ChangedBy } from "../review/text-writer.js";
import type { TextChange } from "../text.js";
import type { TrackedHunk, TrackedReview } from "./tracked-review.js";
import type { TrackedText } from "./tracked-text.js";

/** What the model knows. */
export interface Account {
  readonly texts: ReadonlyMap<string, TrackedText>;
  readonly tracked: ReadonlyMap<string, TrackedReview>;
  /** Decisions that have not settled, by review. */
  readonly deciding: ReadonlyMap<string, number>;
  readonly store: ReviewStore;
  readonly fail: (message: string) => never;
}

/** What the desk wrote for one review. */
interface Write {
  readonly id: string;
  readonly changes: readonly TextChange[] | "create" | "remove";
}

export class DeskWrites {
  readonly #account: Account;
  readonly #writes: Write[] = [];
  /** Where hunks stand again once the change that takes theirs back is made. */
  readonly #returning: { readonly hunk: TrackedHunk; readonly from: number; readonly to: number }[] = [];

  constructor(account: Account) {
    this.#account = account;
  }

  of(review: string): readonly Write[] {
    return this.#writes.filter(({ id }) => id === review);
  }

  created(path: string, by: ChangedBy, text: string): void {
    const review = this.#candidates(path, by, "create").find(({ hunks }) => (hunks[0]?.insert ?? "") === text);
    const id = review?.id ?? this.#account.fail(`${path} was created by no decision`);
    this.#writes.push({ id, changes: "create" });
  }

  /** Returns what to call when it was removed. */
  removing(path: string, by: ChangedBy): () => void {
    const { texts, tracked, fail } = this.#account;
    const [review = fail(`${path} was removed by no decision`)] = this.#candidates(path, by, "delete");
    const place = tracked.get(review.id)?.hunks.get(0)?.place ?? { own: [], before: [], behind: [] };
    if (texts.get(path)?.isWholly(place) === false) fail(`${path} was removed with text that was not shown`);
    return () => void this.#writes.push({ id: review.id, changes: "remove" });
  }

  /** A decision's change is about to be made, or taken back. */
  changing(path: string, by: ChangedBy, changes: readonly TextChange[]): void {
    const undone = this.#takenBack(path, by, changes);
    if (undone) this.#takeBack(undone, path, changes);
    else if (changes.length > 0) this.#writes.push({ id: this.#decidedBy(path, by, changes), changes });
  }

  changed(text: TrackedText): void {
    for (const { hunk, from, to } of this.#returning.splice(0)) hunk.place = text.place(from, to);
  }

  /** Newest first: one that is on its way to be superseded looks as if it could still be decided, and cannot. */
  #candidates(path: string, by: ChangedBy, kind: Review["kind"]): readonly Review[] {
    const { store, deciding } = this.#account;
    return store
      .pending()
      .filter(({ id }) => deciding.has(id))
      .filter((review) => review.path.path === path && review.kind === kind && review.agent.name === by.name)
      .toReversed();
  }

  /** The review that a change of text belongs to: one that is being decided, and whose hunks are where the change is. */
  #decidedBy(path: string, by: ChangedBy, changes: readonly TextChange[]): string {
    const { texts, tracked, fail } = this.#account;
    const text = texts.get(path) ?? fail(`${path} was changed and is not there`);
    const review = this.#candidates(path, by, "edit").find(({ id, hunks }) =>
      changes.every(({ from, to, insert }) =>
        hunks.some((hunk) => {
          const place = tracked.get(id)?.hunks.get(hunk.id)?.place;
          return hunk.insert === insert && place !== undefined && text.fits(place, from, to);
        }),
      ),
    );
    const where = JSON.stringify(changes);
    return review?.id ?? fail(`${path} was changed by no decision, or elsewhere than was shown: ${where}`);
  }

  /** The review whose decision could not be recorded, if these changes take exactly what it wrote back. */
  #takenBack(path: string, by: ChangedBy, changes: readonly TextChange[]): Review | undefined {
    return this.#candidates(path, by, "edit").find(({ id, hunks }) => {
      const taken = hunks.filter(({ verdict, stale }) => verdict === "accepted" && !stale);
      const back = taken.map(({ from, to, removed }) => ({ from, to, insert: removed }));
      return this.of(id).length > 0 && JSON.stringify(back) === JSON.stringify(changes);
    });
  }

  #takeBack({ id, hunks }: Review, path: string, changes: readonly TextChange[]): void {
    const { texts, tracked, fail } = this.#account;
    let moved = 0;
    for (const { from, to, insert } of changes) {
      const hunk = hunks.find((each) => each.from === from && each.to === to && each.removed === insert);
      if (texts.get(path)?.text.slice(from, to) !== hunk?.insert) fail(`what is taken back of ${id} is not its own`);
      const own = tracked.get(id)?.hunks.get(hunk?.id ?? -1);
      if (own) this.#returning.push({ hunk: own, from: from + moved, to: from + moved + insert.length });
      moved += insert.length - (to - from);
    }
    this.#writes.splice(this.#writes.indexOf(this.of(id)[0] as Write), 1);
  }
}
