/**
 * Hunks: the contiguous replacements of whole lines that a proposal makes in the live text.
 * Pure: they are computed once and then move with every change of the text under them.
 */
import { diffArrays } from "diff";
import { type LineSource, type TextChange, terminatedLines } from "../text.js";
import { digest } from "./digest.js";

export type Verdict = "undecided" | "accepted" | "rejected";

/** Offsets are those of the live text, at line starts; `insert` holds whole lines. */
export interface Hunk {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  /** What replaces `from`..`to`, as the developer may have edited it. */
  readonly insert: string;
  /** What the agent proposed. */
  readonly proposed: string;
  /** What stood there when it was proposed. */
  readonly removed: string;
  /** The first line of it, 1-based, in the text that it was proposed on. */
  readonly line: number;
  readonly verdict: Verdict;
  /** The text under it was changed: it can no longer be accepted. */
  readonly stale: boolean;
  readonly comment: string;
}

/** Beyond this many changed lines in one range the range is one hunk: finding more would cost more than it helps. */
const MAX_EDITED_LINES = 1500;

/** The hunks of changes that are in order and apart. */
export function hunksOf(text: LineSource, changes: readonly TextChange[]): readonly Hunk[] {
  const found = wholeLines(text, changes).flatMap((change) => refine(text.sliceString(change.from, change.to), change));
  let line = 1;
  let counted = 0;
  return found.map((change, id) => {
    line += newlines(text.sliceString(counted, change.from));
    counted = change.from;
    return newHunk(id, text, change, line);
  });
}

/** The same changes, each of whole lines; those of one line are one. */
function wholeLines(text: LineSource, changes: readonly TextChange[]): readonly TextChange[] {
  const spans: Span[] = [];
  for (const change of changes) {
    const from = lineStart(text, change.from);
    const last = spans.at(-1);
    const isNext = !last || from >= last.to;
    if (isNext) spans.push(closed(text, { from, to: change.to, inside: [change] }));
    else spans[spans.length - 1] = closed(text, joined(last, change));
  }
  return spans.map((span) => ({ from: span.from, to: span.to, insert: changedLines(text, span) }));
}

interface Span {
  readonly from: number;
  readonly to: number;
  readonly inside: readonly TextChange[];
}

function joined({ from, to, inside }: Span, change: TextChange): Span {
  return { from, to: Math.max(to, change.to), inside: [...inside, change] };
}

/** What becomes of the span's text. */
function changedLines(text: LineSource, { from, to, inside }: Span): string {
  const own = inside.map((change) => ({ ...change, from: change.from - from, to: change.to - from }));
  return applyChanges(text.sliceString(from, to), own);
}

/** The span up to the end of the line that it leaves changed. */
function closed(text: LineSource, span: Span): Span {
  const { to } = span;
  const lines = changedLines(text, span);
  const isWhole = startsLine(text, to) && (lines === "" || lines.endsWith("\n"));
  if (to === text.length || isWhole) return span;
  const newline = text.sliceString(to).indexOf("\n");
  return { ...span, to: newline < 0 ? text.length : to + newline + 1 };
}

function lineStart(text: LineSource, at: number): number {
  return startsLine(text, at) ? at : text.sliceString(0, at).lastIndexOf("\n") + 1;
}

function newlines(text: string): number {
  return text.split("\n").length - 1;
}

/** The one hunk of a proposal that is taken or left as a whole. */
export function wholeHunk(text: LineSource, insert: string): Hunk {
  return newHunk(0, text, { from: 0, to: text.length, insert }, 1);
}

function newHunk(id: number, text: LineSource, { from, to, insert }: TextChange, line: number): Hunk {
  const removed = text.sliceString(from, to);
  return { id, from, to, insert, proposed: insert, removed, line, verdict: "undecided", stale: false, comment: "" };
}

/** Cuts one change into the changes of the lines that really differ. */
function refine(old: string, { from, insert }: TextChange): TextChange[] {
  const before = terminatedLines(old);
  const after = terminatedLines(insert);
  const parts = diffArrays(before, after, { maxEditLength: MAX_EDITED_LINES });
  if (!parts) return [{ from, to: from + old.length, insert }];
  const changes: { from: number; to: number; insert: string }[] = [];
  let at = from;
  let open = false;
  for (const { value, added, removed } of parts) {
    const lines = value.join("");
    if (!added && !removed) {
      at += lines.length;
      open = false;
      continue;
    }
    if (!open) changes.push({ from: at, to: at, insert: "" });
    open = true;
    const change = changes.at(-1) as { from: number; to: number; insert: string };
    if (added) change.insert += lines;
    else at = change.to += lines.length;
  }
  return changes;
}

