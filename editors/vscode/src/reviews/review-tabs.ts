/**
 * The tabs of reviews. One review has the floor; it is shown beside what the developer does, never under their hands. A tab that they close is a rejection; other tabs than its own are left alone.
 */
import { basename } from "node:path";
import { isPending, type Review, type ReviewStore, termsOf } from "@tandem/host";
import { commands, Disposable, type Tab, type TabChangeEvent, TabInputTextDiff, ViewColumn, window } from "vscode";
import type { Folders } from "../folders.js";
import { reviewPlace } from "../settings.js";
import type { Developer } from "./developer.js";
import type { Proposals } from "./proposals.js";
import { readReviewUri, reviewUri } from "./review-uri.js";

/** A review that has just come into sight cannot be decided yet: the click was meant for something else, in milliseconds. */
const WAKING_MS = 300;

export interface ReviewTabsParts {
  readonly reviews: ReviewStore;
  readonly proposals: Proposals;
  readonly developer: Developer;
  readonly folders: Folders;
  readonly log: (message: string) => void;
}

export class ReviewTabs {
  readonly #parts: ReviewTabsParts;
  readonly #subscription: Disposable;
  /** The review that has the floor. */
  #current: string | undefined;
  #shownAt = Number.NEGATIVE_INFINITY;
  /** The review that the developer is deciding in its own tab: the next one may have their keyboard. */
  #decidedInTab: string | undefined;
  /** Tabs are opened and closed one after the other. Never rejects. */
  #working: Promise<void> = Promise.resolve();

  constructor(parts: ReviewTabsParts) {
    this.#parts = parts;
    this.#subscription = Disposable.from(
      window.tabGroups.onDidChangeTabs((event) => this.#tabsChanged(event)),
      new Disposable(parts.reviews.onChange(() => this.#update())),
    );
    this.#update();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The review that has the floor, or the one whose tab is in front. */
  get current(): Review | undefined {
    const front = readReviewUri(modifiedOf(window.tabGroups.activeTabGroup.activeTab));
    return this.#pending(front?.id) ?? this.#pending(this.#current);
  }

  /** False if it has only just come into sight. */
  isAwake(id: string): boolean {
    return id !== this.#current || performance.now() - this.#shownAt >= WAKING_MS;
  }

  /** The developer is about to decide a review in its own tab. */
  decidingInTab(id: string): void {
    this.#decidedInTab = id;
  }

  /** Brings a review before the developer. With `focus` it has the keyboard: they asked for it. */
  show(id: string, { focus }: { readonly focus: boolean }): Promise<void> {
    return this.#queue(() => this.#show(id, focus));
  }

  #update(): void {
    void this.#queue(async () => {
      await this.#closeEnded();
      if (this.#pending(this.#current)) return;
      const next =
        this.#parts.reviews.pending().find(({ id }) => tabsOf(id).length > 0) ?? this.#parts.reviews.pending()[0];
      const wasDecided = decidedStates.has(this.#parts.reviews.get(this.#current ?? "")?.state);
      const focus = wasDecided && this.#decidedInTab === this.#current;
      this.#current = undefined;
      if (next) await this.#show(next.id, focus);
    });
  }

  async #show(id: string, focus: boolean): Promise<void> {
    const review = this.#pending(id);
    if (!review) return;
    const { path, kind } = review;
    const left = kind === "create" ? reviewUri(path.path, id, "empty") : this.#parts.folders.uriOf(path);
    const [tab] = tabsOf(id);
    const viewColumn = tab?.group.viewColumn ?? placeOfNew();
    this.#current = id;
    const options = { viewColumn, preserveFocus: !focus, preview: false };
    await commands.executeCommand("vscode.diff", left, reviewUri(path.path, id), titleOf(review), options);
    this.#shownAt = performance.now();
  }

  async #closeEnded(): Promise<void> {
    for (const tab of reviewTabs()) {
      const { id = "" } = readReviewUri(modifiedOf(tab)) ?? {};
      if (this.#pending(id)) continue;
      await this.#parts.proposals.settle(id);
      await window.tabGroups.close(tab, true);
    }
  }

  #tabsChanged({ closed }: TabChangeEvent): void {
    for (const tab of closed) {
      const { id = "" } = readReviewUri(modifiedOf(tab)) ?? {};
      // A tab that was moved to another group is closed in the one and opened in the other.
      if (this.#pending(id) && tabsOf(id).length === 0) void this.#parts.developer.reject(id);
    }
  }

  #pending(id: string | undefined): Review | undefined {
    const review = id === undefined ? undefined : this.#parts.reviews.get(id);
    return review && isPending(review) ? review : undefined;
  }

  #queue(work: () => Promise<void>): Promise<void> {
    this.#working = this.#working.then(work).catch((error: unknown) => this.#parts.log(`A review's tab: ${error}`));
    return this.#working;
  }
}

/** States in which the developer has put a review. */
const decidedStates: ReadonlySet<Review["state"] | undefined> = new Set(["accepted", "partly-accepted", "rejected"]);

/** What the developer has in front stays there, and with it their keyboard. */
function placeOfNew(): ViewColumn {
  const isEmpty = window.tabGroups.activeTabGroup.activeTab === undefined;
  return isEmpty || reviewPlace() === "front" ? ViewColumn.Active : ViewColumn.Beside;
}

const verbs = { edit: "proposed", create: "new file", delete: "delete" } as const;

/** A dialect may ask for a title of its own. */
function titleOf(review: Review): string {
  const { path, kind, agent } = review;
  return termsOf(review).title || `${basename(path.path)} (${verbs[kind]} by ${agent.name})`;
}

function reviewTabs(): readonly Tab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs).filter((tab) => readReviewUri(modifiedOf(tab)) !== undefined);
}

function tabsOf(id: string): readonly Tab[] {
  return reviewTabs().filter((tab) => readReviewUri(modifiedOf(tab))?.id === id);
}

function modifiedOf(tab: Tab | undefined) {
  return tab?.input instanceof TabInputTextDiff ? tab.input.modified : undefined;
}

/** Closes the tabs of all reviews, to be called when nobody takes that for a decision any more. */
export async function closeReviewTabs(proposals: Proposals): Promise<void> {
  for (const tab of reviewTabs()) {
    await proposals.settle(readReviewUri(modifiedOf(tab))?.id ?? "");
    await window.tabGroups.close(tab, true);
  }
}
