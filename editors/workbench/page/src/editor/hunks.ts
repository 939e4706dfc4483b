/** Where the hunks of a review stand in the text that is being edited, and how they move with it. Pure. */
import { presentableDiff } from "@codemirror/merge";
import type { ChangeDesc, Text } from "@codemirror/state";
import type { HunkView, ReviewView } from "@tandem/workbench-shared";

/** Whole lines: `from` is the start of a line, `to` the start of another or the end of the text. Equal: an insertion. */
export interface Placed {
  readonly from: number;
  readonly to: number;
}

export interface WordMark {
  readonly from: number;
  readonly to: number;
}

/** Words are compared only in hunks this small, in characters of both sides. */
const MOST_COMPARED = 6000;

/** Moves with changes around it. Text typed right before or after the lines does not become part of them. */
export function mapPlaced({ from, to }: Placed, changes: ChangeDesc, text: Text): Placed {
  const start = changes.mapPos(from, 1);
  const end = Math.max(start, changes.mapPos(to, from === to ? 1 : -1));
  return snap({ from: start, to: end }, text);
}

/** Drawn into the text and to whole lines: positions of a text a moment older do no harm. */
export function snap({ from, to }: Placed, text: Text): Placed {
  const start = Math.min(from, text.length);
  const end = Math.min(Math.max(start, to), text.length);
  const first = text.lineAt(start);
  if (start === end) return start === first.to ? { from: start, to: end } : { from: first.from, to: first.from };
  const last = text.lineAt(end);
  return { from: first.from, to: end === last.from || end === text.length ? end : Math.min(last.to + 1, text.length) };
}

/** The last of the lines that go; undefined for an insertion. */
export function lastLine({ from, to }: Placed, text: Text): { from: number; to: number } | undefined {
  if (from === to) return undefined;
  const line = text.lineAt(to);
  return to === line.from && to > from ? text.lineAt(to - 1) : line;
}

export interface FoldedLines extends WordMark {
  /** How many lines. */
  readonly count: number;
}

/** Of more lines that go than this only the first and the last are shown. */
const MOST_REMOVED = 24;
const KEPT_AT_EACH_END = 8;

/** The lines in the middle of many that go: from the start of the first to the end of the last. */
export function foldedLines(placed: Placed, text: Text): FoldedLines | undefined {
  const last = lastLine(placed, text);
  if (!last) return undefined;
  const [first, end] = [text.lineAt(placed.from).number, text.lineAt(last.from).number];
  if (end - first + 1 <= MOST_REMOVED) return undefined;
  const [from, to] = [first + KEPT_AT_EACH_END, end - KEPT_AT_EACH_END];
  return { from: text.line(from).from, to: text.line(to).to, count: to - from + 1 };
}

/** Where the proposed lines are shown: below a position's line, or above the first line. */
export function insertionPoint(placed: Placed, text: Text): { pos: number; side: 1 | -1 } {
  const last = lastLine(placed, text);
  if (last) return { pos: last.to, side: 1 };
  if (placed.from === 0) return { pos: 0, side: -1 };
  const line = text.lineAt(placed.from);
  return placed.from === line.from ? { pos: placed.from - 1, side: 1 } : { pos: line.to, side: 1 };
}

/** What differs inside, by words; nothing for large hunks and where one side is empty. */
export function wordMarks(removed: string, inserted: string): { removed: WordMark[]; inserted: WordMark[] } {
  if (!removed.trim() || !inserted.trim() || removed.length + inserted.length > MOST_COMPARED) return noMarks;
  const changes = presentableDiff(removed, inserted, { scanLimit: 400, timeout: 20 });
  return {
    removed: changes.flatMap(({ fromA, toA }) => partsOfLines(removed, fromA, toA)),
    inserted: changes.flatMap(({ fromB, toB }) => partsOfLines(inserted, fromB, toB)),
  };
}

/** Line by line; a line that differs as a whole needs no mark. */
function partsOfLines(text: string, from: number, to: number): WordMark[] {
  const marks: WordMark[] = [];
  for (let start = text.lastIndexOf("\n", from - 1) + 1; start < to; ) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const mark = { from: Math.max(from, start), to: Math.min(to, end) };
    const around = text.slice(start, mark.from) + text.slice(mark.to, end);
    if (mark.to > mark.from && around.trim() !== "") marks.push(mark);
    start = end + 1;
  }
  return marks;
}

const noMarks = { removed: [], inserted: [] };

/** Two tellings of a review give the same picture. */
export function looksSame(a: ReviewView, b: ReviewView): boolean {
  const same = (one: HunkView, other: HunkView | undefined) =>
    (["id", "from", "to", "insert"] as const).every((key) => one[key] === other?.[key]) &&
    lands(one) === (other && lands(other));
  return (
    a.id === b.id &&
    a.version === b.version &&
    a.hunks.length === b.hunks.length &&
    a.hunks.every((hunk, index) => same(hunk, b.hunks[index]))
  );
}

/** The text as it would be with every hunk that can land and is not rejected, and where each then stands. */
export function proposedText(text: Text, hunks: readonly (Placed & Pick<HunkView, "insert" | "verdict" | "stale">)[]) {
  const changes: { fromA: number; toA: number; fromB: number; toB: number }[] = [];
  let result = "";
  let at = 0;
  for (const hunk of hunks.filter(lands).toSorted((a, b) => a.from - b.from)) {
    if (hunk.from < at) continue;
    result += text.sliceString(at, hunk.from);
    changes.push({ fromA: hunk.from, toA: hunk.to, fromB: result.length, toB: result.length + hunk.insert.length });
    result += hunk.insert;
    at = hunk.to;
  }
  return { text: result + text.sliceString(at), changes };
}

function lands({ verdict, stale }: Pick<HunkView, "verdict" | "stale">): boolean {
  return verdict !== "rejected" && !stale;
}

/** Proposed lines are shown without their last newline, which no editor shows as a line of its own. */
export function shownInsert(insert: string): string {
  return insert.endsWith("\n") ? insert.slice(0, -1) : insert;
}

/** The other way round; `like` is what was proposed. No text at all proposes no line. */
export function sentInsert(shown: string, like: string): string {
  if (shown === "") return "";
  return like === "" || like.endsWith("\n") ? `${shown}\n` : shown;
}
