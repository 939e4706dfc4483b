import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languageIdOf, languageOf, languages } from "./server-table.js";

describe("The table of languages", () => {
  it("knows files by their extension", () => {
    const ids = ["/a.ts", "/a.d.mts", "/A.TSX", "/a.cjs", "/a.jsx", "/a.pyi", "/a.rs", "/Makefile", "/.ts"].map(
      (file) => {
        const language = languageOf(file);
        return language && languageIdOf(language, file);
      },
    );
    expect(ids).toEqual([
      "typescript",
      "typescript",
      "typescriptreact",
      "javascript",
      "javascriptreact",
      "python",
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("names programs that are there", () => {
    for (const language of languages) {
      const [program = "", script = ""] = language.command();
      expect(existsSync(program)).toBe(true);
      if (program === process.execPath) expect(existsSync(script)).toBe(true);
    }
  });
});
