/** A change as lines for a terminal: old and new line numbers, a sign, the text, and what differs within a line. */
import { structuredPatch } from "diff";
import { uniformEnding } from "../files/line-endings.js";
import { visibleLine } from "./visible.js";

/** A file before and after; null stands for no file. */
export interface Change {
  /** As the person knows it. */
  readonly name: string;
  readonly before: string | null;
  readonly after: string;
}

/** More lines are not shown, but counted. */
const MAX_LINES = 1000;
/** A comparison that takes longer, in milliseconds, is not made. */
const MAX_MS = 1000;

const codes = { bold: 1, dim: 2, inverse: 7, red: 31, green: 32, cyan: 36 } as const;
type Style = keyof typeof codes;
type Paint = (style: Style, text: string) => string;

/** Ends with a newline. */
export function renderDiff(change: Change, { color, columns }: { color: boolean; columns: number }): string {
  const paint: Paint = (style, text) => (color && text !== "" ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
  const rule = paint("dim", "─".repeat(Math.max(20, Math.min(columns, 100))));
  const rows = rowsOf(change);
  const body = rows === undefined ? [paint("dim", `  ${tooLarge(change)}`)] : paintRows(rows, paint);
  return [title(change, rows, paint), rule, ...body, rule, ""].join("\n");
}

interface Row {
  readonly kind: "same" | "removed" | "added" | "gap" | "note";
  readonly text: string;
  readonly oldLine?: number;
  readonly newLine?: number;
  /** The part of `text` that differs from the line it stands against. */
  readonly differs?: readonly [from: number, to: number];
}

/** Undefined if the texts are too large to be compared. */
function rowsOf({ before, after }: Change): Row[] | undefined {
  // Carriage returns are worth seeing only where they differ.
  const everywhere = [before ?? after, after].every((text) => uniformEnding(text) === "\r\n");
  const patch = structuredPatch("", "", before ?? "", after, undefined, undefined, { context: 3, timeout: MAX_MS });
  return patch?.hunks.flatMap((hunk, i) => {
    let [oldLine, newLine] = [hunk.oldStart, hunk.newStart];
    const rows = hunk.lines.map((line): Row => {
      const text = everywhere ? line.slice(1).replace(/\r$/, "") : line.slice(1);
      if (line.startsWith("-")) return { kind: "removed", text, oldLine: oldLine++ };
      if (line.startsWith("+")) return { kind: "added", text, newLine: newLine++ };
      if (line.startsWith("\\")) return { kind: "note", text: "no newline at the end" };
      return { kind: "same", text, oldLine: oldLine++, newLine: newLine++ };
    });
    const gap: Row[] = i === 0 ? [] : [{ kind: "gap", text: "⋮" }];
    return [...gap, ...withDifferences(rows)];
  });
}

/** Where a run of removed lines is followed by as many added ones, each is compared with its counterpart. */
function withDifferences(rows: readonly Row[]): Row[] {
  const marked = [...rows];
  for (let i = 0; i < rows.length; ) {
    if (rows[i]?.kind !== "removed") {
      i++;
      continue;
    }
    const removed = runLength(rows, i, "removed");
    const added = runLength(rows, i + removed, "added");
    if (removed === added) {
      for (let n = i; n < i + removed; n++) {
        const [old, young] = [rows[n], rows[n + removed]];
        if (!old || !young) continue;
        const [start, oldEnd, newEnd] = difference(old.text, young.text);
        marked[n] = { ...old, differs: [start, oldEnd] };
        marked[n + removed] = { ...young, differs: [start, newEnd] };
      }
    }
    i += removed + added;
  }
  return marked;
}

function runLength(rows: readonly Row[], from: number, kind: Row["kind"]): number {
  let end = from;
  while (rows[end]?.kind === kind) end++;
  return end - from;
}

/** What remains of two texts without their common beginning and end: where it begins, and where it ends in each. */
function difference(a: string, b: string): [start: number, endA: number, endB: number] {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start++;
  let end = 0;
  while (end < shorter - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  return [start, a.length - end, b.length - end];
}

function paintRows(rows: readonly Row[], paint: Paint): string[] {
  const width = String(Math.max(0, ...rows.map(({ oldLine = 0, newLine = 0 }) => Math.max(oldLine, newLine)))).length;
  const number = (line: number | undefined) => String(line ?? "").padStart(Math.max(3, width));
  const lines = rows.slice(0, MAX_LINES).map((row) => {
    const gutter = paint("dim", ` ${number(row.oldLine)} ${number(row.newLine)} │`);
    return `${gutter}${paintText(row, paint)}`.trimEnd();
  });
  const hidden = rows.length - lines.length;
  return hidden === 0
    ? lines
    : [...lines, paint("cyan", `  … ${hidden} more lines are not shown; edit shows them all`)];
}

function paintText({ kind, text, differs }: Row, paint: Paint): string {
  if (kind === "gap" || kind === "note") return paint("dim", ` ${text}`);
  if (kind === "same") return ` ${visibleLine(text)}`;
  const [style, sign] = kind === "removed" ? (["red", "-"] as const) : (["green", "+"] as const);
  const [from, to] = differs ?? [0, 0];
  // A line that differs as a whole needs no mark within it.
  if (from === to || (from === 0 && to === text.length)) return paint(style, `${sign}${visibleLine(text)}`);
  const [head, middle, tail] = [text.slice(0, from), text.slice(from, to), text.slice(to)].map(visibleLine);
  return paint(style, `${sign}${head}`) + paint(style, paint("inverse", middle ?? "")) + paint(style, tail ?? "");
}

function title({ name, before }: Change, rows: readonly Row[] | undefined, paint: Paint): string {
  const count = (kind: Row["kind"]) => rows?.filter((row) => row.kind === kind).length ?? 0;
  const kind = before === null ? paint("dim", "  new file") : "";
  const counts = rows && `  ${paint("green", `+${count("added")}`)} ${paint("red", `−${count("removed")}`)}`;
  return ` ${paint("bold", visibleLine(name))}${kind}${counts ?? ""}`;
}

function tooLarge({ before, after }: Change): string {
  const lines = (text: string) => text.split("\n").length;
  return `too large to compare: ${lines(before ?? "")} lines become ${lines(after)}`;
}
