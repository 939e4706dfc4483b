import { expect, it } from "vitest";
import { oneLine } from "./one-line.js";

it.each([
  ["two\r\n  lines\n", "two lines"],
  ["tab\tand\u2028separators\u2029", "tab and separators"],
  ["\u001b[31mred\u001b[0m", "[31mred[0m"],
  ["\u0007bell, \u009b31m, \u202ebidi\u2066, zero\u200bwidth", "bell, 31m, bidi, zerowidth"],
  ["half \ud800 a pair", "half  a pair"],
])("%j is shown as %j", (text, shown) => {
  expect(oneLine(text, 100)).toBe(shown);
});

it("is cut between characters", () => {
  expect(oneLine("😀".repeat(10), 3)).toBe("😀😀😀");
  expect(oneLine("x".repeat(1_000_000), 5)).toBe("xxxxx");
});
