import { expect, it } from "vitest";
import { findText } from "./find-text.js";

const text = "one two\nthree\nfour two\n";

it.each([
  ["the first word", { startText: "two" }, [1, 5], [1, 8]],
  ["from word to word", { startText: "two", endText: "four" }, [1, 5], [3, 5]],
  ["the same word as beginning and end", { startText: "two", endText: "two" }, [1, 5], [1, 8]],
  ["a beginning whose end is not there", { startText: "three", endText: "none" }, [2, 1], [2, 6]],
  ["several lines, whatever ends them", { startText: "two\r\nthree" }, [1, 5], [2, 6]],
  ["to the end of the line", { startText: "two", endText: "fo", selectToEndOfLine: true }, [1, 5], [3, 9]],
] as const)("%s is found", (_, marks, [startLine, startColumn], [endLine, endColumn]) => {
  expect(findText(text, { selectToEndOfLine: false, ...marks })).toEqual({
    start: { line: startLine, column: startColumn },
    end: { line: endLine, column: endColumn },
  });
});

it.each([{}, { startText: "" }, { startText: "none" }, { endText: "two" }])("%j selects nothing", (marks) => {
  expect(findText(text, { selectToEndOfLine: false, ...marks })).toBeUndefined();
});
