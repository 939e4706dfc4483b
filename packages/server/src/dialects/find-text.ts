/** A part of a text by the words that it begins and ends with. */
import type { Position, Range } from "@tandem/protocol";

export interface TextMarks {
  readonly startText?: string | undefined;
  readonly endText?: string | undefined;
  readonly selectToEndOfLine: boolean;
}

/** From the first `startText` to the end of the next `endText`, or of itself. Undefined if it is not there, or empty. */
export function findText(
  text: string,
  { startText = "", endText = "", selectToEndOfLine }: TextMarks,
): Range | undefined {
  const first = newlines(startText);
  const from = first === "" ? -1 : text.indexOf(first);
  if (from < 0) return undefined;
  const last = newlines(endText);
  const lastAt = last === "" ? -1 : text.indexOf(last, from);
  const to = Math.max(from + first.length, lastAt < 0 ? 0 : lastAt + last.length);
  const lineEnd = text.indexOf("\n", to);
  const end = selectToEndOfLine ? (lineEnd < 0 ? text.length : lineEnd) : to;
  return { start: positionAt(text, from), end: positionAt(text, end) };
}

function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}

function newlines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
