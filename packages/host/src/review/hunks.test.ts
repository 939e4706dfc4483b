import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StringText } from "../testing/string-text.js";
import { planLineEdits, type TextChange, terminatedLines } from "../text.js";
import { acceptedChanges, applyChanges, findHunks, type Hunk, hunksOf, mapHunks } from "./hunks.js";

function hunks(text: string, ...changes: TextChange[]): readonly Hunk[] {
  return hunksOf(new StringText(text), changes);
}

/** The hunks of replacing the whole text. */
function whole(before: string, after: string): readonly Hunk[] {
  return hunks(before, { from: 0, to: before.length, insert: after });
}

function accepted(all: readonly Hunk[]): readonly TextChange[] {
  return acceptedChanges(all.map((hunk) => ({ ...hunk, verdict: "accepted" })));
}

/** Types into the text under the hunks. */
function typed(text: string, all: readonly Hunk[], ...changes: TextChange[]): { text: string; hunks: readonly Hunk[] } {
  const after = applyChanges(text, changes);
  return { text: after, hunks: mapHunks(all, changes, new StringText(after)) };
}

describe("hunksOf", () => {
  it("cuts a change into the lines that differ", () => {
    expect(whole("a\nb\nc\nd\ne\n", "a\nB\nc\nd\nE\ne2\n")).toMatchObject([
      { id: 0, from: 2, to: 4, removed: "b\n", insert: "B\n", proposed: "B\n", line: 2, verdict: "undecided" },
      { id: 1, from: 8, to: 10, removed: "e\n", insert: "E\ne2\n", line: 5, stale: false, comment: "" },
    ]);
  });

  it("has an insertion stand before the line it goes before, and a deletion add nothing", () => {
    expect(whole("a\nb\n", "a\nx\nb\n")).toMatchObject([{ from: 2, to: 2, removed: "", insert: "x\n", line: 2 }]);
    expect(whole("a\nx\nb\n", "a\nb\n")).toMatchObject([{ from: 2, to: 4, removed: "x\n", insert: "", line: 2 }]);
  });

  it("finds nothing where nothing differs", () => {
    expect(whole("a\nb", "a\nb")).toEqual([]);
    expect(hunks("a\n")).toEqual([]);
  });

  it("takes a final newline for a difference of the last line", () => {
    expect(whole("a\nb", "a\nb\n")).toMatchObject([{ from: 2, to: 3, removed: "b", insert: "b\n" }]);
  });

  it("makes one hunk, of the whole line, of several changes in it", () => {
    const text = "let foo = old;\nnext\n";
    const all = hunks(text, { from: 4, to: 7, insert: "bar" }, { from: 10, to: 13, insert: "new" });
    expect(all).toMatchObject([{ removed: "let foo = old;\n", insert: "let bar = new;\n" }]);
  });

  it("shows every change as whole lines, and as what it makes of the text", () => {
    const piece = fc.constantFrom("", "a", "b\n", "\n", "cd", "e\nf");
    const texts = fc.array(fc.constantFrom("a", "bc", "\n"), { maxLength: 12 }).map((parts) => parts.join(""));
    const edits = fc.array(fc.tuple(fc.nat(4), fc.nat(4), piece), { maxLength: 4 });
    fc.assert(
      fc.property(texts, edits, (text, gaps) => {
        let at = 0;
        const changes = gaps.map(([gap, length, insert]) => {
          const from = Math.min(at + gap, text.length);
          at = Math.min(from + length, text.length);
          return { from, to: at, insert };
        });
        const all = hunks(text, ...changes);
        expect(applyChanges(text, accepted(all))).toBe(applyChanges(text, changes));
        for (const { from, to, insert } of all) {
          expect(from === 0 || text[from - 1] === "\n").toBe(true);
          const isWhole = (lines: string) => lines === "" || lines.endsWith("\n");
          expect(to === text.length || (isWhole(insert) && isWhole(text.slice(from, to)))).toBe(true);
        }
      }),
    );
  });

  it("numbers the hunks of several changes through", () => {
    const all = hunks("a\nb\nc\nd\n", { from: 0, to: 4, insert: "A\nb\nx\n" }, { from: 6, to: 8, insert: "D\n" });
    expect(all.map(({ id, from, insert }) => [id, from, insert])).toEqual([
      [0, 0, "A\n"],
      [1, 4, "x\n"],
      [2, 6, "D\n"],
    ]);
  });

  it("makes one hunk of a change that is too large to be cut", () => {
    const many = (tag: string) => Array.from({ length: 5000 }, (_, i) => `${tag}${i}\n`).join("");
    const before = `same\n${many("a")}`;
    expect(whole(before, `same\n${many("b")}`)).toHaveLength(1);
  });
});

