/** Edits of the clio dialect on a text: 0-based positions; a range past the end of a line ends with the line. */
import { type clio, errors, type ZeroBasedPosition } from "@tandem/protocol";
import { linesOf } from "../files/line-endings.js";

/** Throws `STALE` if the text is not what an edit expects, `INVALID_INPUT` if two edits overlap. Then nothing is changed. */
export function applyClioEdits(text: string, edits: readonly (clio.Edit & { oldText?: string })[]): string {
  const offsetOf = offsets(text);
  const placed = edits
    .map(({ range, oldText, newText }) => ({
      start: offsetOf(range.start),
      end: offsetOf(range.end),
      oldText,
      newText,
    }))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let last = 0;
  for (const { start, end, oldText, newText } of placed) {
    if (start < last || end < start) throw errors.invalidInput("Two edits overlap, or a range is reversed.");
    const present = text.slice(start, end);
    if (oldText !== undefined && oldText !== present) {
      throw errors.stale(`The text has ${JSON.stringify(present)} where ${JSON.stringify(oldText)} was expected.`);
    }
    result += text.slice(last, start) + newText;
    last = end;
  }
  return result + text.slice(last);
}

function offsets(text: string): (position: ZeroBasedPosition) => number {
  const lines = linesOf(text);
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  return ({ line, character }) => {
    const content = lines[line]?.replace(/\r?\n$/, "") ?? "";
    return (starts[line] ?? text.length) + Math.min(character, content.length);
  };
}
