import { describe, expect, it } from "vitest";
import { FuzzyFinder } from "./fuzzy.js";

const find = (query: string, paths: readonly string[], limit = 100) => new FuzzyFinder(paths).find(query, limit);

describe("a query", () => {
  it("finds the file's name before the folder's", () => {
    expect(find("gate", ["gate/a.ts", "src/gate.ts", "src/x-gate.ts", "gate"])).toEqual([
      "gate",
      "src/gate.ts",
      "src/x-gate.ts",
      "gate/a.ts",
    ]);
  });

  it("prefers the beginning of a word to its middle, and a piece to scattered letters", () => {
    expect(find("list", ["l-i-s-t.ts", "enlist.ts", "fileList.ts", "listener.ts"])).toEqual([
      "listener.ts",
      "fileList.ts",
      "enlist.ts",
      "l-i-s-t.ts",
    ]);
  });

  it("finds by the first letters of words", () => {
    expect(find("pdt", ["packages/update.ts", "page-door.test.ts", "readme.md"])[0]).toBe("page-door.test.ts");
  });

  it("takes letters in any case, and folders", () => {
    expect(find("SRC/B", ["src/b.ts", "lib/b.ts"])).toEqual(["src/b.ts"]);
    expect(find("readme", ["README.md"])).toEqual(["README.md"]);
  });

  it("of several words wants them all", () => {
    expect(find("door test", ["door.ts", "door.test.ts", "test/door.ts"])).toEqual(["door.test.ts", "test/door.ts"]);
  });

  it("that is empty finds the first ones", () => {
    expect(find("", ["b", "a", "c"], 2)).toEqual(["b", "a"]);
    expect(find("  ", ["b"])).toEqual(["b"]);
  });

  it("that fits nothing finds nothing", () => {
    expect(find("zz", ["a.ts"])).toEqual([]);
    expect(find("ab", ["ba"])).toEqual([]);
  });

  it("gives shorter paths first, then those that came first, and no more than asked for", () => {
    expect(find("a", ["x/y/a.ts", "x/a.ts", "y/a.ts"], 2)).toEqual(["x/a.ts", "y/a.ts"]);
  });
});

it("a hundred thousand files are searched within a keystroke", () => {
  const paths = Array.from({ length: 100_000 }, (_, i) => `packages/part-${i % 997}/src/module-${i % 53}/file-${i}.ts`);
  const finder = new FuzzyFinder(paths);
  finder.find("warm", 100);
  const times = ["f", "file-9", "psf99", "part module ts", "zzz"].map((query) => {
    const before = process.cpuUsage();
    finder.find(query, 100);
    // Not by the clock: the machine may be busy with other things just then.
    return process.cpuUsage(before).user / 1000;
  });
  expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(50);
});
