import { expect, it } from "vitest";
import { type FileMap, readFiles } from "./source-tree.js";

const MOST_LINES = 500;
const SHOWN = 5;

/** The longest files, longest first, if any of them is too long. */
function checkLengths(files: FileMap): string[] {
  const lengths = [...files]
    .map(([path, text]) => ({ path, lines: text.replace(/\n$/, "").split("\n").length }))
    .sort((a, b) => b.lines - a.lines);
  if ((lengths[0]?.lines ?? 0) <= MOST_LINES) return [];
  return lengths.slice(0, SHOWN).map(({ path, lines }) => `${path} has ${lines} lines`);
}

it(`no source file has more than ${MOST_LINES} lines`, () => {
  expect(checkLengths(readFiles((path) => /\.(ts|tsx|mjs|css)$/.test(path)))).toEqual([]);
});

it("a file that is too long is named, with the longest others", () => {
  const files = new Map([501, 500, 1, 2, 3, 4].map((lines) => [`${lines}.ts`, "x\n".repeat(lines)]));
  expect(checkLengths(files)).toEqual([501, 500, 4, 3, 2].map((lines) => `${lines}.ts has ${lines} lines`));
});

it("a file of just the allowed length is not", () => {
  expect(checkLengths(new Map([["500.ts", "x\n".repeat(500)]]))).toEqual([]);
});
