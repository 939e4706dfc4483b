import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { chooseSeeds, readSeed } from "./seed.js";
import { type Language, languages } from "./server-table.js";

const typescript = languages[0] as Language;
const choose = (...files: string[]) => chooseSeeds(files, typescript).files;

describe("chooseSeeds", () => {
  it("takes a file of each project, from the one that owns it", () => {
    expect(choose("tsconfig.json", "src/deep/b.ts", "src/a.ts", "packages/x/jsconfig.json", "packages/x/y.js")).toEqual(
      ["src/a.ts", "packages/x/y.js"],
    );
  });

  it("takes a project's biggest folders, since its configuration may leave some out", () => {
    const folders = ["a", "b", "b", "c", "c", "c", "d", "d", "d", "d"].map((folder, i) => `${folder}/${i}.ts`);
    expect(choose("tsconfig.json", "vite.config.ts", ...folders)).toEqual(["d/6.ts", "c/3.ts", "b/1.ts"]);
  });

  it("prefers TypeScript to JavaScript, and sources to declarations", () => {
    expect(choose("tsconfig.json", "src/a.d.ts", "src/b.js", "src/c.tsx")).toEqual(["src/c.tsx"]);
  });

  it("takes every source, nearest first and not too many, if there is no project", () => {
    const loose = (...files: string[]) => chooseSeeds(files, typescript).loose;
    expect(loose("lib/b.js", "a.ts", "README.md")).toEqual(["a.ts", "lib/b.js"]);
    expect(loose(...Array.from({ length: 2500 }, (_, i) => `${i}.js`))).toHaveLength(2000);
    expect(loose("tsconfig.json", "a.ts")).toEqual([]);
  });

  it("takes nothing from a project without sources", () => {
    expect(choose("tsconfig.json", "README.md")).toEqual([]);
  });
});

describe("readSeed", () => {
  it("reads regular files only, and only small ones", async () => {
    const root = await mkdtemp(join(tmpdir(), "tandem-seed-"));
    try {
      await writeFile(join(root, "a.ts"), "let a;");
      await writeFile(join(root, "big.ts"), "x".repeat(1_000_001));
      await promisify(execFile)("mkfifo", [join(root, "pipe.ts")]);
      expect((await readSeed(root, "a.ts"))?.text()).toBe("let a;");
      expect(await readSeed(root, "big.ts")).toBeUndefined();
      expect(await readSeed(root, "pipe.ts")).toBeUndefined();
      expect(await readSeed(root, "gone.ts")).toBeUndefined();
    } finally {
      await rm(root, { recursive: true });
    }
  });
});
