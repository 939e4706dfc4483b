import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StringText } from "../testing/string-text.js";
import type { TextChange } from "../text.js";
import { acceptedChanges, applyChanges, hunksOf } from "./hunks.js";
import { proposedText, rewriteHunks } from "./rewrite.js";

const text = new StringText("one\ntwo\nthree\nfour\nfive\n");
const hunks = hunksOf(text, [
  { from: 4, to: 8, insert: "TWO\n" },
  { from: 19, to: 24, insert: "FIVE\nSIX\n" },
]);
const shown = proposedText(text, hunks).text;

function typed(words: string, instead: string): TextChange {
  const from = shown.indexOf(words);
  return { from, to: from + words.length, insert: instead };
}

describe("the proposed text", () => {
  it("has the hunks in their places", () => {
    expect(shown).toBe("one\nTWO\nthree\nfour\nFIVE\nSIX\n");
    expect(proposedText(text, hunks).places).toMatchObject([
      { from: 4, to: 8 },
      { from: 19, to: 28 },
    ]);
  });

  it("is without what was rejected", () => {
    const rejected = hunks.map((hunk) => (hunk.id === 0 ? { ...hunk, verdict: "rejected" as const } : hunk));
    expect(proposedText(text, rejected).text).toBe("one\ntwo\nthree\nfour\nFIVE\nSIX\n");
  });
});

describe("what the developer types", () => {
  it("in a hunk becomes its words, and what was proposed is kept", () => {
    const rewritten = rewriteHunks(text, hunks, [typed("TWO", "2")]);
    expect(rewritten).toMatchObject([
      { id: 0, from: 4, to: 8, insert: "2\n", proposed: "TWO\n", removed: "two\n" },
      { id: 1 },
    ]);
  });

  it("elsewhere becomes a hunk of their own", () => {
    const rewritten = rewriteHunks(text, hunks, [typed("one", "ONE")]);
    // The line above a hunk touches it: the two are one then.
    expect(rewritten).toMatchObject([
      { id: 0, from: 0, to: 8, insert: "ONE\nTWO\n", proposed: "one\nTWO\n", line: 1 },
      {},
    ]);
    const apart = rewriteHunks(new StringText("a\nb\nc\nd\n"), [], [{ from: 4, to: 5, insert: "C" }]);
    expect(apart).toMatchObject([{ id: 0, from: 4, to: 6, insert: "C\n", proposed: "c\n", removed: "c\n", line: 3 }]);
  });

  it("that brings the old text back rejects the hunk", () => {
    const rewritten = rewriteHunks(text, hunks, [typed("TWO", "two")]);
    expect(rewritten).toMatchObject([{ id: 0, verdict: "rejected", proposed: "TWO\n", insert: "TWO\n" }, { id: 1 }]);
  });

  it("and takes back leaves no trace", () => {
    const there = rewriteHunks(text, [], [{ from: 0, to: 3, insert: "ONE" }]);
    expect(rewriteHunks(text, there, [{ from: 0, to: 3, insert: "one" }])).toEqual([]);
    const edited = rewriteHunks(text, hunks, [typed("TWO", "2")]);
    expect(rewriteHunks(text, edited, [{ from: 4, to: 5, insert: "TWO" }])).toEqual(hunks);
  });

  it("at several places at once is taken from each", () => {
    const rewritten = rewriteHunks(text, hunks, [typed("TWO", "2"), typed("SIX", "6")]);
    expect(rewritten.map(({ insert }) => insert)).toEqual(["2\n", "FIVE\n6\n"]);
  });

  it("where something was rejected stands in its place", () => {
    const rejected = hunks.map((hunk) => ({ ...hunk, verdict: "rejected" as const }));
    const [old, own] = rewriteHunks(text, rejected, [{ from: 4, to: 7, insert: "zwei" }]);
    expect([own, old]).toMatchObject([
      { insert: "zwei\n", stale: false },
      { id: 0, verdict: "rejected", stale: true },
    ]);
  });

  it("is exactly what is accepted afterwards, whatever it is", () => {
    const line = fc.constantFrom("a\n", "b\n", "\n", "c\n");
    const lines = fc.array(line, { maxLength: 8 });
    const words = fc.constantFrom("", "x", "\n", "a\n", "y\nz");
    fc.assert(
      fc.property(
        lines,
        lines,
        fc.boolean(),
        fc.array(fc.tuple(fc.nat(20), fc.nat(6), words), { minLength: 1, maxLength: 6 }),
        (before, after, cut, edits) => {
          const old = new StringText(cut ? before.join("").replace(/\n$/, "") : before.join(""));
          let current = hunksOf(old, [{ from: 0, to: old.length, insert: after.join("") }]);
          let seen = proposedText(old, current).text;
          for (const [at, length, insert] of edits) {
            const from = Math.min(at, seen.length);
            const change = { from, to: Math.min(from + length, seen.length), insert };
            seen = applyChanges(seen, [change]);
            current = rewriteHunks(old, current, [change]);
            expect(proposedText(old, current).text).toBe(seen);
          }
          const accepted = current.map((hunk) =>
            hunk.verdict === "rejected" ? hunk : { ...hunk, verdict: "accepted" as const },
          );
          expect(applyChanges(old.toString(), acceptedChanges(accepted))).toBe(seen);
          expect(new Set(current.map(({ id }) => id)).size).toBe(current.length);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
