/** What the backend has confirmed of one document, and how much of that would be gone if the backend ended now. */
import type { ChangeSet, Text } from "@codemirror/state";
import type { PageUpdate, TypedOn } from "./rebase.js";

/** A document as the backend tells it. */
export interface ToldText {
  readonly edition: string;
  readonly version: number;
  readonly text: Text;
  /** How many of this page's updates are in it; undefined if the backend does not know. */
  readonly taken: number | undefined;
}

/** So many updates are kept although they are stored. */
const MOST_RECENT = 1000;

export class Confirmed {
  readonly edition: string;
  #version: number;
  #text: Text;
  /** The last one leads to the version. */
  #updates: PageUpdate[] = [];
  #storedVersion: number;
  #storedText: Text;
  /** How many of this page's updates are in the stored text. */
  #storedOwn: number;

  constructor({ edition, version, text, taken = 0 }: ToldText) {
    this.edition = edition;
    this.#version = this.#storedVersion = version;
    this.#text = this.#storedText = text;
    this.#storedOwn = taken;
  }

  is({ edition, version, text }: ToldText): boolean {
    return edition === this.edition && version === this.#version && text.eq(this.#text);
  }

  add(updates: readonly PageUpdate[]): void {
    for (const { changes } of updates) this.#text = changes.apply(this.#text);
    this.#version += updates.length;
    this.#updates = this.#recent([...this.#updates, ...updates]);
  }

  /** What leads to this version outlives the backend. */
  stored(version: number): void {
    for (const { changes, own } of this.#since(this.#storedVersion).slice(0, version - this.#storedVersion)) {
      this.#storedText = changes.apply(this.#storedText);
      this.#storedVersion++;
      if (own) this.#storedOwn++;
    }
    this.#updates = this.#recent(this.#updates);
  }

  /** The changes that lead from a version to the newest one. Undefined: that version is not known here. */
  changesSince(version: number): ChangeSet[] | undefined {
    const back = this.#version - version;
    if (back < 0 || back > this.#updates.length) return undefined;
    return this.#since(version).map(({ changes }) => changes);
  }

  /** What the backend may have lost, as far as `next` does not show that it has it. */
  missingFrom(next: ToldText, unsent: readonly ChangeSet[]): TypedOn {
    const typed = unsent.map((changes) => ({ own: true, changes }));
    const arrived = next.taken === undefined ? undefined : Math.max(0, next.taken - this.#storedOwn);
    return { base: this.#storedText, updates: [...this.#since(this.#storedVersion), ...typed], arrived };
  }

  #since(version: number): PageUpdate[] {
    return this.#updates.slice(this.#updates.length - (this.#version - version));
  }

  #recent(updates: PageUpdate[]): PageUpdate[] {
    return updates.slice(-Math.max(MOST_RECENT, this.#version - this.#storedVersion));
  }
}
