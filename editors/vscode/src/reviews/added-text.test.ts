import { expect, it } from "vitest";
import { addedText } from "./added-text.js";

const lines = (insert: string, tabSize = 4) => />([^<]*)<\/span>/.exec(addedText(insert, tabSize))?.[1]?.split("\n");

it("blanks and empty lines stay, and the lines are of one width", () => {
  expect(lines("  a;\n\n    bc;\n")).toEqual(["  a;    ", "        ", "    bc; "]);
});

it("a tab reaches to the next stop", () => {
  expect(lines("\ta\n x\ty\n", 4)).toEqual(["    a ", " x  y "]);
});

it("what an agent writes is text, never markup", () => {
  expect(lines('</pre><img src="x"> & *b*\n')).toEqual(['&lt;/pre&gt;&lt;img src="x"&gt; &amp; *b* ']);
});

it("hidden characters are named", () => {
  expect(lines("a\u202eb\u200b\u0000\n")).toEqual(["a[U+202E]b[U+200B][U+0000] "]);
});

it("what is too long is cut, and said to be", () => {
  const text = addedText(`${"x".repeat(5000)}\n`.repeat(300), 4);
  expect(text.length).toBeLessThan(250_000);
  expect(text).toContain("100 more lines");
});
