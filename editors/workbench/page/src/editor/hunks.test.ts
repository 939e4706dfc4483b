import { ChangeSet, Text } from "@codemirror/state";
import type { ReviewView } from "@tandem/workbench-shared";
import { describe, expect, it } from "vitest";
import {
  foldedLines,
  insertionPoint,
  looksSame,
  mapPlaced,
  proposedText,
  sentInsert,
  shownInsert,
  snap,
  wordMarks,
} from "./hunks.js";

const content = "one\ntwo\nthree\nfour\n";
const text = Text.of(content.split("\n"));
/** The line "two". */
const two = { from: 4, to: 8 };

function typed(at: number, insert: string, placed = two, remove = 0) {
  const changes = ChangeSet.of({ from: at, to: at + remove, insert }, text.length);
  const after = changes.apply(text);
  const { from, to } = mapPlaced(placed, changes, after);
  return after.sliceString(from, to);
}

describe("a hunk's lines", () => {
  it.each([
    ["above", 0, "zero\n", "two\n"],
    ["right before them, as a line", 4, "new\n", "two\n"],
    ["right after them", 8, "new\n", "two\n"],
    ["below", 14, "x", "two\n"],
    ["at their beginning", 4, "x", "xtwo\n"],
    ["inside them", 5, "x", "txwo\n"],
    ["inside them, as a line", 5, "\n", "t\nwo\n"],
  ])("stay whole when the developer types %s", (_, at, insert, lines) => {
    expect(typed(at, insert)).toBe(lines);
  });

  it("shrink to nothing when they are deleted", () => {
    expect(typed(4, "", two, 4)).toBe("");
  });

  it("stay an insertion if they were one", () => {
    expect(typed(0, "zero\n", { from: 4, to: 4 })).toBe("");
  });

  it("are drawn into a text that is shorter", () => {
    expect(snap({ from: 100, to: 200 }, text)).toEqual({ from: text.length, to: text.length });
  });
});

describe("lines that go", () => {
  const many = Text.of(Array.from({ length: 101 }, (_, index) => `line ${index + 1}`));
  const lines = (first: number, last: number) => ({ from: many.line(first).from, to: many.line(last + 1).from });

  it("are shown whole if they are few", () => {
    expect(foldedLines(lines(1, 24), many)).toBeUndefined();
    expect(foldedLines({ from: 8, to: 8 }, many)).toBeUndefined();
  });

  it("are folded in the middle if they are many, whole lines of them", () => {
    const folded = foldedLines(lines(11, 60), many);
    expect(folded).toEqual({ from: many.line(19).from, to: many.line(52).to, count: 34 });
  });

  it("may be all there are", () => {
    const folded = foldedLines({ from: 0, to: many.length }, many);
    expect(folded).toEqual({ from: many.line(9).from, to: many.line(93).to, count: 85 });
  });
});

describe("proposed lines are shown", () => {
  it.each([
    ["below the lines that go", two, { pos: 7, side: 1 }],
    ["below the line before an insertion", { from: 4, to: 4 }, { pos: 3, side: 1 }],
    ["above the first line", { from: 0, to: 0 }, { pos: 0, side: -1 }],
    ["below all when everything goes", { from: 0, to: 19 }, { pos: 18, side: 1 }],
    ["before the empty end", { from: 19, to: 19 }, { pos: 18, side: 1 }],
  ])("%s", (_, placed, point) => {
    expect(insertionPoint(placed, text)).toEqual(point);
  });

  it("below a last line without a newline", () => {
    const open = Text.of(["one", "two"]);
    expect(insertionPoint({ from: 4, to: 7 }, open)).toEqual({ pos: 7, side: 1 });
    expect(insertionPoint({ from: 7, to: 7 }, open)).toEqual({ pos: 7, side: 1 });
  });
});

describe("the proposed text", () => {
  const hunks = [
    { ...two, insert: "2\n2b\n", verdict: "undecided" as const, stale: false },
    { from: 14, to: 19, insert: "", verdict: "rejected" as const, stale: false },
    { from: 8, to: 14, insert: "3\n", verdict: "undecided" as const, stale: true },
  ];

  it("has every hunk that is neither rejected nor stale", () => {
    expect(proposedText(text, hunks).text).toBe("one\n2\n2b\nthree\nfour\n");
  });

  it("says where they are on both sides", () => {
    expect(proposedText(text, hunks).changes).toEqual([{ fromA: 4, toA: 8, fromB: 4, toB: 9 }]);
  });
});

it("words that differ are marked on both sides", () => {
  const { removed, inserted } = wordMarks("open(this.url);", "open(that.url);");
  expect(removed).toHaveLength(1);
  expect(inserted).toHaveLength(1);
});

it("a line that is new as a whole has no mark", () => {
  const { inserted } = wordMarks("  open(url);\n", "  wait();\n  open(await url);\n");
  expect(inserted.every(({ from }) => from > "  wait();\n".length)).toBe(true);
});

it("a large hunk has no marks", () => {
  expect(wordMarks("a".repeat(4000), "b".repeat(4000)).removed).toEqual([]);
});

it.each(["a\n", "a\nb\n", "a", "\n\n"])("proposed %j survives being shown and sent", (insert) => {
  expect(sentInsert(shownInsert(insert), insert)).toBe(insert);
});

it("text emptied by the developer proposes no line", () => {
  expect(sentInsert("", "a\n")).toBe("");
});

describe("the picture of a review", () => {
  const hunk = { id: 0, ...two, insert: "2\n", verdict: "undecided", stale: false, edited: false, comment: "" };
  const review = { id: "r", version: 1, hunks: [hunk] } as unknown as ReviewView;
  const told = (more: object) => ({ ...review, hunks: [{ ...hunk, ...more }] }) as ReviewView;

  it("is the same when it is told again, commented on or accepted", () => {
    expect(looksSame(review, told({}))).toBe(true);
    expect(looksSame(review, told({ comment: "Why?", verdict: "accepted" }))).toBe(true);
  });

  it.each([{ insert: "3\n" }, { stale: true }, { verdict: "rejected" }, { to: 9 }])("is another with %j", (more) => {
    expect(looksSame(review, told(more))).toBe(false);
  });

  it("is another on another text", () => {
    expect(looksSame(review, { ...review, version: 2 })).toBe(false);
  });
});
