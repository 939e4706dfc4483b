/**
 * Reviews side by side: each in a tab of its own, with the proposed text on the right. A tab that the developer closes is a
 * rejection; other tabs than its own are left alone.
 */
import { basename } from "node:path";
import { type Review, type ReviewStore, termsOf } from "@tandem/host";
import {
  commands,
  type Disposable,
  type Tab,
  type TabChangeEvent,
  TabInputTextDiff,
  type TextEditor,
  type Uri,
  window,
} from "vscode";
import { DocumentText } from "../document-text.js";
import type { Folders } from "../folders.js";
import type { Developer } from "./developer.js";
import type { Proposals } from "./proposals.js";
import { type HunkPlace, pendingReview, placeOfNew, type ReviewDisplay } from "./review-display.js";
import { readReviewUri, reviewUri } from "./review-uri.js";

export interface ReviewTabsParts {
  readonly reviews: ReviewStore;
  readonly proposals: Proposals;
  readonly developer: Developer;
  readonly folders: Folders;
}

export class ReviewTabs implements ReviewDisplay {
  readonly #parts: ReviewTabsParts;
  readonly #subscription: Disposable;

  constructor(parts: ReviewTabsParts) {
    this.#parts = parts;
    this.#subscription = window.tabGroups.onDidChangeTabs((event) => this.#tabsChanged(event));
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  holds(id: string): boolean {
    return tabsOf(id).length > 0;
  }

  reviewIn(uri: Uri | undefined): Review | undefined {
    const { id, side } = readReviewUri(uri) ?? {};
    return side === "proposed" ? pendingReview(this.#parts.reviews, id) : undefined;
  }

  editorOf({ id }: Review): TextEditor | undefined {
    return window.visibleTextEditors.find(({ document }) => readReviewUri(document.uri)?.id === id);
  }

  /** Those that are not in the proposed text are where they would be. */
  places(review: Review): readonly HunkPlace[] {
    const { text, places } = this.#parts.proposals.of(review);
    const lines = DocumentText.of(text);
    return review.hunks.map((hunk) => {
      const shown = places.find((place) => place.hunk.id === hunk.id);
      const before = places.filter(({ hunk: other }) => other.from < hunk.from);
      const grown = before.reduce((sum, { hunk: { insert, from, to } }) => sum + insert.length - (to - from), 0);
      const from = shown?.from ?? Math.min(hunk.from + grown, lines.length);
      const { line } = lines.positionAt(from);
      return { hunk, line, lastLine: shown ? lines.positionAt(Math.max(from, shown.to - 1)).line : line };
    });
  }

  async show(review: Review, focus: boolean): Promise<void> {
    const { id, path, kind } = review;
    const left = kind === "create" ? reviewUri(path.path, id, "empty") : this.#parts.folders.uriOf(path);
    const [tab] = tabsOf(id);
    const viewColumn = tab?.group.viewColumn ?? placeOfNew();
    const options = { viewColumn, preserveFocus: !focus, preview: false };
    await commands.executeCommand("vscode.diff", left, reviewUri(path.path, id), titleOf(review), options);
  }

  async closeEnded(): Promise<void> {
    for (const tab of reviewTabs()) {
      const { id = "" } = readReviewUri(modifiedOf(tab)) ?? {};
      if (pendingReview(this.#parts.reviews, id)) continue;
      await this.#parts.proposals.settle(id);
      await window.tabGroups.close(tab, true);
    }
  }

  #tabsChanged({ closed }: TabChangeEvent): void {
    for (const tab of closed) {
      const { id = "" } = readReviewUri(modifiedOf(tab)) ?? {};
      // A tab that was moved to another group is closed in the one and opened in the other.
      const isGone = pendingReview(this.#parts.reviews, id) && tabsOf(id).length === 0;
      if (isGone) void this.#parts.developer.reject(id);
    }
  }
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