describe("mapHunks", () => {
  const text = "one\ntwo\nthree\nfour\n";
  const two = hunks(text, { from: 4, to: 8, insert: "TWO\n" });
  const between = hunks(text, { from: 8, to: 8, insert: "new\n" });

  it.each<[string, readonly Hunk[], TextChange, Partial<Hunk>]>([
    ["before it", two, { from: 0, to: 0, insert: "zero\n" }, { from: 9, to: 13, stale: false }],
    ["in the line before it", two, { from: 1, to: 2, insert: "" }, { from: 3, to: 7, stale: false }],
    ["right before it, a whole line", two, { from: 4, to: 4, insert: "1½\n" }, { from: 7, to: 11, stale: false }],
    ["right behind it", two, { from: 8, to: 8, insert: "2½\n" }, { from: 4, to: 8, stale: false }],
    ["behind it", two, { from: 10, to: 12, insert: "" }, { from: 4, to: 8, stale: false }],
    ["right before it, part of a line", two, { from: 4, to: 4, insert: "x" }, { stale: true }],
    ["inside it", two, { from: 5, to: 6, insert: "W" }, { stale: true }],
    ["inside it, nothing but an insertion", two, { from: 6, to: 6, insert: "." }, { stale: true }],
    ["over it and both neighbours", two, { from: 2, to: 10, insert: "" }, { from: 2, to: 2, stale: true }],
    ["over its beginning", two, { from: 2, to: 6, insert: "" }, { stale: true }],
    ["over its end", two, { from: 6, to: 10, insert: "" }, { stale: true }],
    ["away its newline", two, { from: 7, to: 8, insert: "" }, { stale: true }],
    ["away the newline before it", two, { from: 3, to: 4, insert: "" }, { stale: true }],
    ["at an insertion, whole lines", between, { from: 8, to: 8, insert: "2½\n" }, { stale: false }],
    ["in the line behind an insertion", between, { from: 8, to: 9, insert: "T" }, { from: 8, to: 8, stale: false }],
    ["in the line before an insertion", between, { from: 4, to: 7, insert: "2" }, { from: 6, to: 6, stale: false }],
    ["away the newline before an insertion", between, { from: 7, to: 8, insert: "" }, { stale: true }],
    ["around an insertion", between, { from: 6, to: 10, insert: "" }, { stale: true }],
  ])("maps typing %s", (_, all, change, expected) => {
    expect(typed(text, all, change).hunks).toMatchObject([expected]);
  });

  it("maps several changes at once, each counted before any of them", () => {
    const changes = [
      { from: 0, to: 4, insert: "" },
      { from: 8, to: 8, insert: "2½\n" },
      { from: 14, to: 19, insert: "4\n" },
    ];
    expect(typed(text, two, ...changes).hunks).toMatchObject([{ from: 0, to: 4, stale: false }]);
  });

  it("never takes staleness back", () => {
    const once = typed(text, two, { from: 5, to: 6, insert: "W" });
    expect(typed(once.text, once.hunks, { from: 5, to: 6, insert: "w" }).hunks).toMatchObject([{ stale: true }]);
  });

  it("keeps an unfinished last line that the developer goes on writing from being accepted", () => {
    expect(typed("a\nb", whole("a\nb", "a\nB"), { from: 3, to: 3, insert: "!" }).hunks).toMatchObject([
      { stale: true },
    ]);
  });

  it("does not join an unfinished proposed line to what the developer wrote into an empty text", () => {
    const after = typed("", hunks("", { from: 0, to: 0, insert: "proposed" }), { from: 0, to: 0, insert: "typed" });
    const result = applyChanges(after.text, accepted(after.hunks));
    expect(terminatedLines(result).map((line) => line.trimEnd())).toContain("typed");
  });

  it("keeps a line appended to an unfinished last line acceptable while the developer types far above", () => {
    const before = "a\nb\nc";
    const { changes } = planLineEdits(new StringText(before), [{ startLine: 4, endLine: 3, newText: "d" }]);
    const after = typed(before, hunks(before, ...changes), { from: 0, to: 1, insert: "A" });
    expect(after.hunks).toMatchObject([{ stale: false }]);
    expect(applyChanges(after.text, accepted(after.hunks))).toBe("A\nb\nc\nd");
  });
});

