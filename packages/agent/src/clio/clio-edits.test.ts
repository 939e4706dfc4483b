import { describe, expect, it } from "vitest";
import { applyClioEdits } from "./clio-edits.js";

const zeroRange = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
/** The range ends one past the line, as the document's example has it. */
const edits = [
  {
    range: { start: { line: 1, character: 11 }, end: { line: 1, character: 17 } },
    oldText: "a * b",
    newText: "a + b",
  },
];

describe("edits", () => {
  it("clamp at the end of a line and of the text, and need not be in order", () => {
    expect(applyClioEdits("\n    return a * b\n", edits)).toBe("\n    return a + b\n");
    const end = { line: 99, character: 9 };
    const several = [
      { range: { start: end, end }, newText: "!" },
      { range: { start: { line: 0, character: 1 }, end: { line: 0, character: 50 } }, newText: "B" },
    ];
    expect(applyClioEdits("ab\r\nc", several)).toBe("aB\r\nc!");
  });

  it("that do not fit change nothing", () => {
    expect(() => applyClioEdits("x", [{ range: zeroRange, oldText: "y", newText: "" }])).toThrow("was expected");
    const twice = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 2 } }, newText: "" };
    expect(() => applyClioEdits("abc", [twice, twice])).toThrow("overlap");
  });
});
