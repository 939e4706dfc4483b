import { Text } from "@codemirror/state";
import { expect, it } from "vitest";
import { findingsIn, offsetOf } from "./lint.js";

const text = Text.of(["one", "two", ""]);

it.each([
  [1, 1, 0],
  [2, 2, 5],
  [2, 99, 7],
  [99, 1, 8],
])("line %i, column %i is offset %i", (line, column, offset) => {
  expect(offsetOf(text, line, column)).toBe(offset);
});

it("a finding keeps its message and says who found it", () => {
  const found = {
    file: "/f",
    line: 2,
    column: 1,
    endLine: 2,
    endColumn: 4,
    message: "<b>no</b>",
    source: "ts",
    code: "7",
  };
  expect(findingsIn(text, [{ ...found, severity: "error" }])).toEqual([
    { from: 4, to: 7, severity: "error", message: "<b>no</b>", source: "ts 7" },
  ]);
});
