import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { StringText } from "./testing/string-text.js";
import { countLines, type LineEdit, planLineEdit, sliceLines } from "./text.js";

function edited(text: string, edit: LineEdit): string {
  const source = new StringText(text);
  return source.changed(planLineEdit(source, edit).change).toString();
}

describe("lines as agents count them", () => {
  it.each([
    ["", 0],
    ["\n", 1],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["a\nb\n", 2],
    ["a\n\n", 2],
  ])("%j has %i", (text, lines) => {
    expect(countLines(new StringText(text))).toBe(lines);
  });

  it.each([
    ["a\nb\nc\n", 2, 2, "b"],
    ["a\nb\nc\n", 1, 3, "a\nb\nc\n"],
    ["a\nb\nc\n", 1, 99, "a\nb\nc\n"],
    ["a\nb\nc", 2, 99, "b\nc"],
    ["", 1, 1, ""],
  ])("of %j, %i to %i are %j", (text, start, end, expected) => {
    expect(sliceLines(new StringText(text), start, end)).toBe(expected);
  });

  it.each([
    [3, 2],
    [5, 9],
  ])("cannot be read from %i to %i of three", (start, end) => {
    expect(() => sliceLines(new StringText("a\nb\nc"), start, end)).toThrow(
      expect.objectContaining({ code: "RANGE_INVALID" }),
    );
  });
});

describe("a line edit", () => {
  it.each<[string, string, number, number, string, string]>([
    ["replaces a line", "a\nb\nc\n", 2, 2, "B", "a\nB\nc\n"],
    ["takes one final newline as the line's own", "a\nb\nc\n", 2, 2, "B\n", "a\nB\nc\n"],
    ["takes a second final newline as an empty line", "a\nb\nc\n", 2, 2, "B\n\n", "a\nB\n\nc\n"],
    ["replaces by more lines", "a\nb\nc\n", 2, 2, "1\n2\n3", "a\n1\n2\n3\nc\n"],
    ["replaces by fewer lines", "a\nb\nc\n", 1, 2, "x", "x\nc\n"],
    ["inserts before a line", "a\nb\n", 2, 1, "x", "a\nx\nb\n"],
    ["inserts at the beginning", "a\n", 1, 0, "x", "x\na\n"],
    ["appends after a final newline", "a\nb\n", 3, 2, "c", "a\nb\nc\n"],
    ["appends on the empty last line an editor shows", "a\nb\n", 3, 3, "c", "a\nb\nc\n"],
    ["appends to a text without a final newline and gives it none", "a\nb", 3, 2, "c", "a\nb\nc"],
    ["deletes lines", "a\nb\nc\n", 2, 3, "", "a\n"],
    ["deletes a last line without newline and leaves the others whole", "a\nb", 2, 2, "", "a\n"],
    ["deletes everything", "a\nb\n", 1, 2, "", ""],
    ["keeps the final newline when the last line is replaced", "a\nb\n", 2, 2, "c", "a\nc\n"],
    ["adds no final newline by itself", "a\nb", 2, 2, "c", "a\nc"],
    ["adds a final newline that was asked for", "a\nb", 2, 2, "c\n", "a\nc\n"],
    ["fills an empty text as it was given", "", 1, 0, "x\ny\n", "x\ny\n"],
    ["fills an empty text through its shown line", "", 1, 1, "x", "x"],
    ["writes one empty line for a lone newline", "a\nb\n", 1, 1, "\n", "\nb\n"],
    ["takes any newline", "a\nb\n", 1, 1, "x\r\ny\rz", "x\ny\nz\nb\n"],
  ])("%s", (_, text, startLine, endLine, newText, expected) => {
    expect(edited(text, { startLine, endLine, newText })).toBe(expected);
  });

  it.each([
    [0 + 1, -1],
    [3, 1],
    [2, 9],
    [9, 9],
    [4, 3],
    [4, 4],
  ])("cannot reach from %i to %i in two lines", (startLine, endLine) => {
    expect(() => edited("a\nb\n", { startLine, endLine, newText: "x" })).toThrow(
      expect.objectContaining({ code: "RANGE_INVALID" }),
    );
  });

  it("cannot replace a line after the last one that has no newline", () => {
    expect(() => edited("a\nb", { startLine: 3, endLine: 3, newText: "x" })).toThrow(
      expect.objectContaining({ code: "RANGE_INVALID" }),
    );
  });

  it("says which lines hold the new text", () => {
    const text = new StringText("a\nb\nc\n");
    const range = (edit: LineEdit) => planLineEdit(text, edit).newRange;
    expect(range({ startLine: 2, endLine: 3, newText: "1\n2\n3\n" })).toEqual({ startLine: 2, endLine: 4 });
    expect(range({ startLine: 2, endLine: 2, newText: "" })).toEqual({ startLine: 2, endLine: 1 });
    expect(range({ startLine: 4, endLine: 3, newText: "x" })).toEqual({ startLine: 4, endLine: 4 });
  });

  it("applies only to the expected text", () => {
    const edit = { startLine: 2, endLine: 3, newText: "x" };
    expect(edited("a\nb\nc\n", { ...edit, expectedText: "b\nc" })).toBe("a\nx\n");
    expect(edited("a\nb\nc\n", { ...edit, expectedText: "b\r\nc\r\n" })).toBe("a\nx\n");
    expect(() => edited("a\nb\nC\n", { ...edit, expectedText: "b\nc" })).toThrow(
      expect.objectContaining({ code: "STALE" }),
    );
  });

  it("leaves lines that stay the same out of the change", () => {
    const { change } = planLineEdit(new StringText("a\nb\nc\nd\n"), {
      startLine: 1,
      endLine: 4,
      newText: "a\nX\nY\nd",
    });
    expect(change).toEqual({ from: 2, to: 6, insert: "X\nY\n" });
    const none = planLineEdit(new StringText("a\nb\n"), { startLine: 1, endLine: 2, newText: "a\nb" });
    expect(none.change.insert).toBe("");
    expect(none.change.from).toBe(none.change.to);
  });

  it("does the same as an edit on an array of lines", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "", "xy"), { maxLength: 8 });
    fc.assert(
      fc.property(lines, fc.boolean(), lines, fc.nat(9), fc.nat(9), (old, terminated, fresh, at, count) => {
        const text = old.length === 0 ? "" : old.join("\n") + (terminated || old.at(-1) === "" ? "\n" : "");
        const startLine = (at % (old.length + 1)) + 1;
        const endLine = Math.min(old.length, startLine - 1 + count);
        const newText = fresh.map((line) => `${line}\n`).join("");
        const expected = [...old.slice(0, startLine - 1), ...fresh, ...old.slice(Math.max(endLine, startLine - 1))];
        const result = new StringText(edited(text, { startLine, endLine: Math.max(endLine, startLine - 1), newText }));
        expect(result.toString().replace(/\n$/, "").split("\n").join("|")).toBe(expected.join("|"));
      }),
      { numRuns: 3000 },
    );
  });
});
