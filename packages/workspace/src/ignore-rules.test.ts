import { expect, it } from "vitest";
import { ignoreMatcher } from "./ignore-rules.js";

it.each([
  ["secrets", ["secrets", "secrets/a/b", "x/secrets/a"], ["secrets2", "my-secrets"]],
  ["*.key", ["a.key", "x/y/b.key"], ["a.keys"]],
  ["/top.txt", ["top.txt"], ["x/top.txt"]],
  ["docs/private", ["docs/private/a"], ["x/docs/private/a"]],
  ["build/", ["build/a", "x/build/b"], ["build", "x/build"]],
  ["a/**/z", ["a/z", "a/b/c/z"], ["z", "b/z"]],
  ["logs/**", ["logs/a", "logs/b/c"], ["logs"]],
  ["*.key\n!public.key", ["a.key"], ["public.key", "x/public.key"]],
  ["*.key\n!a", ["a/x.key"], ["a/x"]],
  ["keep/\n!keep/this", ["keep/this"], []],
  ["# a comment\n\n\\#a\n\\!b\r\nc  ", ["#a", "!b", "c"], ["# a comment", "a", "b", "c  "]],
  ["[z-a]", ["[z-a]"], ["z"]],
  ["/", [], ["a"]],
  ["", [], ["a"]],
])("%j", (rules, leftOut, others) => {
  const matches = ignoreMatcher(rules);
  expect(leftOut.filter((path) => !matches(path))).toEqual([]);
  expect(others.filter(matches)).toEqual([]);
});
