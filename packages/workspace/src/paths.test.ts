import { execFileSync } from "node:child_process";
import { link, mkdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createPathResolver, openRegularFile, type WorkspacePaths } from "./paths.js";
import { codeOf } from "./testing/code-of.js";
import { makeLinkedTree, SECRET } from "./testing/linked-tree.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

let base: string;
let root: string;
let paths: WorkspacePaths;

beforeAll(async () => {
  const tree = await makeLinkedTree();
  ({ base, root, paths } = tree);
  return tree.remove;
});

describe("file", () => {
  it.each([
    ["a.txt", "a.txt"],
    ["src/b.txt", "src/b.txt"],
    ["src/../a.txt", "a.txt"],
    ["src//deep/./c.txt", "src/deep/c.txt"],
    ["to-file", "a.txt"],
    ["to-src/b.txt", "src/b.txt"],
    ["to-root/to-root/a.txt", "a.txt"],
    ["chain-1", "src/b.txt"],
    ["src/up/a.txt", "a.txt"],
    ["src/deep/top/a.txt", "a.txt"],
    ["é.txt", "é.txt"],
    ["with space.txt", "with space.txt"],
    ["%2e%2e", "%2e%2e"],
    ["out-parent/ws/a.txt", "a.txt"],
  ])("resolves %s", async (written, relative) => {
    expect(await paths.file(`${root}/${written}`)).toEqual({ path: join(root, relative), root, relative });
  });

  it("resolves file URLs", async () => {
    expect((await paths.file(`file://${root}/with%20space.txt`)).relative).toBe("with space.txt");
  });

  it("resolves through a link to the workspace", async () => {
    expect((await paths.file(join(base, "alias/a.txt"))).path).toBe(join(root, "a.txt"));
    const aliased = await createPathResolver([join(base, "alias")]);
    expect(aliased.roots).toEqual([root]);
    expect((await aliased.file(join(base, "alias/a.txt"))).path).toBe(join(root, "a.txt"));
  });

  it("picks the innermost of several roots", async () => {
    const both = await createPathResolver([root, join(root, "src"), join(base, "outside")]);
    expect(await both.file(join(root, "src/b.txt"))).toMatchObject({ root: join(root, "src"), relative: "b.txt" });
    expect(await both.file(join(root, "out-file"))).toMatchObject({ root: join(base, "outside") });
    expect(both.rootOf(join(base, "ws-evil"))).toBeUndefined();
  });

  it("takes everything below a root that is the root of the disk", async () => {
    const all = await createPathResolver(["/"]);
    expect(await all.file(join(root, "a.txt"))).toMatchObject({ root: "/", relative: join(root, "a.txt").slice(1) });
  });

  it("says what is wrong with what is inside", async () => {
    expect(await codeOf(paths.file(join(root, "missing.txt")))).toBe("FILE_NOT_FOUND");
    expect(await codeOf(paths.file(join(root, "missing/deeper/x.txt")))).toBe("FILE_NOT_FOUND");
    expect(await codeOf(paths.file(`${root}/a.txt/b`))).toBe("FILE_NOT_FOUND");
    expect(await codeOf(paths.file(`${root}/${"n".repeat(300)}`))).toBe("FILE_NOT_FOUND");
    await expect(paths.file(join(root, "src"))).rejects.toThrow("is a directory");
    await expect(paths.file(root)).rejects.toThrow("is a directory");
  });

  it("refuses pipes, sockets and devices without waiting for them", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    const server = createServer().listen(join(root, "socket"));
    onTestFinished(() => void server.close());
    await new Promise((ready) => server.once("listening", ready));
    for (const name of ["pipe", "socket"]) {
      await expect(paths.file(join(root, name))).rejects.toThrow("is not a regular file");
    }
    const dev = await createPathResolver(["/dev"]);
    await expect(dev.file("/dev/null")).rejects.toThrow("is not a regular file");
  });
});

describe("directory", () => {
  it.each([
    ["", ""],
    [".", ""],
    ["src", "src"],
    ["src/", "src"],
    ["src/deep/..", "src"],
    ["to-src/deep", "src/deep"],
    ["src/up", ""],
  ])("resolves %j", async (written, relative) => {
    expect(await paths.directory(written)).toEqual({ path: join(root, relative), root, relative });
  });

  it.each([
    ["/", "INVALID_INPUT"],
    ["/etc", "INVALID_INPUT"],
    ["a\0", "INVALID_INPUT"],
    ["..", "OUTSIDE_WORKSPACE"],
    ["../ws-evil", "OUTSIDE_WORKSPACE"],
    ["src/../../outside", "OUTSIDE_WORKSPACE"],
    ["out-dir", "OUTSIDE_WORKSPACE"],
    ["out-dir/inner", "OUTSIDE_WORKSPACE"],
    ["out-chain-1", "OUTSIDE_WORKSPACE"],
    ["out-etc", "OUTSIDE_WORKSPACE"],
    ["missing/../../outside", "OUTSIDE_WORKSPACE"],
    ["dangling-dir", "OUTSIDE_WORKSPACE"],
    ["missing", "FILE_NOT_FOUND"],
    ["a.txt", "FILE_NOT_FOUND"],
  ])("refuses %j with %s", async (written, code) => {
    expect(await codeOf(paths.directory(written))).toBe(code);
  });
});

