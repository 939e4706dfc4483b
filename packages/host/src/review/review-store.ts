/** The reviews there are: remembered durably, changed one way, and told to whoever looks or waits. */
import { errors } from "@tandem/protocol";
import { isPending, type Review } from "./review.js";
import { enter, forgetSome, type Reviews, recall } from "./review-records.js";

/** What is kept on disk: the newest record of a review counts. */
export interface ReviewJournal {
  /** What was there at the start, oldest first. */
  readonly records: readonly Review[];
  /** Resolves when they are on disk, all or none of them. Rejects with `WRITE_FAILED`. */
  append(reviews: readonly Review[]): Promise<void>;
}

/** How a review ends, and what undoes what was done for it if that cannot be recorded. */
export interface Ending {
  readonly review: Review;
  /** Left out where a note was made before: then what was done tells the end, recorded or not. */
  readonly takeBack?: () => Promise<void>;
}

/** Reviews that may wait at once. */
export const MAX_PENDING = 2000;

export class ReviewStore {
  readonly #reviews: Reviews;
  readonly #listeners = new Set<() => void>();
  /** Reviews that are on their way to an end: nobody else may end or change them meanwhile. */
  readonly #ending = new Set<string>();
  /** New ones that are not on disk yet. */
  readonly #recording = new Map<string, Promise<void>>();
  /** Reviews whose last change could not be recorded and holds all the same: they go with the next record. */
  readonly #owed = new Set<string>();
  /** By id: how many calls wait for it. */
  readonly #awaited = new Map<string, number>();
  readonly #journal: ReviewJournal;

  constructor(journal: ReviewJournal) {
    this.#journal = journal;
    this.#reviews = recall(journal.records);
  }

  get(id: string): Review | undefined {
    return this.#reviews.get(id);
  }

  all(): readonly Review[] {
    return [...this.#reviews.values()];
  }

  pending(): readonly Review[] {
    const found: Review[] = [];
    for (const review of this.#reviews.values()) if (isPending(review)) found.push(review);
    return found;
  }

  /** Whether one for the file is pending. */
  waitsOn(path: string): boolean {
    for (const review of this.#reviews.values()) if (review.path.path === path && isPending(review)) return true;
    return false;
  }

  /** A pending review. Throws `REVIEW_NOT_FOUND`, or `STALE` if it has ended or is about to. */
  mustBePending(id: string): Review {
    const review = this.#reviews.get(id);
    if (!review) throw errors.reviewNotFound(id);
    if (!isPending(review)) throw errors.stale(`The review ${id} has ended: ${review.state}.`);
    if (this.#ending.has(id)) throw errors.stale(`The review ${id} is being decided.`);
    return review;
  }

  /** Pending, and not about to end. */
  isOpen(id: string): boolean {
    const review = this.#reviews.get(id);
    return review !== undefined && isPending(review) && !this.#ending.has(id);
  }

  /**
   * Shows new reviews at once, and remembers them durably together with the ends of those that they supersede, which
   * are seen only then. If they cannot be recorded they are gone again, and the others stay.
   */
  async add(reviews: readonly Review[], superseded: readonly Review[]): Promise<void> {
    const recording = this.#append([...superseded, ...reviews]);
    for (const { id } of superseded) this.#ending.add(id);
    for (const review of reviews) {
      this.#reviews.set(review.id, review);
      this.#recording.set(review.id, recording);
    }
    this.#tell();
    try {
      await recording;
      for (const review of superseded) enter(this.#reviews, review);
      forgetSome(this.#reviews);
    } catch (error) {
      for (const { id } of reviews) this.#reviews.delete(id);
      throw error;
    } finally {
      for (const { id } of reviews) this.#recording.delete(id);
      for (const { id } of superseded) this.#ending.delete(id);
      this.#tell();
    }
  }

  /** Resolves once the reviews are on disk. Rejects as `add` does. */
  async recorded(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#recording.get(id)));
  }

  /** Changes a pending review at once, then remembers it durably, at the next record if not now. Throws as `mustBePending` does. */
  async change(id: string, change: (review: Review) => Review): Promise<void> {
    const changed = change(this.mustBePending(id));
    this.show(changed);
    try {
      await this.#append([changed]);
    } catch (error) {
      this.#owed.add(id);
      throw error;
    }
  }

  /**
   * Ends a pending review: `settle` does what has to be done and says how it ends; that is remembered durably, and only
   * then seen. With `note` it writes down what it is about to do, where that cannot be told afterwards. If anything
   * fails, the review stays pending. Throws as `mustBePending` does.
   */
  async end(
    id: string,
    settle: (current: () => Review, note: (review: Review) => Promise<void>) => Promise<Ending>,
  ): Promise<Review> {
    const found = this.mustBePending(id);
    this.#ending.add(id);
    try {
      await this.#recording.get(id);
      const { review, takeBack } = await settle(
        () => this.#reviews.get(id) ?? found,
        (intended) => this.#append([intended]),
      );
      try {
        await this.#append([review]);
      } catch (error) {
        if (takeBack) {
          await takeBack();
          throw error;
        }
        this.#owed.add(id);
      }
      enter(this.#reviews, review);
      forgetSome(this.#reviews);
      return review;
    } finally {
      this.#ending.delete(id);
      this.#tell();
    }
  }

  /** Shows states that are not worth a record: they can be had again from what was recorded and the text. */
  show(...reviews: readonly Review[]): void {
    for (const review of reviews) this.#reviews.set(review.id, review);
    if (reviews.length > 0) this.#tell();
  }

  /** Returns the undo. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** True if a call waits for it. */
  isAwaited(id: string): boolean {
    return (this.#awaited.get(id) ?? 0) > 0;
  }

  /** Waits until none of them is pending. Rejects with the signal's reason. */
  async ended(ids: readonly string[], signal: AbortSignal): Promise<readonly Review[]> {
    for (const id of ids) this.#awaited.set(id, (this.#awaited.get(id) ?? 0) + 1);
    try {
      return await this.#whenEnded(ids, signal);
    } finally {
      for (const id of ids) {
        const left = (this.#awaited.get(id) ?? 1) - 1;
        if (left === 0) this.#awaited.delete(id);
        else this.#awaited.set(id, left);
      }
    }
  }

  #whenEnded(ids: readonly string[], signal: AbortSignal): Promise<readonly Review[]> {
    const current = () => ids.map((id) => this.#reviews.get(id)).filter((review) => review !== undefined);
    return new Promise((resolve, reject) => {
      const look = () => {
        const reviews = current();
        if (reviews.some(isPending)) return;
        settle();
        resolve(reviews);
      };
      const onAbort = () => {
        settle();
        reject(signal.reason as Error);
      };
      const undo = this.onChange(look);
      const settle = () => {
        undo();
        signal.removeEventListener("abort", onAbort);
      };
      signal.addEventListener("abort", onAbort, { once: true });
      if (signal.aborted) onAbort();
      else look();
    });
  }

  async #append(reviews: readonly Review[]): Promise<void> {
    // Taken at once, so that no later record tells of them what was before.
    const owed = [...this.#owed];
    this.#owed.clear();
    const others = owed.filter((id) => !reviews.some((review) => review.id === id));
    const records = others.map((id) => this.#reviews.get(id)).filter((review) => review !== undefined);
    try {
      await this.#journal.append([...records, ...reviews]);
    } catch (error) {
      for (const id of owed) this.#owed.add(id);
      throw error;
    }
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
