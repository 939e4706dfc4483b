/** The developer of a scenario: sees what waits for a decision and decides it, as the editor's own interface does. */
import type { HostCore, Review, Verdict } from "@tandem/host";
import type { OpenedHost } from "./hosts.js";

export interface Developer {
  /** The reviews that wait, in the order of the queue, once there are as many. */
  waiting(count?: number): Promise<readonly Review[]>;
  accept(review: Review, comment?: string): Promise<void>;
  reject(review: Review, comment?: string): Promise<void>;
  /** One verdict for each hunk, in their order. */
  judge(review: Review, ...verdicts: readonly Verdict[]): Promise<void>;
  /** Their own words in place of the proposed ones. */
  rewrite(review: Review, hunk: number, text: string): Promise<void>;
  remark(review: Review, hunk: number, comment: string): Promise<void>;
}

export function developerOf({ core }: OpenedHost): Developer {
  const own = (): HostCore => {
    if (!core) throw new Error("Nobody decides in this host.");
    return core;
  };
  return {
    waiting: (count = 1) => whenPending(own(), count),
    accept: (review, comment = "") => own().decisions.decideReview(review.id, "accept", comment),
    reject: (review, comment = "") => own().decisions.decideReview(review.id, "reject", comment),
    judge: (review, ...verdicts) =>
      own().decisions.decideHunks(
        review.id,
        verdicts.map((verdict, hunk) => ({ hunk, verdict })),
      ),
    rewrite: (review, hunk, text) => own().decisions.editHunk(review.id, hunk, text),
    remark: (review, hunk, comment) => own().decisions.commentHunk(review.id, hunk, comment),
  };
}

function whenPending({ reviews }: HostCore, count: number): Promise<readonly Review[]> {
  return new Promise((resolve) => {
    const look = () => {
      const pending = reviews.pending();
      if (pending.length < count) return;
      undo();
      resolve(pending);
    };
    const undo = reviews.onChange(look);
    look();
  });
}
