/** What becomes of what was typed here when the backend comes back with a text that lacks some of it. */
import { diff } from "@codemirror/merge";
import { ChangeSet, type Text } from "@codemirror/state";

export interface PageUpdate {
  /** Made in this page. */
  readonly own: boolean;
  readonly changes: ChangeSet;
}

/** Updates that apply one after the other to `base`. */
export interface TypedOn {
  readonly base: Text;
  readonly updates: readonly PageUpdate[];
  /** How many of the own ones the backend has, the first ones; undefined if it does not know. */
  readonly arrived: number | undefined;
}

/**
 * The change to make on `next` so that nothing typed here is lost, and nothing that has arrived comes twice. What
 * others did is left to them: `next` has it, or they will bring it back.
 */
export function restoreTyped({ base, updates, arrived }: TypedOn, next: Text): ChangeSet {
  const first = arrived === undefined ? firstAfter(base, updates, next) : indexOfOwn(updates, arrived);
  const from = updates.slice(0, first).reduce((text, { changes }) => changes.apply(text), base);
  return ownChanges(from, updates.slice(first)).map(textDifference(from, next));
}

function indexOfOwn(updates: readonly PageUpdate[], count: number): number {
  let index = 0;
  for (let seen = 0; index < updates.length; index++) {
    if (updates[index]?.own && ++seen > count) break;
  }
  return index;
}

/** Index of the first update that leads beyond `next`; 0 if none leads to it. */
function firstAfter(base: Text, updates: readonly PageUpdate[], next: Text): number {
  let text = base;
  let first = 0;
  updates.forEach(({ changes }, index) => {
    text = changes.apply(text);
    if (text.eq(next)) first = index + 1;
  });
  return first;
}

/** The own changes alone, as one change of `base`. */
function ownChanges(base: Text, updates: readonly PageUpdate[]): ChangeSet {
  let own = ChangeSet.empty(base.length);
  let text = base;
  /** From the text with all changes to the one with only the own ones. */
  let withoutOthers = own;
  for (const { own: isOwn, changes } of updates) {
    if (isOwn) {
      own = own.compose(changes.map(withoutOthers));
      withoutOthers = withoutOthers.map(changes, true);
    } else {
      withoutOthers = changes.invert(text).compose(withoutOthers);
    }
    text = changes.apply(text);
  }
  return own;
}

/** Compares lines from both ends first, so that a large text with a small difference costs little. */
export function textDifference(before: Text, after: Text): ChangeSet {
  const shortest = Math.min(before.lines, after.lines);
  let top = 0;
  while (top < shortest && before.line(top + 1).text === after.line(top + 1).text) top++;
  if (top === before.lines && top === after.lines) return ChangeSet.empty(before.length);
  let bottom = 0;
  while (bottom < shortest - top && before.line(before.lines - bottom).text === after.line(after.lines - bottom).text) {
    bottom++;
  }
  const start = top === 0 ? 0 : before.line(top).to;
  const tail = bottom === 0 ? 0 : before.length - before.line(before.lines - bottom + 1).from;
  const keep = Math.min(tail, before.length - start, after.length - start);
  const endBefore = before.length - keep;
  const endAfter = after.length - keep;
  const changes = diff(before.sliceString(start, endBefore), after.sliceString(start, endAfter), { timeout: 200 });
  return ChangeSet.of(
    changes.map(({ fromA, toA, fromB, toB }) => ({
      from: start + fromA,
      to: start + toA,
      insert: after.slice(start + fromB, start + toB),
    })),
    before.length,
  );
}
