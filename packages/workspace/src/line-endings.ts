/**
 * Remembers how each line of a file ended while its text is held with `\n` alone.
 * A file with one kind of ending is remembered as that kind; only a mixed one costs a byte per line.
 */

export type LineEnding = "\n" | "\r\n" | "\r";

/** One character for each ending, so that the endings of a mixed file are a string. */
const marks = { "\n": "n", "\r\n": "w", "\r": "r" } as const;
const endingOfMark: Readonly<Record<string, LineEnding>> = { n: "\n", w: "\r\n", r: "\r" };

const names = { "\n": "LF", "\r\n": "CRLF", "\r": "CR" } as const;

/** Immutable. */
export class LineEndings {
  /** The most frequent ending when the text was read, `\n` before others on a tie or in a text without newline. */
  readonly dominant: LineEnding;
  /** The mark of every newline; undefined if all are `dominant`. */
  readonly #marks: string | undefined;

  private constructor(dominant: LineEnding, lineMarks?: string) {
    this.dominant = dominant;
    this.#marks = lineMarks;
  }

  static uniform(ending: LineEnding): LineEndings {
    return new LineEndings(ending);
  }

  /** For people. */
  get name(): "LF" | "CRLF" | "CR" | "Mixed" {
    const mark = marks[this.dominant];
    if (this.#marks !== undefined && [...this.#marks].some((other) => other !== mark)) return "Mixed";
    return names[this.dominant];
  }

  /** The endings of a text as it is on disk. */
  static of(raw: string): LineEndings {
    if (!raw.includes("\r")) return new LineEndings("\n");
    const found = raw.match(/\r\n?|\n/g) ?? [];
    const counts = { "\n": 0, "\r\n": 0, "\r": 0 };
    for (const ending of found) counts[ending as LineEnding]++;
    const most = Math.max(...Object.values(counts));
    const dominant = (Object.keys(counts) as LineEnding[]).find((ending) => counts[ending] === most) ?? "\n";
    if (most === found.length) return new LineEndings(dominant);
    return new LineEndings(dominant, found.map((ending) => marks[ending as LineEnding]).join(""));
  }

  /** The endings that `toJSON` gave. Throws `SyntaxError`. */
  static fromJSON(json: string): LineEndings {
    const [, mark = "", runs] = /^([nwr])(?::((?:\d*[nwr])*))?$/.exec(json) ?? [];
    const dominant = endingOfMark[mark];
    if (dominant === undefined) throw new SyntaxError(`${JSON.stringify(json)} are no line endings.`);
    const expand = (_: string, count: string, kind: string) => kind.repeat(Number(count || 1));
    return new LineEndings(dominant, runs?.replace(/(\d*)([nwr])/g, expand));
  }

  /** The dominant ending's mark and, if there are others, the marks of all newlines with repeats counted: `w:12wn3w`. */
  toJSON(): string {
    const count = (run: string) => (run.length === 1 ? run : run.length + run.charAt(0));
    const runs = this.#marks?.replace(/n+|w+|r+/g, count);
    return runs === undefined ? marks[this.dominant] : `${marks[this.dominant]}:${runs}`;
  }

  /**
   * After a change of the text: from the newline with this 0-based index on, `removed` newlines went and
   * `inserted` came. New ones take over the endings of the old ones in order; more than those are `dominant`.
   */
  changed(start: number, removed: number, inserted: number): LineEndings {
    if (this.#marks === undefined) return this;
    if (start < 0 || removed < 0 || inserted < 0 || start + removed > this.#marks.length) {
      throw new RangeError(`There are no ${removed} newlines at ${start}.`);
    }
    const kept = this.#marks.slice(start, start + Math.min(removed, inserted));
    const added = marks[this.dominant].repeat(Math.max(0, inserted - removed));
    const lineMarks = this.#marks.slice(0, start) + kept + added + this.#marks.slice(start + removed);
    return new LineEndings(this.dominant, lineMarks);
  }

  /** A text with `\n` alone, as it is to be on disk. */
  applyTo(text: string): string {
    if (this.#marks === undefined) return this.dominant === "\n" ? text : text.replaceAll("\n", this.dominant);
    const lines = text.split("\n");
    if (lines.length !== this.#marks.length + 1) {
      throw new RangeError(`The text has ${lines.length - 1} newlines, ${this.#marks.length} are remembered.`);
    }
    let raw = lines[0] ?? "";
    for (let index = 1; index < lines.length; index++) {
      raw += (endingOfMark[this.#marks.charAt(index - 1)] ?? "\n") + (lines[index] ?? "");
    }
    return raw;
  }
}