describe("a root that is gone", () => {
  it("is NO_WORKSPACE at creation, and later by every name it had", async () => {
    const gone = join(base, "soon-gone");
    const alias = join(base, "soon-gone-alias");
    await mkdir(gone);
    await symlink(gone, alias);
    const resolver = await createPathResolver([alias]);
    await rm(gone, { recursive: true });
    for (const path of [join(gone, "x"), gone, join(alias, "x")]) {
      expect(await codeOf(resolver.file(path))).toBe("NO_WORKSPACE");
    }
    expect(await codeOf(resolver.directory(""))).toBe("NO_WORKSPACE");
    expect(await codeOf(resolver.directory("x"))).toBe("NO_WORKSPACE");
    expect(await codeOf(createPathResolver([gone]))).toBe("NO_WORKSPACE");
    expect(await codeOf(createPathResolver([join(root, "a.txt")]))).toBe("NO_WORKSPACE");
  });

  it("is NO_WORKSPACE when there never was one", async () => {
    const none = await createPathResolver([]);
    expect(await codeOf(none.file("/etc/passwd"))).toBe("NO_WORKSPACE");
    expect(await codeOf(none.directory(""))).toBe("NO_WORKSPACE");
  });

  it("lets nothing in when a link stands in its place", async () => {
    const swapped = join(base, "swapped");
    await mkdir(swapped);
    const resolver = await createPathResolver([swapped]);
    await rm(swapped, { recursive: true });
    await symlink(join(base, "outside"), swapped);
    expect(await codeOf(resolver.file(join(swapped, "secret.txt")))).toBe("OUTSIDE_WORKSPACE");
    expect(await codeOf(resolver.directory("inner"))).toBe("OUTSIDE_WORKSPACE");
  });
});

describe("openRegularFile", () => {
  async function checkedFile() {
    const folder = await temporaryFolder(onTestFinished);
    await mkdir(join(folder, "ws/dir"), { recursive: true });
    await mkdir(join(folder, "outside"));
    const file = join(folder, "ws/dir/f.txt");
    await writeFile(file, "inside");
    await writeFile(join(folder, "outside/f.txt"), SECRET);
    const path = await (await createPathResolver([join(folder, "ws")])).file(file);
    return { folder, file, path };
  }

  it("opens what was checked", async () => {
    const { path } = await checkedFile();
    const handle = await openRegularFile(path);
    onTestFinished(() => handle.close());
    expect(await handle.readFile("utf8")).toBe("inside");
  });

  it("opens a file with two names by the one that was checked", async () => {
    const { folder, file, path } = await checkedFile();
    await link(file, join(folder, "ws/other.txt"));
    const handle = await openRegularFile(path);
    onTestFinished(() => handle.close());
    expect(await handle.readFile("utf8")).toBe("inside");
  });

  it("refuses a link put in the file's place", async () => {
    const { folder, file, path } = await checkedFile();
    await rm(file);
    await symlink(join(folder, "outside/f.txt"), file);
    expect(await codeOf(openRegularFile(path))).toBe("OUTSIDE_WORKSPACE");
  });

  it("refuses a link put in the place of a directory above", async () => {
    const { folder, path } = await checkedFile();
    await rename(join(folder, "ws/dir"), join(folder, "ws/moved"));
    await symlink(join(folder, "outside"), join(folder, "ws/dir"));
    expect(await readFile(path.path, "utf8")).toBe(SECRET);
    expect(await codeOf(openRegularFile(path))).toBe("OUTSIDE_WORKSPACE");
  });

  it("refuses a pipe put in the file's place, without waiting for a writer", async () => {
    const { file, path } = await checkedFile();
    await rm(file);
    execFileSync("mkfifo", [file]);
    await expect(openRegularFile(path)).rejects.toThrow("is not a regular file");
  });

  it("refuses a directory put in the file's place", async () => {
    const { file, path } = await checkedFile();
    await rm(file);
    await mkdir(file);
    await expect(openRegularFile(path)).rejects.toThrow("is not a regular file");
  });

  it("says that a file has gone", async () => {
    const { file, path } = await checkedFile();
    await rm(file);
    expect(await codeOf(openRegularFile(path))).toBe("FILE_NOT_FOUND");
  });
});
