/**
 * What is seen of inline reviews: lines that would go are red where they stand, those that would come stand green above them.
 * VS Code lets an extension put lines between lines in one way alone, as comments.
 */
import type { Review } from "@tandem/host";
import { type CommentController, comments, OverviewRulerLane, Range, ThemeColor, type Uri, window } from "vscode";
import { AddedLines } from "./added-lines.js";
import type { HunkPlace } from "./review-display.js";

export interface ShownReview {
  readonly review: Review;
  readonly uri: Uri;
  readonly places: readonly HunkPlace[];
}

export class InlineMarks {
  readonly #removed = window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new ThemeColor("diffEditor.removedLineBackground"),
    // Themes of high contrast have no background for it.
    outline: "1px dashed var(--vscode-diffEditor-removedTextBorder, transparent)",
    overviewRulerColor: new ThemeColor("editorOverviewRuler.deletedForeground"),
    overviewRulerLane: OverviewRulerLane.Full,
  });
  /** While there is something to show: VS Code has a view for them, which nobody else needs. */
  #comments: CommentController | undefined;
  /** By review and hunk; what is at the very top cannot move away from there. */
  readonly #added = new Map<string, AddedLines>();

  dispose(): void {
    this.draw([]);
    this.#removed.dispose();
  }

  /** These and no others. */
  draw(reviews: readonly ShownReview[]): void {
    if (reviews.length === 0 && !this.#comments) return;
    this.#drawRemoved(reviews);
    this.#comments ??= comments.createCommentController("tandem.inline", "Tandem: proposed changes");
    this.#drawAdded(this.#comments, reviews);
    if (reviews.length > 0) return;
    this.#comments.dispose();
    this.#comments = undefined;
  }

  #drawRemoved(reviews: readonly ShownReview[]): void {
    for (const editor of window.visibleTextEditors) {
      const address = editor.document.uri.toString();
      const here = reviews.find(({ uri }) => uri.toString() === address);
      editor.setDecorations(this.#removed, here ? removedRanges(here.places) : []);
    }
  }

  #drawAdded(threads: CommentController, reviews: readonly ShownReview[]): void {
    const left = new Set(this.#added.keys());
    for (const { review, uri, places } of reviews) {
      for (const place of places.filter(({ hunk }) => hunk.insert !== "" && hunk.verdict !== "rejected")) {
        const key = `${review.id} ${place.hunk.id} ${place.line === 0 ? "top" : "below"}`;
        left.delete(key);
        const lines = this.#added.get(key);
        if (lines) lines.put(place);
        else this.#added.set(key, new AddedLines(threads, uri, review, place));
      }
    }
    for (const key of left) {
      this.#added.get(key)?.dispose();
      this.#added.delete(key);
    }
  }
}

/** Of hunks that can still be accepted. */
function removedRanges(places: readonly HunkPlace[]): Range[] {
  return places
    .filter(({ hunk }) => hunk.from < hunk.to && hunk.verdict !== "rejected" && !hunk.stale)
    .map(({ line, lastLine }) => new Range(line, 0, lastLine, 0));
}