/**
 * Where the hunks are after the changes, in order and apart, have made the text `text`. Those whose lines were touched
 * are stale from now on.
 */
export function mapHunks(hunks: readonly Hunk[], changes: readonly TextChange[], text: LineSource): readonly Hunk[] {
  return hunks.map((hunk) => {
    // From the last to the first: what comes before a change is where it was.
    const moved = changes.reduceRight(mapHunk, hunk);
    const from = Math.min(moved.from, text.length);
    const to = Math.min(Math.max(from, moved.to), text.length);
    return { ...moved, from, to, stale: moved.stale || !startsLine(text, from) };
  });
}

function mapHunk(hunk: Hunk, change: TextChange): Hunk {
  const delta = change.insert.length - (change.to - change.from);
  if (change.to <= hunk.from && !(change.from === hunk.from && hunk.from === hunk.to)) {
    return { ...hunk, from: hunk.from + delta, to: hunk.to + delta };
  }
  if (change.from >= hunk.to) return endsLine(hunk, change) ? hunk : { ...hunk, stale: true };
  // They overlap: it is shown around what is left, and cannot be accepted.
  const from = Math.min(hunk.from, change.from);
  return { ...hunk, from, to: Math.max(hunk.to, change.to) + delta, stale: true };
}

function startsLine(text: LineSource, at: number): boolean {
  return at === 0 || text.sliceString(at - 1, at) === "\n";
}

/** A change right behind a hunk leaves it alone unless it continues a line of it, old or new. */
function endsLine({ to, removed, insert }: Hunk, change: TextChange): boolean {
  const whole = (lines: string) => lines === "" || lines.endsWith("\n");
  return change.from > to || (whole(removed) && whole(insert));
}

/** Tells one text from another. */
export function anchorOf(text: LineSource): string {
  return digest(text.sliceString(0));
}

/** Where hunks are, in order, in a text that has changed unseen: what is not there exactly once, and apart, is stale. */
export function findHunks(hunks: readonly Hunk[], text: LineSource): readonly Hunk[] {
  const whole = text.sliceString(0);
  const found = hunks.map((hunk) => {
    const { from, removed } = hunk;
    const at = removed === "" ? -1 : whole.indexOf(removed);
    const ends = removed.endsWith("\n") || at + removed.length === whole.length;
    const once = at >= 0 && whole.indexOf(removed, at + 1) < 0 && startsLine(text, at) && ends;
    if (once) return { ...hunk, from: at, to: at + removed.length };
    const place = Math.min(from, text.length);
    return { ...hunk, from: place, to: place, stale: true };
  });
  let end = 0;
  return found
    .sort((a, b) => a.from - b.from || a.to - b.to)
    .map((hunk) => {
      const overlaps = hunk.from < end;
      end = Math.max(end, hunk.to);
      return overlaps ? { ...hunk, stale: true } : hunk;
    });
}

/** The developer wants it, and nothing has come between. */
export function isTaken({ verdict, stale }: Hunk): boolean {
  return verdict === "accepted" && !stale;
}

/** Whether each accepted hunk stands on what it removes. */
export function fitText(hunks: readonly Hunk[], text: LineSource): boolean {
  return hunks.every((hunk) => !isTaken(hunk) || text.sliceString(hunk.from, hunk.to) === hunk.removed);
}

/** The changes that the accepted hunks make, in order. */
export function acceptedChanges(hunks: readonly Hunk[]): readonly TextChange[] {
  return hunks.filter(isTaken).map(({ from, to, insert }) => ({ from, to, insert }));
}

/** Where the hunks are once the accepted ones have been applied, which then stand on what they have put there. */
export function appliedHunks(hunks: readonly Hunk[]): readonly Hunk[] {
  let moved = 0;
  return hunks.map((hunk) => {
    const from = hunk.from + moved;
    if (!isTaken(hunk)) return { ...hunk, from, to: hunk.to + moved };
    moved += hunk.insert.length - (hunk.to - hunk.from);
    return { ...hunk, from, to: from + hunk.insert.length };
  });
}

/** The hunks that take back what these, applied, have put there. */
export function reversed(hunks: readonly Hunk[]): readonly Hunk[] {
  return hunks.map((hunk) => (isTaken(hunk) ? { ...hunk, insert: hunk.removed, removed: hunk.insert } : hunk));
}

/** The text with the changes made; they are in order and apart. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  let result = "";
  let at = 0;
  for (const { from, to, insert } of changes) {
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
}
