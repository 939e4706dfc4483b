import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { createFileList } from "./file.js";
import { createPathResolver } from "./paths.js";
import { Repository } from "./testing/repository.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

interface Request {
  directory?: string;
  recursive?: boolean;
  limit?: number;
  after?: string;
  excludes?: readonly string[];
}

async function list(
  root: string,
  { directory = "", recursive = true, limit = 100, after, excludes = [] }: Request = {},
) {
  const path = await (await createPathResolver([root])).directory(directory);
  const { signal } = new AbortController();
  return createFileList({ root, excludes }).list({ directory: path, recursive, limit, after }, signal);
}

/** "path", with "/" for a directory and ":status" if there is one. */
async function shown(root: string, request?: Request): Promise<string[]> {
  const { entries } = await list(root, request);
  return entries.map(
    (entry) => entry.path + (entry.type === "directory" ? "/" : "") + (entry.gitStatus ? `:${entry.gitStatus}` : ""),
  );
}

async function repository(...files: string[]): Promise<Repository> {
  const made = new Repository(await temporaryFolder(onTestFinished));
  made.write(...files);
  if (files.length > 0) made.commitAll();
  return made;
}

describe("a file list in a git work tree", () => {
  it("shows tracked and untracked files with their status, without ignored and deleted ones", async () => {
    const repo = await repository("a.txt", "changed", "dir/b.txt", "dir/gone", "staged-gone", "moved-from", "typed");
    repo.write([".gitignore", "*.log\nbuild/\n"], "x.log", "build/out", "dir/new", ["changed", "!"], "added");
    repo.git("add", "added");
    repo.git("rm", "-q", "--cached", "staged-gone");
    repo.git("mv", "moved-from", "moved-to");
    rmSync(join(repo.root, "dir/gone"));
    rmSync(join(repo.root, "typed"));
    symlinkSync("a.txt", join(repo.root, "typed"));
    expect(await shown(repo.root)).toEqual([
      ".gitignore:untracked",
      "a.txt",
      "added:added",
      "changed:modified",
      "dir/",
      "dir/b.txt",
      "dir/new:untracked",
      "moved-to:renamed",
      "staged-gone:untracked",
      "typed:type-changed",
    ]);
  });

  it.each(["clean", "process"])("runs no %s filter of the repository", async (kind) => {
    const repo = await repository("a.txt", "b.txt");
    const trace = join(repo.root, ".git/ran");
    repo.git("config", `filter.evil name.${kind}`, `touch '${trace}'; cat`);
    repo.git("config", "filter.evil name.required", "true");
    repo.git("config", "filter.EVIL.clean", `touch '${trace}'; cat`);
    repo.write([".git/info/attributes", 'a.txt filter="evil name"\nb.txt filter=EVIL\n'], ["a.txt", "A.txt"]);
    repo.write([".gitattributes", "b.txt filter=EVIL\n"], ["b.txt", "B.txt"]);
    expect(await shown(repo.root)).toEqual([".gitattributes:untracked", "a.txt:modified", "b.txt:modified"]);
    expect(existsSync(trace)).toBe(false);
  });

  it.runIf(process.getuid?.() === 0)("of another owner is listed without git", async () => {
    const repo = await repository("a.txt");
    repo.write([".gitignore", "*.log\n"], "x.log");
    execFileSync("chown", ["-R", "65534:65534", repo.root]);
    expect(await shown(repo.root)).toEqual([".gitignore", "a.txt"]);
  });

  it("shows direct children, and a directory below", async () => {
    const repo = await repository("a", "d/b", "d/e/c", "z");
    repo.write("d/e/new", "n/x");
    expect(await shown(repo.root, { recursive: false })).toEqual(["a", "d/", "n/", "z"]);
    expect(await shown(repo.root, { directory: "d" })).toEqual(["d/b", "d/e/", "d/e/c", "d/e/new:untracked"]);
    expect(await shown(repo.root, { directory: "d", recursive: false })).toEqual(["d/b", "d/e/"]);
  });

  it("comes in pages with a total, which go on after a change", async () => {
    const repo = await repository("a", "b", "c/d", "e");
    const first = await list(repo.root, { limit: 2 });
    expect(first).toMatchObject({ total: 5, next: "b", entries: [{ name: "a" }, { name: "b" }] });
    rmSync(join(repo.root, "b"));
    repo.write("bb");
    const second = await list(repo.root, { after: "b" });
    expect(second.entries.map(({ path }) => path)).toEqual(["bb", "c", "c/d", "e"]);
    expect(second).toMatchObject({ total: 5, next: undefined });
  });

  it("begins at the root even if that is a folder of the repository", async () => {
    const repo = await repository("top", "pkg é/a", "pkg é/d/b");
    repo.write("new-top", "pkg é/new", ["pkg é/a", "!"]);
    rmSync(join(repo.root, "pkg é/d/b"));
    repo.write("pkg é/d/c");
    const root = join(repo.root, "pkg é");
    expect(await shown(root)).toEqual(["a:modified", "d/", "d/c:untracked", "new:untracked"]);
    expect(await shown(root, { directory: "d" })).toEqual(["d/c:untracked"]);
  });

  it("works without commits, in a worktree and on nothing at all", async () => {
    const fresh = await repository();
    expect(await shown(fresh.root)).toEqual([]);
    fresh.write("a");
    expect(await shown(fresh.root)).toEqual(["a:untracked"]);
    fresh.commitAll();
    const worktree = join(await temporaryFolder(onTestFinished), "tree");
    fresh.git("worktree", "add", "-q", worktree);
    writeFileSync(join(worktree, "b"), "");
    expect(await shown(worktree)).toEqual(["a", "b:untracked"]);
  });

  it("shows a submodule and a repository inside as directories, whose contents can be asked for", async () => {
    const library = await repository("lib.c");
    const repo = await repository("a", "sub.txt");
    repo.git("submodule", "add", "-q", library.root, "sub");
    repo.commitAll();
    const inner = join(repo.root, "inner");
    mkdirSync(inner);
    new Repository(inner).write("x");
    writeFileSync(join(repo.root, "sub/new"), "");
    expect(await shown(repo.root)).toEqual([".gitmodules", "a", "inner/:untracked", "sub.txt", "sub/"]);
    expect(await shown(repo.root, { directory: "sub" })).toEqual(["sub/lib.c", "sub/new:untracked"]);
    expect(await shown(repo.root, { directory: "inner" })).toEqual(["inner/x:untracked"]);
    renameSync(join(repo.root, "sub"), join(repo.root, "sub-moved"));
    expect(await shown(repo.root, { recursive: false })).not.toContain("sub/");
  });

  it("shows a conflicted file once", async () => {
    const repo = await repository("f");
    repo.git("checkout", "-q", "-b", "other");
    repo.write(["f", "theirs"]);
    repo.commitAll();
    repo.git("checkout", "-q", "-");
    repo.write(["f", "ours"]);
    repo.commitAll();
    expect(() => repo.git("merge", "-q", "other")).toThrow();
    expect(await shown(repo.root)).toEqual(["f:conflicted"]);
  });

  it("leaves out what a sparse checkout leaves out", async () => {
    const repo = await repository("in/a", "out/b");
    repo.git("sparse-checkout", "set", "--no-cone", "/in/");
    expect(await shown(repo.root)).toEqual(["in/", "in/a"]);
  });

  it("shows any name there can be", async () => {
    const names = [" lead", "-dash", "a b", "new\nline", 'q"uote', "tab\t", "é", "日本"];
    const repo = await repository(...names);
    const bytes = Buffer.concat([Buffer.from(`${repo.root}/u-`), Buffer.of(0xff)]);
    writeFileSync(bytes, "");
    expect(await shown(repo.root)).toEqual([...names.slice(0, 6), "u-\ufffd:untracked", ...names.slice(6)]);
    const { next } = await list(repo.root, { limit: 7 });
    expect((await shown(repo.root, { after: next ?? "" })).length).toBe(2);
  });

  it("leaves out what is excluded", async () => {
    const repo = await repository("a", "dist/x", "pkg/dist/y", "pkg/é.log");
    expect(await shown(repo.root, { excludes: ["**/dist", "**/é.*"] })).toEqual(["a"]);
    expect((await list(repo.root, { excludes: ["dist"] })).total).toBe(5);
    expect(await shown(repo.root, { directory: "pkg", excludes: ["pkg/dist"] })).toEqual(["pkg/é.log"]);
  });

  it("shows nothing of an ignored directory, but all of one that is opened for itself", async () => {
    const repo = await repository("a");
    repo.write([".gitignore", "scratch/\n"], "scratch/x", "scratch/d/y");
    expect(await shown(repo.root, { directory: "scratch" })).toEqual([]);
    expect(await shown(join(repo.root, "scratch"))).toEqual(["d/", "d/y", "x"]);
    expect(await shown(join(repo.root, "scratch"), { directory: "d" })).toEqual(["d/y"]);
  });

  it("fails with git's words on a broken repository", async () => {
    const repo = await repository("a");
    writeFileSync(join(repo.root, ".git/index"), "broken");
    await expect(list(repo.root)).rejects.toMatchObject({
      code: "GIT_FAILED",
      message: expect.stringContaining("index"),
    });
  });

  it("stops when it is no longer wanted", async () => {
    const repo = await repository("a");
    const directory = await (await createPathResolver([repo.root])).directory("");
    const request = { directory, recursive: true, limit: 1, after: undefined };
    const listing = createFileList({ root: repo.root }).list(request, AbortSignal.abort());
    await expect(listing).rejects.toMatchObject({ code: "TIMED_OUT" });
  });
});

