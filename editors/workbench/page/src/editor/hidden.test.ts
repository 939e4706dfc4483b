import { expect, it } from "vitest";
import { countHidden, hiddenLabel } from "./hidden.js";

it.each([
  ["plain text\n\twith a tab, é, 漢, 🙂", 0],
  ["if (admin\u202e \u2066// check\u2069 \u2066)", 4],
  ["zero\u200bwidth\ufeff", 2],
  ["tag \u{e0041}\u{e0042}", 2],
  ["key\ufe00 cap\ufe0e x\ufe0f 1\ufe0f \u{1f642}\ufe0f\ufe0f", 5],
  ["⚠\ufe0f, \u{1f642}\ufe0f and 1\ufe0f\u20e3", 0],
])("hidden characters of %j are counted", (text, count) => {
  expect(countHidden(text)).toBe(count);
});

it("a label is an abbreviation or a code point", () => {
  expect([hiddenLabel(0x202e), hiddenLabel(0xe0041), hiddenLabel(0x7f)]).toEqual(["RLO", "U+E0041", "U+007F"]);
});
