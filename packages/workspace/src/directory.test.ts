import { symlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { IdeError } from "@tandem/protocol";
import { expect, it, onTestFinished } from "vitest";
import { listDirectories } from "./directory.js";
import { createPathResolver } from "./paths.js";
import { Repository } from "./testing/repository.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

async function list(root: string, relative = "", excludes: readonly string[] = []) {
  const [entries] = await listAll(root, [relative], excludes);
  return entries;
}

async function listAll(root: string, relatives: readonly string[], excludes: readonly string[] = []) {
  const listings = await listDirectories(await createPathResolver([root]), relatives, excludes);
  return listings.map((entries) =>
    entries instanceof IdeError
      ? entries.code
      : entries.map(
          ({ path, type, ignored }) => `${path}${type === "directory" ? "/" : ""}${ignored ? " ignored" : ""}`,
        ),
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

it("many are listed at once, each by the rules of its own repository, and one that is not there is said to be so", async () => {
  const repository = new Repository(await temporaryFolder(onTestFinished));
  repository.write([".gitignore", "*.log\n"], "a.log", "src/b.log", "src/b.tmp", "src/deep/c.log");
  await mkdir(join(repository.root, "inner"));
  const inner = new Repository(join(repository.root, "inner"));
  inner.write([".gitignore", "*.tmp\n"], "d.log", "d.tmp", "src/e.tmp");
  expect(await listAll(repository.root, ["", "src", "src/deep", "inner", "inner/src", "none"])).toEqual([
    ["inner/", "src/", ".gitignore", "a.log ignored"],
    ["src/deep/", "src/b.log ignored", "src/b.tmp"],
    ["src/deep/c.log ignored"],
    ["inner/src/", "inner/.gitignore", "inner/d.log", "inner/d.tmp ignored"],
    ["inner/src/e.tmp ignored"],
    "FILE_NOT_FOUND",
  ]);
});
