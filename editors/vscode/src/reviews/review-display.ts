/** The ways in which reviews are shown, behind one interface: side by side in tabs of their own, or inline in the file's editor. */
import { type Hunk, isPending, type Review, type ReviewStore } from "@tandem/host";
import { Range, Selection, type TextEditor, TextEditorRevealType, type Uri, ViewColumn, window } from "vscode";
import { reviewPlace } from "../settings.js";

/** Where a hunk is in the document that shows it; lines are 0-based, the last one is its own. */
export interface HunkPlace {
  readonly hunk: Hunk;
  readonly line: number;
  readonly lastLine: number;
}

export interface ReviewDisplay {
  /** True if it is shown, though its tab may be behind another. */
  holds(id: string): boolean;
  /** The pending review that a document shows. */
  reviewIn(uri: Uri | undefined): Review | undefined;
  /** The editor in sight that shows it. */
  editorOf(review: Review): TextEditor | undefined;
  /** All of its hunks, in order. */
  places(review: Review): readonly HunkPlace[];
  /** With `focus` it has the keyboard: the developer asked for it. */
  show(review: Review, focus: boolean): Promise<void>;
  /** Takes away what is left of reviews that have ended, or are shown otherwise by now. */
  closeEnded(): Promise<void>;
}

export function pendingReview(reviews: ReviewStore, id: string | undefined): Review | undefined {
  const review = id === undefined ? undefined : reviews.get(id);
  return review && isPending(review) ? review : undefined;
}

/** What the developer has in front stays there, and with it their keyboard. */
export function placeOfNew(): ViewColumn {
  const isEmpty = window.tabGroups.activeTabGroup.activeTab === undefined;
  return isEmpty || reviewPlace() === "front" ? ViewColumn.Active : ViewColumn.Beside;
}

/** Brings a hunk into sight, and with `focus` the cursor to it. */
export function reveal(editor: TextEditor, { line }: HunkPlace, { focus }: { readonly focus: boolean }): void {
  if (focus) editor.selection = new Selection(line, 0, line, 0);
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
}