describe("a file list outside git", () => {
  async function folder(...files: [string, string][]): Promise<string> {
    const root = await temporaryFolder(onTestFinished);
    for (const [name, content] of files) {
      mkdirSync(join(root, name, ".."), { recursive: true });
      writeFileSync(join(root, name), content);
    }
    return root;
  }

  it("obeys ignore files and shows hidden ones", async () => {
    const root = await folder(
      [".gitignore", "*.log\n"],
      [".env", ""],
      ["a.txt", ""],
      ["a/b", ""],
      ["x.log", ""],
      ["é\n", ""],
    );
    expect(await shown(root)).toEqual([".env", ".gitignore", "a.txt", "a/", "a/b", "é\n"]);
    expect(await shown(root, { directory: "a" })).toEqual(["a/b"]);
    expect(await shown(root, { excludes: ["a"] })).toEqual([".env", ".gitignore", "a.txt", "é\n"]);
  });

  it("is what there is without git", async () => {
    const repo = await repository("a", "b/c");
    vi.stubEnv("PATH", repo.root);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await shown(repo.root)).toEqual(["a", "b/", "b/c"]);
  });

  it("shows an empty folder as empty, and nothing of a bare repository's insides in .git", async () => {
    const root = await folder();
    expect(await list(root)).toEqual({ entries: [], total: 0, next: undefined });
    execFileSync("git", ["init", "-q", "--bare", join(root, ".git")]);
    expect((await list(root)).total).toBe(0);
  });
});

describe("listFiles", () => {
  it("gives all files and no directories", async () => {
    const repo = await repository("b/c", "a");
    repo.write("é");
    expect(await createFileList({ root: repo.root, excludes: ["a"] }).listFiles()).toEqual(["b/c", "é"]);
  });
});
