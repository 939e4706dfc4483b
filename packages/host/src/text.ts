/**
 * Lines as agents count them, over any text that knows its lines.
 *
 * A text is a sequence of lines separated by `\n`. A final newline ends the last line and begins no
 * further one, so `a\nb\n` has two lines, and so has `a\nb`. An empty text has none.
 */
import { errors, type Position } from "@tandem/protocol";

/** 1-based lines over offsets in UTF-16 units; `\n` counts as one unit. CodeMirror's `Text` is one. */
export interface LineSource {
  /** Number of lines as an editor shows them: one more than there are newlines. */
  readonly lines: number;
  readonly length: number;
  line(number: number): { readonly from: number; readonly to: number; readonly text: string };
  sliceString(from: number, to?: number): string;
}

/** The text of a file that is not there yet. */
export const emptyText: LineSource = {
  lines: 1,
  length: 0,
  line: () => ({ from: 0, to: 0, text: "" }),
  sliceString: () => "",
};

/** Replaces `from`..`to` (offsets, `to` exclusive) by `insert`, whose newlines are `\n`. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export interface LineEdit {
  readonly startLine: number;
  /** Inclusive; `startLine - 1` inserts before `startLine`. */
  readonly endLine: number;
  readonly newText: string;
  /** What the lines must hold for the edit to apply. */
  readonly expectedText?: string;
}

export interface PlannedEdit {
  readonly change: TextChange;
  /** The lines that will hold the new text; `endLine` is `startLine - 1` if there are none. */
  readonly newRange: { readonly startLine: number; readonly endLine: number };
}

/** Lines as agents count them. */
export function countLines(text: LineSource): number {
  return endsWithNewline(text) || text.length === 0 ? text.lines - 1 : text.lines;
}

/** The same of a string, which may have any newlines. */
export function countTextLines(text: string): number {
  return text === "" ? 0 : text.replace(/\r?\n$/, "").split(/\r\n?|\n/).length;
}

/** Lines `startLine` to `endLine`, joined by `\n`, without the last one's newline unless the whole text is asked for. */
export function sliceLines(text: LineSource, startLine: number, endLine: number): string {
  const total = countLines(text);
  if (endLine < startLine) throw errors.rangeInvalid(`endLine ${endLine} is before startLine ${startLine}.`);
  if (startLine > Math.max(total, 1)) {
    throw errors.rangeInvalid(`startLine ${startLine} is past the end: there are ${total} lines.`);
  }
  if (startLine === 1 && endLine >= total) return text.sliceString(0);
  return text.sliceString(text.line(startLine).from, text.line(Math.min(endLine, total)).to);
}

/** The offset change that a line edit means on this text. Throws `RANGE_INVALID` or `STALE`. */
export function planLineEdit(text: LineSource, edit: LineEdit): PlannedEdit {
  const { startLine, endLine } = edit;
  const total = countLines(text);
  checkRange(startLine, endLine, total, total === 0 || endsWithNewline(text));
  // The empty line after a final newline, where editors let the cursor stand, holds nothing to replace.
  const last = Math.min(endLine, total);
  if (edit.expectedText !== undefined) checkExpected(text, startLine, last, edit.expectedText);

  const newText = edit.newText.replace(/\r\n?/g, "\n");
  const lines = newText === "" ? [] : newText.replace(/\n$/, "").split("\n");
  const newRange = { startLine, endLine: startLine + lines.length - 1 };
  const reachesEnd = last >= total;
  const wasTerminated = text.length > 0 && endsWithNewline(text);
  const terminated = !reachesEnd || wasTerminated || newText.endsWith("\n");

  const from = startLine <= text.lines ? text.line(startLine).from : text.length;
  const to = reachesEnd ? text.length : text.line(last + 1).from;
  // Appending after a last line that has no newline: that line needs one first.
  const lead = from === text.length && text.length > 0 && !wasTerminated && lines.length > 0 ? "\n" : "";
  const insert = lines.length === 0 ? "" : lead + lines.join("\n") + (terminated ? "\n" : "");
  return { change: trimmed(text, { from, to, insert }), newRange };
}

/** Several edits of one text, their lines counted before any of them. Throws `RANGE_INVALID` if two of them touch the same lines. */
export function planLineEdits(
  text: LineSource,
  edits: readonly LineEdit[],
): { changes: readonly TextChange[]; newRanges: readonly PlannedEdit["newRange"][] } {
  const planned = edits.map((edit) => planLineEdit(text, edit));
  const changes = planned.map(({ change }) => change).sort((a, b) => a.from - b.from || a.to - b.to);
  changes.forEach((change, i) => {
    const before = changes[i - 1];
    if (before && change.from < before.to) throw errors.rangeInvalid("Two of the edits touch the same lines.");
  });
  return {
    changes: changes.filter(({ from, to, insert }) => from !== to || insert !== ""),
    newRanges: planned.map(({ newRange }) => newRange),
  };
}

/** Past the end of its line means that end. Throws `RANGE_INVALID` if there is no such line. */
export function offsetOf(text: LineSource, { line, column }: Position): number {
  if (line > text.lines) throw errors.rangeInvalid(`Line ${line} is past the end: there are ${text.lines} lines.`);
  const { from, to } = text.line(line);
  return Math.min(from + column - 1, to);
}

/** `open`: there is an empty line after the last one, as editors show it. */
function checkRange(startLine: number, endLine: number, total: number, open: boolean): void {
  if (endLine < startLine - 1) throw errors.rangeInvalid(`endLine ${endLine} is before startLine ${startLine}.`);
  if (startLine > total + 1) {
    throw errors.rangeInvalid(`startLine ${startLine} is past the end: there are ${total} lines.`);
  }
  if (endLine > Math.max(total, open ? startLine : 0)) {
    throw errors.rangeInvalid(`endLine ${endLine} is past the end: there are ${total} lines.`);
  }
}

function checkExpected(text: LineSource, startLine: number, endLine: number, expected: string): void {
  const actual = endLine < startLine ? "" : text.sliceString(text.line(startLine).from, text.line(endLine).to);
  const normalised = expected.replace(/\r\n?/g, "\n");
  if (normalised === actual || normalised === `${actual}\n`) return;
  throw errors.stale(`Lines ${startLine} to ${endLine} do not hold the expected text.`);
}

/** Leaves out the whole lines that stay the same at both ends, so that they keep all they had. */
function trimmed(text: LineSource, { from, to, insert }: TextChange): TextChange {
  const before = terminatedLines(text.sliceString(from, to));
  const after = terminatedLines(insert);
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  return {
    from: from + lengthOf(before.slice(0, head)),
    to: to - lengthOf(before.slice(before.length - tail)),
    insert: after.slice(head, after.length - tail).join(""),
  };
}

/** Each with its newline; the last may have none. */
export function terminatedLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+/g) ?? [];
}

function lengthOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.length, 0);
}

function endsWithNewline(text: LineSource): boolean {
  return text.sliceString(Math.max(0, text.length - 1)) === "\n";
}
