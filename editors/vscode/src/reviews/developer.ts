/** The developer's decisions. Only what they do with their own hands comes here: commands, keys, clicks, closed tabs. */
import { type HostCore, isPending, type Review, type TextChange, type Verdict } from "@tandem/host";
import { IdeError } from "@tandem/protocol";
import { window } from "vscode";

/** A decision that meets a change in the same moment is made again on the text that came of it, so often at most. */
const ATTEMPTS = 3;

export class Developer {
  readonly #decisions: HostCore["decisions"];
  readonly #reviews: HostCore["reviews"];

  constructor({ decisions, reviews }: Pick<HostCore, "decisions" | "reviews">) {
    this.#decisions = decisions;
    this.#reviews = reviews;
  }

  async accept(id: string): Promise<void> {
    await this.#decide(id, () => this.#decisions.decideReview(id, "accept", ""));
  }

  async reject(id: string, comment = ""): Promise<void> {
    await this.#decide(id, () => this.#decisions.decideReview(id, "reject", comment));
  }

  async judge(id: string, hunk: number, verdict: Verdict): Promise<void> {
    await this.#decide(id, () => this.#decisions.decideHunks(id, [{ hunk, verdict }]));
  }

  /** Their own words in the proposed text; see `Decisions.rewrite`. */
  async rewrite(id: string, changes: readonly TextChange[]): Promise<void> {
    await this.#decisions.rewrite(id, changes);
  }

  async comment(id: string, hunk: number, comment: string): Promise<void> {
    await this.#decide(id, () => this.#decisions.commentHunk(id, hunk, comment));
  }

  /** What cannot be done is told to the developer. */
  async #decide(id: string, decision: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await decision();
      } catch (thrown) {
        const review = this.#reviews.get(id);
        if (attempt < ATTEMPTS && review && wasOvertaken(thrown, review)) continue;
        const message = thrown instanceof Error ? thrown.message : String(thrown);
        void window.showErrorMessage(`Tandem: ${message}`);
        return;
      }
    }
  }
}

function wasOvertaken(thrown: unknown, review: Review): boolean {
  const stale = thrown instanceof IdeError && thrown.code === "STALE";
  return stale && isPending(review) && !review.hunks.some((hunk) => hunk.stale);
}
