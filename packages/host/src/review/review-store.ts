/** The reviews there are: remembered durably, changed one way, and told to whoever looks or waits. */
import { errors } from "@tandem/protocol";
import { isPending, type Review, takesIn } from "./review.js";

/** What is kept on disk: the newest record of a review counts. */
export interface ReviewJournal {
  /** What was there at the start, oldest first. */
  readonly records: readonly Review[];
  /** Resolves when the record is on disk. Rejects with `WRITE_FAILED`. */
  append(review: Review): Promise<void>;
}

/** Decided reviews that are remembered. */
export const MAX_DECIDED = 1000;
/** Reviews that may wait at once. */
export const MAX_PENDING = 2000;

export class ReviewStore {
  /** Pending ones in the order of the queue, then and among them decided ones as they were decided. */
  readonly #reviews = new Map<string, Review>();
  readonly #listeners = new Set<() => void>();
  /** Reviews that are on their way to an end: nobody else may end or change them meanwhile. */
  readonly #ending = new Set<string>();
  /** New ones that are not on disk yet. */
  readonly #recording = new Map<string, Promise<void>>();
  /** By id: how many calls wait for it. */
  readonly #awaited = new Map<string, number>();
  readonly #journal: ReviewJournal;

  constructor(journal: ReviewJournal) {
    this.#journal = journal;
    for (const review of journal.records) this.#put(review);
    this.#supersedeOlder();
  }

  /** A start between two records: of two pending ones the later contains the earlier. */
  #supersedeOlder(): void {
    const pending = this.pending();
    pending.forEach((earlier, i) => {
      const later = pending.slice(i + 1).findLast((other) => takesIn(other, earlier));
      if (!later) return;
      const { id: supersededBy, createdAt: decidedAt } = later;
      this.#reviews.set(earlier.id, { ...earlier, state: "superseded", supersededBy, decidedAt });
    });
  }

  get(id: string): Review | undefined {
    return this.#reviews.get(id);
  }

  all(): readonly Review[] {
    return [...this.#reviews.values()];
  }

  pending(): readonly Review[] {
    return this.all().filter(isPending);
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

  /** Shows a new review, then remembers it durably. If that fails it is gone again. */
  async add(review: Review): Promise<void> {
    this.show(review);
    const recording = this.#journal.append(review);
    this.#recording.set(review.id, recording);
    recording.catch(() => {}).finally(() => this.#recording.delete(review.id));
    try {
      await recording;
    } catch (error) {
      this.#reviews.delete(review.id);
      this.#tell();
      throw error;
    }
  }

  /** Resolves once the reviews are on disk. Rejects as `add` does. */
  async recorded(ids: readonly string[]): Promise<void> {
    await Promise.all(ids.map((id) => this.#recording.get(id)));
  }

  /** Changes a pending review at once, then remembers it durably. Throws as `mustBePending` does. */
  async change(id: string, change: (review: Review) => Review): Promise<void> {
    const changed = change(this.mustBePending(id));
    this.show(changed);
    await this.#journal.append(changed);
  }

  /**
   * Ends a pending review: `settle` does what has to be done and says how it ends; that is remembered durably, and only
   * then seen. With `note` it writes down what it is about to do, where that cannot be told afterwards. If `settle` throws, the review stays pending. Throws as `mustBePending` does.
   */
  async end(
    id: string,
    settle: (current: () => Review, note: (review: Review) => Promise<void>) => Promise<Review>,
  ): Promise<Review> {
    const review = this.mustBePending(id);
    this.#ending.add(id);
    try {
      const ended = await settle(
        () => this.#reviews.get(id) ?? review,
        (intended) => this.#journal.append(intended),
      );
      try {
        await this.#journal.append(ended);
      } finally {
        // What was done was done, whether or not it could be written down.
        this.#put(ended);
        this.#tell();
        this.#forgetSome();
      }
      return ended;
    } finally {
      this.#ending.delete(id);
    }
  }

  /** Shows a state that is not worth a record: it can be had again from what was recorded and the text. */
  show(review: Review): void {
    this.#reviews.set(review.id, review);
    this.#tell();
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

  /** Decided ones stand in the order in which they were decided. */
  #put(review: Review): void {
    if (!isPending(review)) this.#reviews.delete(review.id);
    this.#reviews.set(review.id, review);
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  #forgetSome(): void {
    const decided = this.all().filter((review) => !isPending(review));
    for (const { id } of decided.slice(0, Math.max(0, decided.length - MAX_DECIDED))) this.#reviews.delete(id);
  }
}
