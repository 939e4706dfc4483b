import { describe, expect, it } from "vitest";
import { directoriesAbove } from "./git.js";
import { nameOf, parentOf, sortEntries, visibleRows } from "./tree.js";

const entry = (path: string, type: "file" | "directory" = "file") => ({
  name: nameOf(path),
  path,
  type,
  ignored: false,
});

describe("the tree's rows", () => {
  const known = new Map([
    ["", [entry("src", "directory"), entry("a.ts")]],
    ["src", [entry("src/deep", "directory"), entry("src/b.ts")]],
    ["src/deep", [entry("src/deep/c.ts")]],
  ]);
  const shown = (...open: string[]) => visibleRows(known, new Set(open)).map(({ path, depth }) => `${depth} ${path}`);

  it("are those of open directories, in order", () => {
    expect(shown()).toEqual(["0 src", "0 a.ts"]);
    expect(shown("src")).toEqual(["0 src", "1 src/deep", "1 src/b.ts", "0 a.ts"]);
  });

  it("know their place among those of their directory", () => {
    const places = visibleRows(known, new Set(["src"])).map(({ place, beside }) => `${place} of ${beside}`);
    expect(places).toEqual(["1 of 2", "1 of 2", "2 of 2", "2 of 2"]);
  });

  it("hide what lies below a closed directory", () => {
    expect(shown("src/deep")).toEqual(["0 src", "0 a.ts"]);
  });

  it("may be many", () => {
    const many = Array.from({ length: 100_000 }, (_, index) => entry(`file-${index}.ts`));
    expect(visibleRows(new Map([["", many]]), new Set())).toHaveLength(100_000);
  });
});

it("entries are sorted with directories first and numbers by size", () => {
  const sorted = sortEntries([entry("b10"), entry("b9"), entry("a", "directory"), entry("A.md")]);
  expect(sorted.map(({ name }) => name)).toEqual(["a", "A.md", "b9", "b10"]);
});

it("a path is taken apart", () => {
  expect([parentOf("a/b/c.ts"), nameOf("a/b/c.ts"), parentOf("c.ts"), nameOf("c.ts")]).toEqual([
    "a/b",
    "c.ts",
    "",
    "c.ts",
  ]);
});

it("every directory above a changed file is marked", () => {
  expect([...directoriesAbove(["a/b/c.ts", "a/d.ts", "e.ts"])].sort()).toEqual(["a", "a/b"]);
});
