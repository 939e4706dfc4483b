/**
 * The developer's own words in a proposal. They see the text with its hunks in place and change that; what they change
 * becomes part of the hunks, or a hunk of its own. Pure.
 */
import { type LineSource, type TextChange, terminatedLines } from "../text.js";
import { applyChanges, type Hunk } from "./hunks.js";

/** A hunk, and where its words are in the proposed text. */
export interface PlacedHunk {
  readonly hunk: Hunk;
  readonly from: number;
  readonly to: number;
}

/** The text with all hunks in place that are neither rejected nor stale, and where they are in it. */
export function proposedText(
  text: LineSource,
  hunks: readonly Hunk[],
): { readonly text: string; readonly places: readonly PlacedHunk[] } {
  const shown = hunks.filter(isShown);
  let moved = 0;
  const places = shown.map((hunk) => {
    const from = hunk.from + moved;
    moved += hunk.insert.length - (hunk.to - hunk.from);
    return { hunk, from, to: from + hunk.insert.length };
  });
  return { text: applyChanges(text.sliceString(0), shown), places };
}

/** The hunks after changes of the proposed text, which are in order and apart. */
export function rewriteHunks(
  text: LineSource,
  hunks: readonly Hunk[],
  changes: readonly TextChange[],
): readonly Hunk[] {
  // From the last to the first: what comes before a change is where it was.
  return changes.reduceRight((current, change) => rewriteOnce(text, current, change), hunks);
}

function rewriteOnce(text: LineSource, hunks: readonly Hunk[], change: TextChange): readonly Hunk[] {
  const proposed = proposedText(text, hunks);
  const range = wholeLines(proposed, change);
  const touched = proposed.places.filter((place) => touches(place, range)).map(({ hunk }) => hunk);
  const before = proposed.places.filter(({ to }) => to < range.from);
  const after = [...before, ...proposed.places.filter((place) => touches(place, range))];
  const from = range.from - gained(before);
  const to = range.to - gained(after);
  const removed = text.sliceString(from, to);
  const inside = { from: change.from - range.from, to: change.to - range.from, insert: change.insert };
  const insert = applyChanges(proposed.text.slice(range.from, range.to), [inside]);
  const others = hunks.filter((hunk) => !touched.includes(hunk));
  if (insert === removed) {
    // What the agent had proposed there is taken out; what the developer had added has never been.
    const out = touched.filter(isProposed).map((hunk) => ({ ...hunk, verdict: "rejected" as const }));
    return inOrder([...others, ...out]);
  }
  const [first] = touched;
  const verdict = touched.length > 0 && touched.every((hunk) => hunk.verdict === "accepted") ? "accepted" : "undecided";
  const merged: Hunk = {
    id: first?.id ?? Math.max(-1, ...hunks.map(({ id }) => id)) + 1,
    from,
    to,
    insert,
    removed,
    verdict,
    stale: false,
    proposed: applyChanges(
      removed,
      touched.map((hunk) => ({ from: hunk.from - from, to: hunk.to - from, insert: hunk.proposed })),
    ),
    line: first && first.from === from ? first.line : terminatedLines(text.sliceString(0, from)).length + 1,
    comment: touched
      .map(({ comment }) => comment)
      .filter((comment) => comment !== "")
      .join("\n"),
  };
  // What was rejected there can no longer be taken: other words stand in its place.
  const overtaken = others.map((hunk) => (isShown(hunk) || !overlaps(hunk, merged) ? hunk : { ...hunk, stale: true }));
  return inOrder([...overtaken, merged]);
}

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The lines that a change of the proposed text is in, and those of the hunks that it touches. */
function wholeLines({ text, places }: ReturnType<typeof proposedText>, change: TextChange): Span {
  let range: Span = { from: change.from, to: change.to };
  for (;;) {
    const wider = widened(text, places, range);
    if (wider.from === range.from && wider.to === range.to) return range;
    range = wider;
  }
}

function widened(text: string, places: readonly PlacedHunk[], range: Span): Span {
  const touched = places.filter((place) => touches(place, range));
  const from = Math.min(range.from, ...touched.map((place) => place.from));
  const to = Math.max(range.to, ...touched.map((place) => place.to));
  const start = text.lastIndexOf("\n", from - 1) + 1;
  // At the start of a line it is the line before that ends there, if there is one in the range.
  const ends = to > start && text[to - 1] === "\n";
  const newline = text.indexOf("\n", to);
  const end = ends ? to : newline < 0 ? text.length : newline + 1;
  return { from: from === 0 ? 0 : start, to: end };
}

function touches(place: Span, range: Span): boolean {
  return place.from <= range.to && range.from <= place.to;
}

function overlaps(a: Span, b: Span): boolean {
  return a.from === b.from || (a.from < b.to && b.from < a.to);
}

/** By how much the text has grown through the hunks. */
function gained(places: readonly PlacedHunk[]): number {
  return places.reduce((sum, { hunk }) => sum + hunk.insert.length - (hunk.to - hunk.from), 0);
}

function isShown({ verdict, stale }: Hunk): boolean {
  return verdict !== "rejected" && !stale;
}

function isProposed({ proposed, removed }: Hunk): boolean {
  return proposed !== removed;
}

function inOrder(hunks: readonly Hunk[]): readonly Hunk[] {
  return [...hunks].sort((a, b) => a.from - b.from || a.to - b.to);
}
