/** Listing the workspace. */
import { rename, rm, writeFile } from "node:fs/promises";
import { expect } from "vitest";
import { git, type HostSetup, put } from "../helpers/hosts.js";
import type { Scene } from "../helpers/scene.js";
import { verifies } from "../helpers/verifies.js";

const setup: HostSetup = {
  files: { "README.md": "# x\n", "src/a.ts": "", "src/lib/b.ts": "", "src/lib/c d.ts": "", "zebra.txt": "" },
};

/** Paths in their order, directories with a final "/". */
async function paths({ call }: Scene, input: { directory?: string; recursive?: boolean; limit?: number } = {}) {
  const { entries } = await call("ide.file.list", input);
  return entries.map(({ path, type }) => (type === "directory" ? `${path}/` : path));
}

verifies("file.list:root", setup, async (scene) => {
  expect(await paths(scene)).toEqual(["README.md", "src/", "zebra.txt"]);
});

verifies("file.list:directory", setup, async (scene) => {
  expect(await paths(scene, { directory: "src" })).toEqual(["src/a.ts", "src/lib/"]);
  expect(await paths(scene, { directory: "src/lib" })).toEqual(["src/lib/b.ts", "src/lib/c d.ts"]);
});

verifies("file.list:recursive", setup, async (scene) => {
  const all = ["README.md", "src/", "src/a.ts", "src/lib/", "src/lib/b.ts", "src/lib/c d.ts", "zebra.txt"];
  expect(await paths(scene, { recursive: true })).toEqual(all);
  expect(await paths(scene, { recursive: true, directory: "src/lib" })).toEqual(["src/lib/b.ts", "src/lib/c d.ts"]);
});

verifies("file.list:entry", setup, async ({ call }) => {
  expect(await call("ide.file.list", { directory: "src" })).toEqual({
    entries: [
      { name: "a.ts", path: "src/a.ts", type: "file" },
      { name: "lib", path: "src/lib", type: "directory" },
    ],
    total: 2,
    truncated: false,
  });
});

verifies("file.list:paging", setup, async (scene) => {
  const all = (await scene.call("ide.file.list", { recursive: true })).entries;
  for (const limit of [1, 2, 3, 7]) {
    const seen: typeof all = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 10; pages++) {
      const page = await scene.call("ide.file.list", {
        recursive: true,
        limit,
        ...(cursor !== undefined && { cursor }),
      });
      expect(page.total).toBe(all.length);
      expect(page.truncated).toBe(page.cursor !== undefined);
      seen.push(...page.entries);
      cursor = page.cursor;
      if (cursor === undefined) break;
      expect(page.entries).toHaveLength(limit);
    }
    expect(seen, `in pages of ${limit}`).toEqual(all);
  }
});

verifies("file.list:bad-directory", setup, async ({ failure, path }) => {
  const code = async (directory: string) => (await failure("ide.file.list", { directory })).code;
  expect(await code("nowhere")).toBe("FILE_NOT_FOUND");
  expect(await code("README.md")).toBe("FILE_NOT_FOUND");
  expect(await code(path("src"))).toBe("INVALID_INPUT");
  expect(await code("..")).toBe("OUTSIDE_WORKSPACE");
  expect(await code("src/../../etc")).toBe("OUTSIDE_WORKSPACE");
});

verifies(
  "file.list:ignored",
  { files: { ".gitignore": "built/\n*.log\n!kept.log\n", "a.ts": "", "src/.gitignore": "secret\n" } },
  async (scene) => {
    for (const ignored of ["built/x.js", "debug.log", "src/secret"]) await put(scene.path(ignored), "");
    for (const shown of ["kept.log", "src/open", "secret"]) await put(scene.path(shown), "");
    expect(await paths(scene, { recursive: true })).toEqual([
      ".gitignore",
      "a.ts",
      "kept.log",
      "secret",
      "src/",
      "src/.gitignore",
      "src/open",
    ]);
  },
);

const statusSetup: HostSetup = {
  files: {
    "same.txt": "1\n",
    "modified.txt": "1\n",
    "gone.txt": "1\n",
    "old name.txt": "a long enough text\n",
    "both.txt": "1\n",
  },
};

verifies("file.list:git-status", statusSetup, async ({ call, host, path }) => {
  await makeConflict(host.root, path("both.txt"));
  await writeFile(path("modified.txt"), "2\n");
  await writeFile(path("untracked.txt"), "");
  await writeFile(path("added.txt"), "");
  await rm(path("gone.txt"));
  await rename(path("old name.txt"), path("new name.txt"));
  await git(host.root, "add", "added.txt", "old name.txt", "new name.txt");
  const { entries } = await call("ide.file.list", { recursive: true });
  expect(Object.fromEntries(entries.map((entry) => [entry.path, entry.gitStatus]))).toEqual({
    "added.txt": "added",
    "both.txt": "conflicted",
    "modified.txt": "modified",
    "new name.txt": "renamed",
    "same.txt": undefined,
    "untracked.txt": "untracked",
  });
});

/** Leaves a merge that both sides have a say in. */
async function makeConflict(root: string, file: string): Promise<void> {
  await git(root, "switch", "--quiet", "--create", "other");
  await writeFile(file, "theirs\n");
  await git(root, "commit", "--quiet", "--all", "--message=theirs");
  await git(root, "switch", "--quiet", "main");
  await writeFile(file, "ours\n");
  await git(root, "commit", "--quiet", "--all", "--message=ours");
  await expect(git(root, "merge", "other")).rejects.toThrow();
}

verifies("file.list:excludes", { ...setup, exclude: ["**/lib/**", "*.md"] }, async (scene) => {
  expect(await paths(scene, { recursive: true })).toEqual(["src/", "src/a.ts", "zebra.txt"]);
});

verifies(
  "file.list:without-git",
  { git: false, files: { ".gitignore": "built/\n", "a.ts": "", "built/x.js": "", "src/b.ts": "" } },
  async (scene) => {
    expect(await paths(scene, { recursive: true })).toEqual([".gitignore", "a.ts", "src/", "src/b.ts"]);
    const { entries } = await scene.call("ide.file.list", { recursive: true });
    expect(entries.filter((entry) => entry.gitStatus !== undefined)).toEqual([]);
  },
);