const line = fc.constantFrom("", "a", "b", "c", "dd", "}");
const someText = fc.tuple(fc.array(line, { maxLength: 8 }), fc.boolean()).map(([lines, open]) => {
  const all = lines.map((each) => `${each}\n`).join("");
  return open ? all.slice(0, -1) : all;
});
/** Two places and an insertion, scaled to a text when there is one. */
const someTyping = fc.record({
  a: fc.double({ min: 0, max: 1, noNaN: true }),
  b: fc.double({ min: 0, max: 1, noNaN: true }),
  insert: fc.constantFrom("", "x", "\n", "y\n", "\nz", "p\nq\n"),
});

function typing(text: string, { a, b, insert }: { a: number; b: number; insert: string }): TextChange {
  const [from, to] = [Math.round(a * text.length), Math.round(b * text.length)].sort((x, y) => x - y) as [
    number,
    number,
  ];
  return { from, to, insert };
}

describe("hunks of any two texts", () => {
  it("give the proposed text when all are applied", () => {
    fc.assert(
      fc.property(someText, someText, (before, after) => {
        const all = whole(before, after);
        expect(applyChanges(before, accepted(all))).toBe(after);
        all.forEach((hunk, i) => {
          expect(before.slice(hunk.from, hunk.to)).toBe(hunk.removed);
          expect(hunk.from === 0 || before[hunk.from - 1] === "\n").toBe(true);
          expect(hunk.line).toBe(before.slice(0, hunk.from).split("\n").length);
          expect(hunk.from).toBeGreaterThanOrEqual(all[i - 1]?.to ?? 0);
        });
      }),
      { numRuns: 3000 },
    );
  });

  it("are never accepted over text that the developer changed, whatever is typed", () => {
    fc.assert(
      fc.property(someText, someText, fc.array(someTyping, { maxLength: 6 }), (before, after, strokes) => {
        let now = { text: before, hunks: whole(before, after) };
        for (const stroke of strokes) now = typed(now.text, now.hunks, typing(now.text, stroke));
        let end = 0;
        for (const { from, to, removed } of now.hunks.filter(({ stale }) => !stale)) {
          expect(now.text.slice(from, to)).toBe(removed);
          expect(from === 0 || now.text[from - 1] === "\n").toBe(true);
          expect(removed === "" || removed.endsWith("\n") || to === now.text.length).toBe(true);
          expect(from).toBeGreaterThanOrEqual(end);
          end = to;
        }
      }),
      { numRuns: 5000 },
    );
  });

  it("leave every line that the developer wrote whole", () => {
    fc.assert(
      fc.property(someText, someText, fc.array(fc.nat(), { maxLength: 4 }), (before, after, places) => {
        let now = { text: before, hunks: whole(before, after) };
        places.forEach((place, i) => {
          const starts = [0, ...[...now.text.matchAll(/\n/g)].map(({ index }) => index + 1)];
          const at = starts[place % starts.length] ?? 0;
          const insert = `mine ${i}${at === now.text.length ? "" : "\n"}`;
          now = typed(now.text, now.hunks, { from: at, to: at, insert });
        });
        const result = applyChanges(now.text, accepted(now.hunks)).split("\n");
        for (const mine of now.text.split("\n").filter((each) => each.startsWith("mine")))
          expect(result).toContain(mine);
      }),
      { numRuns: 3000 },
    );
  });
});

describe("findHunks", () => {
  it("puts hunks in the order of the text, and lets only one have lines that two would", () => {
    const all = hunks("a\nb\nc\nd\n", { from: 0, to: 2, insert: "A\n" }, { from: 6, to: 8, insert: "D\n" });
    expect(findHunks(all, new StringText("d\nb\na\n"))).toMatchObject([
      { id: 1, from: 0, to: 2, stale: false },
      { id: 0, from: 4, to: 6, stale: false },
    ]);
    const [first, second] = all as [Hunk, Hunk];
    const nested = [
      { ...first, removed: "a\nb\n" },
      { ...second, removed: "b\n" },
    ];
    expect(findHunks(nested, new StringText("a\nb\n")).map(({ id, stale }) => [id, stale])).toEqual([
      [0, false],
      [1, true],
    ]);
  });
});
