import type { LineSource, TextChange } from "../text.js";

/** A whole text in one string. For tests and small texts: every change copies it. */
export class StringText implements LineSource {
  readonly #text: string;
  /** Offset at which each line begins. */
  readonly #starts: readonly number[];

  constructor(text: string) {
    this.#text = text;
    const starts = [0];
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
    this.#starts = starts;
  }

  get lines(): number {
    return this.#starts.length;
  }

  get length(): number {
    return this.#text.length;
  }

  line(number: number): { from: number; to: number; text: string } {
    const from = this.#starts[number - 1];
    if (from === undefined) throw new RangeError(`There is no line ${number}.`);
    const next = this.#starts[number];
    const to = next === undefined ? this.#text.length : next - 1;
    return { from, to, text: this.#text.slice(from, to) };
  }

  sliceString(from: number, to?: number): string {
    return this.#text.slice(from, to);
  }

  changed({ from, to, insert }: TextChange): StringText {
    return new StringText(this.#text.slice(0, from) + insert + this.#text.slice(to));
  }

  toString(): string {
    return this.#text;
  }
}
