/** Which review has the floor, and how it is shown: one at a time, beside what the developer does, never under their hands. */
import { type Review, type ReviewStore, termsOf } from "@tandem/host";
import { Disposable, EventEmitter, TabInputText, TabInputTextDiff, type TextEditor, type Uri, window } from "vscode";
import { reviewStyle } from "../settings.js";
import { type HunkPlace, pendingReview, type ReviewDisplay, reveal } from "./review-display.js";

/** A review that has just come into sight cannot be decided yet: the click was meant for something else, in milliseconds. */
const WAKING_MS = 300;

export interface ReviewFloorParts {
  readonly reviews: ReviewStore;
  readonly sideBySide: ReviewDisplay;
  readonly inline: ReviewDisplay;
  readonly log: (message: string) => void;
}

export class ReviewFloor {
  readonly #parts: ReviewFloorParts;
  readonly #subscription: Disposable;
  readonly #shows = new EventEmitter<void>();
  /** A review has come into sight, or is shown otherwise. */
  readonly onDidShow = this.#shows.event;
  /** The review that has the floor. */
  #current: string | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  /** The review that has the floor is being brought into sight. */
  #isComing = false;
  /** The review that the developer is deciding in its own tab: the next one may have their keyboard. */
  #decidedInTab: string | undefined;
  /** Reviews are shown and taken away one after the other. Never rejects. */
  #working: Promise<void> = Promise.resolve();

  constructor(parts: ReviewFloorParts) {
    this.#parts = parts;
    this.#subscription = new Disposable(parts.reviews.onChange(() => this.#update()));
    this.#update();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The review that is in front, or the one that has the floor. */
  get current(): Review | undefined {
    const input = window.tabGroups.activeTabGroup.activeTab?.input;
    const front =
      input instanceof TabInputTextDiff ? input.modified : input instanceof TabInputText ? input.uri : undefined;
    return this.reviewIn(front) ?? this.#pending(this.#current);
  }

  /** The pending review that a document shows. */
  reviewIn(uri: Uri | undefined): Review | undefined {
    return this.#parts.sideBySide.reviewIn(uri) ?? this.#parts.inline.reviewIn(uri);
  }

  /** Where its hunks are in the document that shows it. */
  places(review: Review): readonly HunkPlace[] {
    return this.#displayOf(review).places(review);
  }

  editorOf(review: Review): TextEditor | undefined {
    return this.#displayOf(review).editorOf(review);
  }

  /** False while it is being brought into sight. */
  isInSight(id: string): boolean {
    return id !== this.#current || !this.#isComing;
  }

  /** False if it has only just come into sight. */
  isAwake(id: string): boolean {
    return this.isInSight(id) && (id !== this.#current || performance.now() - this.#shownAt >= WAKING_MS);
  }

  /** The developer is about to decide a review where it is shown. */
  decidingInTab(id: string): void {
    this.#decidedInTab = this.#parts.sideBySide.holds(id) ? id : undefined;
  }

  /** Brings a review before the developer, and one of its hunks if they chose it. They have asked for it. */
  show(id: string, hunk?: number): Promise<void> {
    return this.#queue(async () => {
      await this.#show(id, true);
      const review = this.#pending(id);
      const editor = review && this.editorOf(review);
      const place = review && this.places(review).find((other) => other.hunk.id === hunk);
      if (editor && place) reveal(editor, place, { focus: false });
    });
  }

  /** Where it can be edited, and seen whole. */
  showSideBySide(id: string): Promise<void> {
    return this.#queue(async () => {
      const review = this.#pending(id);
      if (review) await this.#showIn(this.#parts.sideBySide, review, true);
    });
  }

  #update(): void {
    void this.#queue(async () => {
      await this.#closeEnded();
      if (this.#pending(this.#current)) return;
      const pending = this.#parts.reviews.pending();
      const next = pending.find(({ id }) => this.#isHeld(id)) ?? pending[0];
      const wasDecided = decidedStates.has(this.#parts.reviews.get(this.#current ?? "")?.state);
      const focus = wasDecided && this.#decidedInTab === this.#current;
      this.#current = undefined;
      if (next) await this.#show(next.id, focus);
    });
  }

  async #show(id: string, focus: boolean): Promise<void> {
    const review = this.#pending(id);
    if (review) await this.#showIn(this.#displayOf(review), review, focus);
  }

  async #showIn(display: ReviewDisplay, review: Review, focus: boolean): Promise<void> {
    this.#current = review.id;
    this.#isComing = true;
    try {
      await display.show(review, focus);
    } finally {
      this.#isComing = false;
    }
    this.#shownAt = performance.now();
    await this.#closeEnded();
    this.#shows.fire();
  }

  async #closeEnded(): Promise<void> {
    await this.#parts.sideBySide.closeEnded();
    await this.#parts.inline.closeEnded();
  }

  /** How it is shown, or how it will be. */
  #displayOf(review: Review): ReviewDisplay {
    const { sideBySide, inline } = this.#parts;
    if (sideBySide.holds(review.id)) return sideBySide;
    return inline.holds(review.id) || isInline(review) ? inline : sideBySide;
  }

  #isHeld(id: string): boolean {
    return this.#parts.sideBySide.holds(id) || this.#parts.inline.holds(id);
  }

  #pending(id: string | undefined): Review | undefined {
    return pendingReview(this.#parts.reviews, id);
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#working = this.#working
      .then(work)
      .catch((error: unknown) => this.#parts.log(`A review is not shown: ${error}`));
    return this.#working;
  }
}

/** States in which the developer has put a review. */
const decidedStates: ReadonlySet<Review["state"] | undefined> = new Set(["accepted", "partly-accepted", "rejected"]);

/** Hunks that are shown inline at most: each is a piece of VS Code's user interface, in sight or not. */
const MAX_INLINE_HUNKS = 100;

/** A dialect may ask for it; what is taken or left as a whole is shown as a whole. */
function isInline(review: Review): boolean {
  if (review.kind !== "edit" || review.hunks.length > MAX_INLINE_HUNKS) return false;
  return review.terms?.view === "inline" || (reviewStyle() === "inline" && termsOf(review).editable);
}
