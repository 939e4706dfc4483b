/** The last changes of a document, for those who have to catch up with it. */
import type { ChangeSet } from "@codemirror/state";
import type { TextChange } from "@tandem/host";

/** One change, as `@codemirror/collab` counts them: each moves the version by one. */
export interface DocumentUpdate {
  /** Of the page that made it; "" for agents and the disk. */
  readonly clientID: string;
  readonly changes: ChangeSet;
}

/** Several updates in a row as changes of the text before them, in order and apart. */
export function textChanges(updates: readonly Pick<DocumentUpdate, "changes">[]): readonly TextChange[] {
  const [first, ...others] = updates;
  const changes: TextChange[] = [];
  const composed = others.reduce((sum, update) => sum?.compose(update.changes), first?.changes);
  composed?.iterChanges((from, to, _fromB, _toB, inserted) => {
    changes.push({ from, to, insert: inserted.toString() });
  });
  return changes;
}

/** How many changes are kept of one document. */
export const MAX_UPDATES = 1000;
/** How much inserted text they may hold together, in UTF-16 units. */
const MAX_UNITS = 4_000_000;

export class UpdateHistory {
  readonly #updates: DocumentUpdate[] = [];
  #units = 0;

  add(update: DocumentUpdate): void {
    this.#updates.push(update);
    this.#units += insertedUnits(update.changes);
    while (this.#updates.length > MAX_UPDATES || this.#units > MAX_UNITS) {
      this.#units -= insertedUnits((this.#updates.shift() as DocumentUpdate).changes);
    }
  }

  /** The last `count` ones; undefined if that many are not kept. */
  last(count: number): readonly DocumentUpdate[] | undefined {
    if (count < 0 || count > this.#updates.length) return undefined;
    return this.#updates.slice(this.#updates.length - count);
  }
}

function insertedUnits(changes: ChangeSet): number {
  let units = 0;
  changes.iterChanges((_fromA, _toA, fromB, toB) => {
    units += toB - fromB;
  });
  return units;
}
