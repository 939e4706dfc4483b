import { symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { listDirectory } from "./directory.js";
import { createPathResolver } from "./paths.js";
import { Repository } from "./testing/repository.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

async function list(root: string, relative = "", excludes: readonly string[] = []) {
  const paths = await createPathResolver([root]);
  const entries = await listDirectory(await paths.directory(relative), excludes);
  return entries.map(
    ({ path, type, ignored }) => `${path}${type === "directory" ? "/" : ""}${ignored ? " ignored" : ""}`,
  );
}

it("a directory lists its own directories first, and marks what git ignores", async () => {
  const repository = new Repository(await temporaryFolder(onTestFinished));
  repository.write(
    [".gitignore", "dist/\n*.log\n:x\n"],
    "b10.ts",
    "b9.ts",
    "src/a.ts",
    "dist/out.js",
    "x.log",
    ":x",
    "-n",
    "é",
  );
  expect(await list(repository.root)).toEqual([
    "dist/ ignored",
    "src/",
    "-n",
    ":x ignored",
    ".gitignore",
    "b9.ts",
    "b10.ts",
    "é",
    "x.log ignored",
  ]);
  expect(await list(repository.root, "dist")).toEqual(["dist/out.js ignored"]);
});

it("a directory outside git has nothing that is ignored, and no .git or excluded files", async () => {
  const root = await temporaryFolder(onTestFinished);
  await mkdir(join(root, "a/.git"), { recursive: true });
  await mkdir(join(root, "a/b"));
  expect(await list(root, "a")).toEqual(["a/b/"]);
  expect(await list(root, "a", ["**/b"])).toEqual([]);
});

it("links are listed as what they lead to, and those that lead nowhere as files", async () => {
  const root = await temporaryFolder(onTestFinished);
  await mkdir(join(root, "real"));
  symlinkSync("real", join(root, "link"));
  symlinkSync("nowhere", join(root, "dangling"));
  expect(await list(root)).toEqual(["link/", "real/", "dangling"]);
});
