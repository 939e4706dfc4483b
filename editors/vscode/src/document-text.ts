/** A document's text with `\n` alone, whatever its line endings, and the changes between two of them. Pure. */
import type { LineSource, TextChange } from "@tandem/host";
import type { ZeroBasedPosition, ZeroBasedRange } from "@tandem/protocol";

/** One replacement as VS Code tells of it. */
export interface ContentChange {
  readonly range: ZeroBasedRange;
  readonly text: string;
}

/** Immutable. */
export class DocumentText implements LineSource {
  readonly #text: string;
  /** Offsets at which the lines begin. */
  #starts: readonly number[] | undefined;

  private constructor(text: string) {
    this.#text = text;
  }

  static of(raw: string): DocumentText {
    return new DocumentText(withNewlines(raw));
  }

  get length(): number {
    return this.#text.length;
  }

  get lines(): number {
    return this.#lineStarts.length;
  }

  /** 1-based. Throws `RangeError`. */
  line(number: number): { from: number; to: number; text: string } {
    const from = this.#lineStarts[number - 1];
    if (from === undefined) throw new RangeError(`There is no line ${number}.`);
    const next = this.#lineStarts[number];
    const to = next === undefined ? this.#text.length : next - 1;
    return { from, to, text: this.#text.slice(from, to) };
  }

  sliceString(from: number, to?: number): string {
    return this.#text.slice(from, to);
  }

  toString(): string {
    return this.#text;
  }

  /** Positions past the end of a line or of the text count as that end, as VS Code has it. */
  offsetAt({ line, character }: ZeroBasedPosition): number {
    if (line >= this.lines) return this.#text.length;
    const { from, to } = this.line(line + 1);
    return Math.min(from + character, to);
  }

  positionAt(offset: number): ZeroBasedPosition {
    const starts = this.#lineStarts;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: offset - (starts[low] ?? 0) };
  }

  /** The changes are in order and apart. */
  changed(changes: readonly TextChange[]): DocumentText {
    let result = "";
    let at = 0;
    for (const { from, to, insert } of changes) {
      result += this.#text.slice(at, from) + insert;
      at = to;
    }
    return new DocumentText(result + this.#text.slice(at));
  }

  get #lineStarts(): readonly number[] {
    this.#starts ??= [0, ...Array.from(this.#text.matchAll(/\n/g), ({ index }) => index + 1)];
    return this.#starts;
  }
}

/**
 * The changes, in order and apart, that led from one text to the other: those that VS Code told of if they do, and else
 * one that leaves alone what both texts begin and end with.
 */
export function changesBetween(
  before: DocumentText,
  after: DocumentText,
  told: readonly ContentChange[],
): readonly TextChange[] {
  const changes = told
    .map(({ range, text }) => ({
      from: before.offsetAt(range.start),
      to: before.offsetAt(range.end),
      insert: withNewlines(text),
    }))
    .sort((a, b) => a.from - b.from || a.to - b.to);
  const apart = changes.every(({ from }, i) => from >= (changes[i - 1]?.to ?? 0));
  return apart && before.changed(changes).toString() === after.toString() ? changes : difference(before, after);
}

/** At most one change. */
export function difference(before: DocumentText, after: DocumentText): readonly TextChange[] {
  const [old, text] = [before.toString(), after.toString()];
  if (old === text) return [];
  const most = Math.min(old.length, text.length);
  let head = 0;
  while (head < most && old.charCodeAt(head) === text.charCodeAt(head)) head++;
  let tail = 0;
  while (tail < most - head && old.at(-1 - tail) === text.at(-1 - tail)) tail++;
  return [{ from: head, to: old.length - tail, insert: text.slice(head, text.length - tail) }];
}

function withNewlines(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}
