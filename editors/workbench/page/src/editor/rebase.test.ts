import { ChangeSet, Text } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { restoreTyped, type TypedOn, textDifference } from "./rebase.js";

const text = (content: string) => Text.of(content.split("\n"));
const typed = (length: number, at: number, insert: string) => ChangeSet.of({ from: at, insert }, length);
const words = fc.array(fc.constantFrom("a", "b", "\n", "cd", " "), { maxLength: 40 }).map((parts) => parts.join(""));

describe("the difference of two texts", () => {
  it("turns one into the other", () => {
    fc.assert(
      fc.property(words, words, (before, after) => {
        expect(textDifference(text(before), text(after)).apply(text(before)).toString()).toBe(after);
      }),
    );
  });

  it("touches only the lines that differ", () => {
    const lines = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
    const changed = textDifference(Text.of(lines), Text.of(lines.with(500, "line five hundred")));
    changed.iterChangedRanges((from, to) => {
      expect(Text.of(lines).lineAt(from).number).toBe(501);
      expect(Text.of(lines).lineAt(to).number).toBe(501);
    });
  });
});

describe("what was typed", () => {
  const base = text("one\ntwo\nthree");
  const own = (...changes: ChangeSet[]) => changes.map((one) => ({ own: true, changes: one }));
  const restored = (typedOn: TypedOn, next: string) => restoreTyped(typedOn, text(next)).apply(text(next)).toString();

  it("moves with what others changed", () => {
    const updates = own(typed(13, 7, "!"));
    expect(restored({ base, updates, arrived: 0 }, "zero\none\ntwo\nthree")).toBe("zero\none\ntwo!\nthree");
  });

  it("is kept when its line is gone", () => {
    expect(restored({ base, updates: own(typed(13, 7, "!")), arrived: 0 }, "one\nthree")).toContain("!");
  });

  it("is not put in twice if it had arrived, whether the backend knows that or not", () => {
    const updates = own(typed(13, 7, "!"), typed(14, 8, "?"));
    for (const arrived of [2, undefined]) {
      expect(restored({ base, updates, arrived }, "one\ntwo!?\nthree")).toBe("one\ntwo!?\nthree");
    }
    for (const arrived of [1, undefined]) {
      expect(restored({ base, updates, arrived }, "one\ntwo!\nthree")).toBe("one\ntwo!?\nthree");
    }
  });

  it("comes back without what others did in between", () => {
    const updates = [
      ...own(typed(13, 0, "mine ")),
      { own: false, changes: typed(18, 18, " theirs") },
      ...own(typed(25, 25, " too")),
    ];
    expect(restored({ base, updates, arrived: 0 }, "one\ntwo\nthree")).toBe("mine one\ntwo\nthree too");
    expect(restored({ base, updates, arrived: 1 }, "mine one\ntwo\nthree")).toBe("mine one\ntwo\nthree too");
  });

  it("is never lost and never doubled", () => {
    const key = fc.record({ at: fc.nat(), key: fc.constantFrom("X", "Y", "Z"), own: fc.boolean() });
    const typing = fc.array(key, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, words, typing, (before, after, keys) => {
        let length = before.length;
        const updates = keys.map(({ at, key: pressed, own: isOwn }) => {
          const shown = isOwn ? pressed : pressed.toLowerCase();
          return { own: isOwn, changes: typed(length, at % (length++ + 1), shown) };
        });
        const result = restored({ base: text(before), updates, arrived: 0 }, after);
        for (const letter of ["X", "Y", "Z"]) {
          const pressed = keys.filter(({ key: one, own: isOwn }) => isOwn && one === letter);
          expect(result.split(letter).length - 1).toBe(pressed.length);
        }
        expect(result).toHaveLength(after.length + keys.filter(({ own: isOwn }) => isOwn).length);
      }),
    );
  });
});
