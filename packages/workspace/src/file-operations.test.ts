import { execFileSync } from "node:child_process";
import { mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createFile, moveEntry, removeEntry } from "./file-operations.js";
import { createPathResolver, type WorkspacePaths } from "./paths.js";
import { codeOf } from "./testing/code-of.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

let root: string;
let paths: WorkspacePaths;
const at = (name: string) => join(root, name);
const nothing = new Uint8Array();

beforeEach(async () => {
  let remove = async () => {};
  root = await temporaryFolder((whenDone) => {
    remove = whenDone;
  });
  paths = await createPathResolver([root]);
  await writeFile(at("a.txt"), "a");
  await mkdir(at("full"));
  await writeFile(at("full/b.txt"), "b");
  await mkdir(at("empty"));
  return remove;
});

describe("a new file", () => {
  it("is made with the folders it needs", async () => {
    await createFile(await paths.newFile(at("x/y/z.txt")), Buffer.from("z"));
    expect(await readFile(at("x/y/z.txt"), "utf8")).toBe("z");
  });

  it("never replaces one that came meanwhile", async () => {
    const path = await paths.newFile(at("new.txt"));
    await writeFile(at("new.txt"), "mine");
    expect(await codeOf(createFile(path, nothing))).toBe("WRITE_FAILED");
    expect(await readFile(at("new.txt"), "utf8")).toBe("mine");
  });

  it("is not made through a folder that was swapped for a link", async () => {
    const path = await paths.newFile(at("empty/new.txt"));
    const elsewhere = await temporaryFolder(onTestFinished);
    await rename(at("empty"), at("moved"));
    await symlink(elsewhere, at("empty"));
    expect(await codeOf(createFile(path, nothing))).toBe("OUTSIDE_WORKSPACE");
    expect(await readdir(elsewhere)).toEqual([]);
  });
});

describe("moving", () => {
  it.each([
    ["a.txt", "b.txt"],
    ["a.txt", "new/folder/a.txt"],
    ["full", "filled"],
  ])("%s to %s leaves nothing behind", async (from, to) => {
    await moveEntry(await paths.entry(at(from)), await paths.newFile(at(to)));
    expect(await codeOf(paths.entry(at(from)))).toBe("FILE_NOT_FOUND");
    expect((await paths.entry(at(to))).relative).toBe(to);
  });

  it("moves a link and not what it leads to", async () => {
    await symlink("a.txt", at("link"));
    await moveEntry(await paths.entry(at("link")), await paths.newFile(at("other")));
    expect((await readdir(root)).sort()).toEqual(["a.txt", "empty", "full", "other"]);
  });

  it("never replaces what came meanwhile", async () => {
    const [from, to] = [await paths.entry(at("a.txt")), await paths.newFile(at("b.txt"))];
    await writeFile(at("b.txt"), "mine");
    expect(await codeOf(moveEntry(from, to))).toBe("STALE");
    expect(await readFile(at("b.txt"), "utf8")).toBe("mine");
  });

  it("of a folder into itself is refused", async () => {
    expect(await codeOf(moveEntry(await paths.entry(at("full")), await paths.newFile(at("full/in/it"))))).toBe(
      "INVALID_INPUT",
    );
    expect(await readdir(at("full"))).toEqual(["b.txt"]);
  });
});

describe("removing", () => {
  it.each(["a.txt", "empty"])("%s leaves nothing", async (name) => {
    await removeEntry(await paths.entry(at(name)));
    expect(await readdir(root)).not.toContain(name);
  });

  it("a directory that is not empty is refused", async () => {
    expect(await codeOf(removeEntry(await paths.entry(at("full"))))).toBe("INVALID_INPUT");
    expect(await readdir(at("full"))).toEqual(["b.txt"]);
  });

  it("a link leaves what it leads to", async () => {
    await symlink("full", at("link"));
    await removeEntry(await paths.entry(at("link")));
    expect(await readdir(at("full"))).toEqual(["b.txt"]);
  });

  it("what is gone already says so", async () => {
    const path = await paths.entry(at("a.txt"));
    execFileSync("rm", [at("a.txt")]);
    expect(await codeOf(removeEntry(path))).toBe("FILE_NOT_FOUND");
  });
});
