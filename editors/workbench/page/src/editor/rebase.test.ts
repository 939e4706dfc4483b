import { ChangeSet, Text } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rebaseUnsent, textDifference } from "./rebase.js";

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

describe("unsent text", () => {
  const base = text("one\ntwo\nthree");

  it("moves with what others changed", () => {
    const change = rebaseUnsent(base, [typed(13, 7, "!")], text("zero\none\ntwo\nthree"));
    expect(change.apply(text("zero\none\ntwo\nthree")).toString()).toBe("zero\none\ntwo!\nthree");
  });

  it("is kept when its line is gone", () => {
    const next = text("one\nthree");
    expect(
      rebaseUnsent(base, [typed(13, 7, "!")], next)
        .apply(next)
        .toString(),
    ).toContain("!");
  });

  it("is not put in twice if it had arrived", () => {
    const unsent = [typed(13, 7, "!"), typed(14, 8, "?")];
    const all = text("one\ntwo!?\nthree");
    expect(rebaseUnsent(base, unsent, all).apply(all).toString()).toBe("one\ntwo!?\nthree");
    const first = text("one\ntwo!\nthree");
    expect(rebaseUnsent(base, unsent, first).apply(first).toString()).toBe("one\ntwo!?\nthree");
  });

  it("never loses a typed character", () => {
    const typing = fc.array(fc.tuple(fc.nat(), fc.constantFrom("X", "Y", "Z")), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(words, words, typing, (before, after, keys) => {
        let length = before.length;
        const unsent = keys.map(([at, key]) => typed(length, at % (length++ + 1), key));
        const next = text(after);
        const result = rebaseUnsent(text(before), unsent, next).apply(next).toString();
        for (const key of ["X", "Y", "Z"]) {
          expect(result.split(key).length - 1).toBe(keys.filter(([, pressed]) => pressed === key).length);
        }
      }),
    );
  });
});
