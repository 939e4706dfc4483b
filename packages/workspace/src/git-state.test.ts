import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { gitFolders, readGitState } from "./git-state.js";
import { Repository } from "./testing/repository.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

it("a repository has a branch from its first moment, and a commit's hash where there is none", async () => {
  const repository = new Repository(await temporaryFolder(onTestFinished));
  expect((await readGitState(repository.root)).branch).toBe("main");
  repository.write("a.txt");
  repository.commitAll();
  repository.git("checkout", "-q", "-b", "feature/é");
  expect((await readGitState(repository.root)).branch).toBe("feature/é");
  repository.git("checkout", "-q", "--detach");
  expect((await readGitState(repository.root)).branch).toMatch(/^[0-9a-f]{7,}$/);
});

it("what has changed is told from the folder that is open", async () => {
  const repository = new Repository(await temporaryFolder(onTestFinished));
  repository.write("sub/a.txt", "sub/gone.txt", "sub/é b.txt", "top.txt");
  repository.commitAll();
  repository.write(["sub/a.txt", "changed"], "sub/new.txt", ["top.txt", "changed"]);
  repository.git("rm", "-q", "sub/gone.txt");
  expect((await readGitState(join(repository.root, "sub"))).files).toEqual({
    "a.txt": "modified",
    "gone.txt": "deleted",
    "new.txt": "untracked",
  });
});

it("a folder outside git has neither, and no folder of git's", async () => {
  const root = await temporaryFolder(onTestFinished);
  expect(await readGitState(root)).toEqual({ branch: undefined, files: {} });
  expect(await gitFolders(root)).toEqual([]);
});

it("a work tree of its own has two folders of git's", async () => {
  const base = await temporaryFolder(onTestFinished);
  await mkdir(join(base, "main"));
  const repository = new Repository(join(base, "main"));
  repository.write("a.txt");
  repository.commitAll();
  repository.git("worktree", "add", "-q", join(base, "other"));
  expect(await gitFolders(repository.root)).toEqual([join(base, "main/.git")]);
  expect(await gitFolders(join(base, "other"))).toEqual([
    join(base, "main/.git/worktrees/other"),
    join(base, "main/.git"),
  ]);
});
