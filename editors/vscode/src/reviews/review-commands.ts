/** The commands by which the developer decides. They come from buttons, keys, lenses and the Reviews view. */
import type { Review, ReviewStore } from "@tandem/host";
import { commands, Disposable, Range, TextEditorRevealType, Uri, window } from "vscode";
import { DocumentText } from "../document-text.js";
import type { Developer } from "./developer.js";
import type { Proposals } from "./proposals.js";
import type { ReviewTabs } from "./review-tabs.js";
import { readReviewUri } from "./review-uri.js";
import type { Node } from "./reviews-view.js";

export interface ReviewCommandsParts {
  readonly reviews: ReviewStore;
  readonly proposals: Proposals;
  readonly developer: Developer;
  readonly tabs: ReviewTabs;
}

/** What a command was called on: a review's document, its id, or an entry of the view; nothing for the one in front. */
type Target = Uri | string | Node | undefined;

export function registerReviewCommands({ reviews, proposals, developer, tabs }: ReviewCommandsParts): Disposable {
  const idOf = (target: Target): string | undefined => {
    if (typeof target === "string") return target;
    if (target instanceof Uri) return readReviewUri(target)?.id;
    if (target?.kind === "review" || target?.kind === "hunk") return target.review.id;
    return tabs.current?.id;
  };
  const hunkOf = (target: Target, hunk: unknown): number | undefined => {
    if (typeof hunk === "number") return hunk;
    return typeof target === "object" && "kind" in target && target.kind === "hunk" ? target.hunk.id : hunkAtCursor();
  };
  const hunkAtCursor = (): number | undefined => {
    const editor = window.activeTextEditor;
    const review = reviews.get(readReviewUri(editor?.document.uri)?.id ?? "");
    if (!editor || !review) return undefined;
    const { text, places } = proposals.of(review);
    const at = DocumentText.of(text).offsetAt(editor.selection.active);
    return places.find(({ from, to }) => from <= at && at <= to)?.hunk.id;
  };
  /** A decision on the whole. By a key or a button in the title the developer is in the review's own tab. */
  const decide = async (target: Target, decision: (id: string) => Promise<void>) => {
    const id = idOf(target);
    if (id === undefined || !tabs.isAwake(id)) return;
    if (target === undefined || target instanceof Uri) tabs.decidingInTab(id);
    await decision(id);
  };
  const judge = (verdict: "accepted" | "rejected" | "undecided") => async (target: Target, hunk?: unknown) => {
    const [id, chosen] = [idOf(target), hunkOf(target, hunk)];
    if (id !== undefined && chosen !== undefined && tabs.isAwake(id)) await developer.judge(id, chosen, verdict);
  };
  const step = (by: number) => async () => {
    const pending = reviews.pending();
    const at = pending.findIndex(({ id }) => id === tabs.current?.id);
    const next = pending[(at + by + pending.length) % pending.length];
    if (next) await tabs.show(next.id, { focus: true });
  };
  const show = async (target: Target, hunk?: unknown) => {
    const id = idOf(target);
    const review = id === undefined ? undefined : reviews.get(id);
    if (!review) return;
    await tabs.show(review.id, { focus: true });
    const chosen = hunkOf(target, hunk);
    if (chosen !== undefined) reveal(proposals, review, chosen);
  };

  const table: Readonly<Record<string, (target: Target, hunk?: unknown) => Promise<void>>> = {
    "tandem.review.accept": (target) => decide(target, (id) => developer.accept(id)),
    "tandem.review.reject": (target) => decide(target, (id) => developer.reject(id)),
    "tandem.review.rejectWithComment": (target) =>
      decide(target, async (id) => {
        const comment = await window.showInputBox({ title: "Reject with a comment", prompt: "What the agent is told" });
        if (comment !== undefined) await developer.reject(id, comment);
      }),
    "tandem.review.acceptAll": async () => {
      for (const { id } of reviews.pending()) await developer.accept(id);
    },
    "tandem.review.show": show,
    "tandem.review.next": step(1),
    "tandem.review.previous": step(-1),
    "tandem.hunk.accept": judge("accepted"),
    "tandem.hunk.reject": judge("rejected"),
    "tandem.hunk.undecide": judge("undecided"),
    "tandem.hunk.comment": async (target, hunk) => {
      const [id, chosen] = [idOf(target), hunkOf(target, hunk)];
      const value = reviews.get(id ?? "")?.hunks.find((other) => other.id === chosen)?.comment;
      if (id === undefined || chosen === undefined || value === undefined) return;
      const comment = await window.showInputBox({ title: "Comment", prompt: "What the agent is told", value });
      if (comment !== undefined) await developer.comment(id, chosen, comment);
    },
  };
  return Disposable.from(...Object.entries(table).map(([name, run]) => commands.registerCommand(name, run)));
}

function reveal(proposals: Proposals, review: Review, hunk: number): void {
  const { text, places } = proposals.of(review);
  const place = places.find((other) => other.hunk.id === hunk);
  const editor = window.visibleTextEditors.find(({ document }) => readReviewUri(document.uri)?.id === review.id);
  if (!place || !editor) return;
  const { line } = DocumentText.of(text).positionAt(place.from);
  editor.revealRange(new Range(line, 0, line, 0), TextEditorRevealType.InCenterIfOutsideViewport);
}
