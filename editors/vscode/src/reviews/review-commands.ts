/** The commands by which the developer decides. They come from buttons, keys, lenses and the Reviews view. */
import type { ReviewStore } from "@tandem/host";
import { commands, Disposable, Uri, window } from "vscode";
import type { Developer } from "./developer.js";
import { reveal } from "./review-display.js";
import type { ReviewFloor } from "./review-floor.js";
import type { Node } from "./reviews-view.js";

export interface ReviewCommandsParts {
  readonly reviews: ReviewStore;
  readonly developer: Developer;
  readonly floor: ReviewFloor;
}

/** What a command was called on: the document that shows a review, its id, or an entry of the view; nothing for the one in front. */
type Target = Uri | string | Node | undefined;

export function registerReviewCommands({ reviews, developer, floor }: ReviewCommandsParts): Disposable {
  const idOf = (target: Target): string | undefined => {
    if (typeof target === "string") return target;
    if (target instanceof Uri) return floor.reviewIn(target)?.id;
    if (target?.kind === "review" || target?.kind === "hunk") return target.review.id;
    return floor.current?.id;
  };
  const hunkOf = (target: Target, hunk: unknown): number | undefined => {
    if (typeof hunk === "number") return hunk;
    return typeof target === "object" && "kind" in target && target.kind === "hunk" ? target.hunk.id : hunkAtCursor();
  };
  const hunkAtCursor = (): number | undefined => {
    const editor = window.activeTextEditor;
    const review = floor.reviewIn(editor?.document.uri);
    if (!editor || !review) return undefined;
    const at = editor.selection.active.line;
    return floor.places(review).find(({ line, lastLine }) => line <= at && at <= lastLine)?.hunk.id;
  };
  /** A decision on the whole. By a key or a button in the title the developer is where the review is shown. */
  const decide = async (target: Target, decision: (id: string) => Promise<void>) => {
    const id = idOf(target);
    if (id === undefined || !floor.isAwake(id)) return;
    if (target === undefined || target instanceof Uri) floor.decidingInTab(id);
    await decision(id);
  };
  const judge = (verdict: "accepted" | "rejected" | "undecided") => async (target: Target, hunk?: unknown) => {
    const [id, chosen] = [idOf(target), hunkOf(target, hunk)];
    if (id !== undefined && chosen !== undefined && floor.isAwake(id)) await developer.judge(id, chosen, verdict);
  };
  const step = (by: number) => async () => {
    const pending = reviews.pending();
    const at = pending.findIndex(({ id }) => id === floor.current?.id);
    const next = pending[(at + by + pending.length) % pending.length];
    if (next) await floor.show(next.id);
  };
  /** From the hunk that was named, or from the cursor, and round. */
  const stepHunk = (by: 1 | -1) => async (target: Target, hunk?: unknown) => {
    const review = reviews.get(idOf(target) ?? "");
    const editor = review && floor.editorOf(review);
    if (!review || !editor) return;
    const places = floor.places(review);
    const from = places.find((place) => place.hunk.id === hunk)?.line ?? editor.selection.active.line;
    const onward = by === 1 ? places : places.toReversed();
    const next = onward.find(({ line }) => (line - from) * by > 0) ?? onward[0];
    if (next) reveal(editor, next, { focus: true });
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
    "tandem.review.show": async (target, hunk) => {
      const id = idOf(target);
      if (id !== undefined) await floor.show(id, hunkOf(target, hunk));
    },
    "tandem.review.showDiff": async (target) => {
      const id = idOf(target);
      if (id !== undefined) await floor.showSideBySide(id);
    },
    "tandem.review.next": step(1),
    "tandem.review.previous": step(-1),
    "tandem.hunk.next": stepHunk(1),
    "tandem.hunk.previous": stepHunk(-1),
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
