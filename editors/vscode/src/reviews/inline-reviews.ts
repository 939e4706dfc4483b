/**
 * Reviews inline: in the file's own editor, whose text they leave alone. The tab is the developer's; the one that had to be
 * opened for a review goes with it if nothing came of it. Who closes the last tab of the file rejects what is shown in it.
 */
import { basename } from "node:path";
import { isPending, type Review, type ReviewStore } from "@tandem/host";
import {
  commands,
  Disposable,
  type Tab,
  TabInputText,
  type TextEditor,
  type Uri,
  type ViewColumn,
  window,
  workspace,
} from "vscode";
import type { Folders } from "../folders.js";
import { textOf } from "../text-version.js";
import type { Developer } from "./developer.js";
import { InlineMarks } from "./inline-marks.js";
import { type HunkPlace, pendingReview, placeOfNew, type ReviewDisplay, reveal } from "./review-display.js";

export interface InlineReviewsParts {
  readonly reviews: ReviewStore;
  readonly developer: Developer;
  readonly folders: Folders;
  /** Where it is shown side by side it is not shown inline. */
  readonly sideBySide: ReviewDisplay;
}

interface Shown {
  readonly id: string;
  readonly uri: Uri;
  /** Of the tab that was opened for it; undefined: the developer had one. */
  readonly opened: ViewColumn | undefined;
}

export class InlineReviews implements ReviewDisplay {
  readonly #parts: InlineReviewsParts;
  readonly #marks = new InlineMarks();
  readonly #subscription: Disposable;
  /** By document: one at a time in each. */
  readonly #shown = new Map<string, Shown>();
  /** The paths that VS Code knows, for the conditions of buttons and keys. */
  #told: readonly string[] = [];

  constructor(parts: InlineReviewsParts) {
    this.#parts = parts;
    this.#subscription = Disposable.from(
      this.#marks,
      window.onDidChangeVisibleTextEditors(() => this.#draw()),
      window.tabGroups.onDidChangeTabs(({ closed }) => this.#closed(closed)),
      new Disposable(parts.reviews.onChange(() => this.#draw())),
    );
  }

  dispose(): void {
    this.#shown.clear();
    this.#draw();
    this.#subscription.dispose();
  }

  holds(id: string): boolean {
    return [...this.#shown.values()].some((shown) => shown.id === id);
  }

  reviewIn(uri: Uri | undefined): Review | undefined {
    return pendingReview(this.#parts.reviews, uri && this.#shown.get(uri.toString())?.id);
  }

  editorOf(review: Review): TextEditor | undefined {
    const wanted = this.#parts.folders.uriOf(review.path).toString();
    const group = window.tabGroups.all.find(({ activeTab }) => addressOf(activeTab) === wanted);
    return window.visibleTextEditors.find(
      ({ document, viewColumn }) => document.uri.toString() === wanted && viewColumn === group?.viewColumn,
    );
  }

  places(review: Review): readonly HunkPlace[] {
    const document = this.#parts.folders.documentOf(review.path);
    if (!document) return [];
    const { text } = textOf(document);
    return review.hunks.map((hunk) => {
      const { line } = text.positionAt(Math.min(hunk.from, text.length));
      return { hunk, line, lastLine: text.positionAt(Math.min(Math.max(hunk.from, hunk.to - 1), text.length)).line };
    });
  }

  async show(review: Review, focus: boolean): Promise<void> {
    const uri = this.#parts.folders.uriOf(review.path);
    const wanted = uri.toString();
    const before = window.tabGroups.all.filter(({ tabs }) => tabs.some((tab) => addressOf(tab) === wanted));
    const inSight = before.find(({ activeTab }) => addressOf(activeTab) === wanted);
    const isInFront = inSight !== undefined && inSight === window.tabGroups.activeTabGroup;
    // No longer a preview: a tab that the next file replaces would be a rejection by nobody.
    const options = { viewColumn: inSight?.viewColumn ?? placeOfNew(), preserveFocus: !focus, preview: false };
    const editor = await window.showTextDocument(uri, options);
    const had = before.some(({ viewColumn }) => viewColumn === editor.viewColumn);
    const opened = had ? this.#shown.get(wanted)?.opened : editor.viewColumn;
    this.#shown.set(wanted, { id: review.id, uri, opened });
    this.#draw();
    const [first] = this.places(review);
    // Who is in the file is not moved unless they ask.
    if (first && (focus || !isInFront)) reveal(editor, first, { focus });
  }

  async closeEnded(): Promise<void> {
    const { reviews, sideBySide } = this.#parts;
    for (const [address, { id, opened }] of this.#shown) {
      const review = reviews.get(id);
      const isShown = pendingReview(reviews, id) && !sideBySide.holds(id);
      // The tab is that of the next one, which takes its place.
      const hasNext = review && !isPending(review) && reviews.waitsOn(review.path.path);
      if (isShown || hasNext) continue;
      this.#shown.delete(address);
      const tab = opened === undefined ? undefined : tabAt(opened, address);
      const isDirty = workspace.textDocuments.some(({ uri, isDirty }) => uri.toString() === address && isDirty);
      if (tab && !acceptedStates.has(review?.state) && !isDirty) await window.tabGroups.close(tab, true);
    }
    this.#draw();
  }

  #draw(): void {
    const shown = [...this.#shown.values()].flatMap(({ id, uri }) => {
      const review = pendingReview(this.#parts.reviews, id);
      return review ? [{ review, uri, places: this.places(review) }] : [];
    });
    this.#marks.draw(shown);
    // A path as any system may write it: the buttons are shown where the window is, the files may be elsewhere.
    const paths = shown.flatMap(({ uri: { path } }) => [path, path.replaceAll("/", "\\")]);
    if (paths.join() === this.#told.join()) return;
    this.#told = paths;
    void commands.executeCommand("setContext", "tandem.inline", paths);
  }

  #closed(tabs: readonly Tab[]): void {
    for (const address of new Set(tabs.map(addressOf))) {
      const { id } = this.#shown.get(address ?? "") ?? {};
      const review = pendingReview(this.#parts.reviews, id);
      // The same tab may have been moved to another group.
      const isOpen = window.tabGroups.all.some((group) => group.tabs.some((tab) => addressOf(tab) === address));
      if (!review || isOpen || this.#parts.sideBySide.holds(review.id)) continue;
      void this.#parts.developer.reject(review.id);
      const message = `You closed ${basename(review.path.path)}: the change that ${review.agent.name} proposed is rejected.`;
      void window.showInformationMessage(message);
    }
  }
}

const acceptedStates: ReadonlySet<Review["state"] | undefined> = new Set(["accepted", "partly-accepted"]);

function addressOf(tab: Tab | undefined): string | undefined {
  return tab?.input instanceof TabInputText ? tab.input.uri.toString() : undefined;
}

function tabAt(column: ViewColumn, address: string): Tab | undefined {
  const group = window.tabGroups.all.find(({ viewColumn }) => viewColumn === column);
  return group?.tabs.find((tab) => addressOf(tab) === address);
}
