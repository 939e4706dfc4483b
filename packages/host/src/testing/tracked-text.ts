/** A text in which every character has an identity: what is where is known without any arithmetic of offsets. */
import type { TextChange } from "../text.js";

/** What a hunk stands on: the characters it removes, and those before and behind it. */
export interface Place {
  readonly own: readonly number[];
  readonly before: readonly number[];
  readonly behind: readonly number[];
}

let identities = 0;

export class TrackedText {
  readonly text: string;
  readonly #ids: readonly number[];
  #index: ReadonlyMap<number, number> | undefined;

  constructor(text: string, ids: readonly number[] = Array.from(text, () => ++identities)) {
    this.text = text;
    this.#ids = ids;
  }

  changed(changes: readonly TextChange[]): TrackedText {
    return changes.reduceRight<TrackedText>((old, { from, to, insert }) => {
      const fresh = Array.from(insert, () => ++identities);
      const text = old.text.slice(0, from) + insert + old.text.slice(to);
      return new TrackedText(text, [...old.#ids.slice(0, from), ...fresh, ...old.#ids.slice(to)]);
    }, this);
  }

  place(from: number, to: number): Place {
    const ids = this.#ids;
    return { own: ids.slice(from, to), before: ids.slice(0, from), behind: ids.slice(to) };
  }

  /** Where a hunk may begin and end now: between the nearest neighbours that are left. Undefined if its own characters are not all there and together. */
  find({ own, before, behind }: Place): { from: number; to: number } | undefined {
    const first = own[0];
    if (first === undefined) {
      const last = before.findLast((id) => this.#at(id) !== undefined);
      const next = behind.find((id) => this.#at(id) !== undefined);
      return { from: last === undefined ? 0 : (this.#at(last) ?? 0) + 1, to: this.#at(next) ?? this.text.length };
    }
    const from = this.#at(first);
    if (from === undefined || own.some((id, i) => this.#ids[from + i] !== id)) return undefined;
    return { from, to: from + own.length };
  }

  /** Whether `from`..`to` is where the hunk is. */
  fits(place: Place, from: number, to: number): boolean {
    const found = this.find(place);
    if (!found) return false;
    if (place.own.length > 0) return found.from === from && found.to === to;
    return from === to && found.from <= from && from <= found.to;
  }

  /** Whether nothing is in the text but the place's own characters. */
  isWholly({ own }: Place): boolean {
    return own.length === this.#ids.length && own.every((id, i) => this.#ids[i] === id);
  }

  /** Offset at which the line begins; 1-based. */
  lineStart(line: number): number {
    return this.text
      .split("\n")
      .slice(0, line - 1)
      .reduce((sum, each) => sum + each.length + 1, 0);
  }

  startsLine(at: number): boolean {
    return at === 0 || this.text[at - 1] === "\n";
  }

  #at(id: number | undefined): number | undefined {
    this.#index ??= new Map(this.#ids.map((each, i) => [each, i]));
    return id === undefined ? undefined : this.#index.get(id);
  }
}
