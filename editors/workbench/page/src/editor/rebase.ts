/** What becomes of text that was typed but never confirmed when the backend comes back with another text. */
import { diff } from "@codemirror/merge";
import { ChangeSet, type Text } from "@codemirror/state";

/**
 * The change to make on `next` so that nothing of `unsent` is lost. `unsent` apply one after the other to `base`, the
 * last text that the backend confirmed; those that `next` already holds are left out.
 */
export function rebaseUnsent(base: Text, unsent: readonly ChangeSet[], next: Text): ChangeSet {
  const rest = withoutArrived(base, unsent, next);
  const own = rest.reduce<ChangeSet | undefined>((all, changes) => all?.compose(changes) ?? changes, undefined);
  if (!own) return ChangeSet.empty(next.length);
  const from = unsent.slice(0, unsent.length - rest.length).reduce((text, changes) => changes.apply(text), base);
  return own.map(textDifference(from, next));
}

/** The backend may have taken the first few before the connection broke. */
function withoutArrived(base: Text, unsent: readonly ChangeSet[], next: Text): readonly ChangeSet[] {
  let text = base;
  let arrived = text.eq(next) ? 0 : -1;
  unsent.forEach((changes, index) => {
    text = changes.apply(text);
    if (text.eq(next)) arrived = index + 1;
  });
  return unsent.slice(Math.max(arrived, 0));
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
