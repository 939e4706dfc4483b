import { describe, expect, it } from "vitest";
import { globMatcher } from "./glob.js";

describe("globMatcher", () => {
  it.each([
    ["**/.git/**", ["x/.git/config", ".git/HEAD"], [".gitignore", "x.git/y"]],
    ["**/node_modules", ["node_modules/a/b.js", "x/node_modules/c"], ["node_modules2/a", "my/node_modules.txt"]],
    ["dist", ["dist/a", "dist"], ["x/dist/a", "distant"]],
    ["dist/", ["dist/a"], ["x/dist"]],
    ["*.log", ["a.log", ".log"], ["x/a.log", "a.logs", "alog"]],
    ["**/*.log", ["a.log", "x/y/a.log"], ["a.log.txt"]],
    ["src/**/test", ["src/test/a", "src/a/b/test"], ["src/tests", "test"]],
    ["a?c", ["abc", "aéc", "a😀c"], ["ac", "a/c"]],
    ["[ab].txt", ["a.txt", "b.txt"], ["c.txt"]],
    ["[!a-c]x", ["dx"], ["ax", "/x"]],
    ["**/*.{js,map}", ["a.js", "b/c.map"], ["a.ts", "a.{js,map}"]],
    ["{a,b/{c,d}}", ["a", "b/c/x", "b/d"], ["b", "c"]],
    ["a,b", ["a,b"], ["a"]],
    ["(x)+$^|.", ["(x)+$^|."], ["xx"]],
    ["{open", ["{open"], ["open"]],
    ["close}", ["close}"], ["close"]],
    ["[", ["["], ["a"]],
    ["**", ["a", "a/b"], []],
  ])("%s", (pattern, matching, others) => {
    const matches = globMatcher([pattern]);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  it("matches what any of the patterns matches, and nothing without patterns", () => {
    expect(["a", "b", "c"].filter(globMatcher(["a", "b"]))).toEqual(["a", "b"]);
    expect(globMatcher([])("a")).toBe(false);
  });
});
