import { expect, it } from "vitest";
import { languageOf, loadLanguage } from "./languages.js";

it.each([
  ["src/a.ts", "typescript"],
  ["src/App.TSX", "tsx"],
  ["Dockerfile", "docker"],
  [".envrc", "shell"],
  ["a.b/c.test.py", "python"],
  ["LICENSE", undefined],
  ["a.ts/unknown", undefined],
])("%s is %s", (path, language) => {
  expect(languageOf(path)).toBe(language);
});

it("a language can be loaded", async () => {
  expect(await loadLanguage("a.json")).toBeDefined();
  expect(await loadLanguage("a.toml")).toBeDefined();
  expect(await loadLanguage("a.unknown")).toBeUndefined();
});
