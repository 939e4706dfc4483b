import { describe, expect, it } from "vitest";
import { typedWord, wordsOf } from "./words.js";

describe("the words of a line", () => {
  it.each([
    ["  a  b\tc ", ["a", "b", "c"]],
    ["my\\ file.txt < 'other file'", ["my file.txt", "<", "other file"]],
    ['"a \\"b\\" c"d', ['a "b" cd']],
    ["", []],
    ["C:\\\\x", ["C:\\x"]],
  ])("of %j are %j", (line, words) => {
    expect(wordsOf(line)).toEqual(words);
  });

  it("need their quotes closed", () => {
    expect(() => wordsOf("'a b")).toThrow("not closed");
  });

  it.each(["plain.ts", "with space", "quo\"te's", "back\\slash"])("come back as they were typed: %s", (word) => {
    expect(wordsOf(typedWord(word))).toEqual([word]);
  });
});
