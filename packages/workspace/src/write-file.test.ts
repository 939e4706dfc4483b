import { chmod, link, mkdir, readdir, readFile, rename, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { WorkspacePath } from "@tandem/host";
import { describe, expect, it, onTestFinished } from "vitest";
import { sameStamp } from "./disk-stamp.js";
import { createPathResolver } from "./paths.js";
import { temporaryFolder } from "./testing/temporary-folder.js";
import { readTextFile } from "./text-file.js";
import { writeFileAtomically } from "./write-file.js";

const OLD = "old text";
const NEW = Buffer.from("the new text");

async function oldFile() {
  const root = await temporaryFolder(onTestFinished);
  await mkdir(join(root, "dir"));
  const file = join(root, "dir/f.txt");
  await writeFile(file, OLD);
  const path = await (await createPathResolver([root])).file(file);
  const { stamp } = await readTextFile(path);
  return { root, file, path, stamp };
}

async function expectIntact(file: string, names = [basename(file)]) {
  expect(await readFile(file, "utf8")).toBe(OLD);
  expect((await readdir(dirname(file))).sort()).toEqual(names.sort());
}

describe("writeFileAtomically", () => {
  it("replaces the bytes, leaves nothing else behind and gives the new stamp", async () => {
    const { file, path, stamp } = await oldFile();
    const written = await writeFileAtomically(path, NEW, { expected: stamp });
    expect(await readFile(file)).toEqual(NEW);
    expect(await readdir(dirname(file))).toEqual(["f.txt"]);
    expect(sameStamp(written, (await readTextFile(path)).stamp)).toBe(true);
    expect(written.ino).not.toBe(stamp.ino);
    await writeFileAtomically(path, Buffer.alloc(0), { expected: written });
    expect(await readFile(file, "utf8")).toBe("");
  });

  it.each([0o600, 0o644, 0o755, 0o666, 0o4755])("keeps mode %o whatever the umask", async (mode) => {
    const { file, path } = await oldFile();
    await chmod(file, mode);
    const { stamp } = await readTextFile(path);
    const before = process.umask(0o077);
    onTestFinished(() => void process.umask(before));
    await writeFileAtomically(path, NEW, { expected: stamp });
    expect((await stat(file)).mode & 0o7777).toBe(mode);
  });

  it("keeps the other name of a file that has two", async () => {
    const { root, file, path } = await oldFile();
    await link(file, join(root, "other.txt"));
    const { stamp } = await readTextFile(path);
    const written = await writeFileAtomically(path, Buffer.from("x"), { expected: stamp });
    expect(await readFile(join(root, "other.txt"), "utf8")).toBe("x");
    expect(written.ino).toBe(stamp.ino);
    expect(written.size).toBe(1);
  });

  it("makes a file where none is expected, and only there", async () => {
    const { file, path } = await oldFile();
    await expect(writeFileAtomically(path, NEW, { expected: undefined })).rejects.toThrow("changed on disk");
    await expectIntact(file);
    await rm(file);
    await writeFileAtomically(path, NEW, { expected: undefined });
    expect(await readFile(file)).toEqual(NEW);
  });

  it("makes the directories of a new file, but none behind a link", async () => {
    const { root, file, path } = await oldFile();
    await rm(dirname(file), { recursive: true });
    await writeFileAtomically(path, NEW, { expected: undefined });
    expect(await readFile(file)).toEqual(NEW);

    const outside = await temporaryFolder(onTestFinished);
    await mkdir(join(root, "deep/er"), { recursive: true });
    await writeFile(join(root, "deep/er/f.txt"), OLD);
    const deeper = await (await createPathResolver([root])).file(join(root, "deep/er/f.txt"));
    await rm(join(root, "deep"), { recursive: true });
    await symlink(outside, join(root, "deep"));
    await expect(writeFileAtomically(deeper, NEW, { expected: undefined })).rejects.toMatchObject({
      code: "WRITE_FAILED",
    });
    expect(await readdir(outside)).toEqual([]);
  });

  it("refuses a file of the same size whose time was set back", async () => {
    const { file, path } = await oldFile();
    await utimes(file, 1000, 1000);
    const { stamp } = await readTextFile(path);
    await writeFile(file, OLD.toUpperCase());
    await utimes(file, 1000, 1000);
    await expect(writeFileAtomically(path, NEW, { expected: stamp })).rejects.toThrow("changed on disk");
    expect(await readFile(file, "utf8")).toBe(OLD.toUpperCase());
  });

  const strangers: Record<string, (file: string) => Promise<unknown>> = {
    "changed text": (file) => writeFile(file, "another text"),
    "another file": async (file) => {
      await writeFile(`${file}.new`, OLD);
      await rename(`${file}.new`, file);
    },
    "no file": (file) => rm(file),
    "a link": async (file) => {
      await rename(file, `${file}.moved`);
      await symlink(`${file}.moved`, file);
    },
    "a directory": async (file) => {
      await rm(file);
      await mkdir(file);
    },
  };

  it.each(Object.entries(strangers))("refuses %s in the file's place", async (_, intrude) => {
    const { file, path, stamp } = await oldFile();
    await intrude(file);
    const before = await readdir(dirname(file));
    await expect(writeFileAtomically(path, NEW, { expected: stamp })).rejects.toThrow("changed on disk");
    expect(await readdir(dirname(file))).toEqual(before);
    if (before.includes("f.txt.moved")) expect(await readFile(`${file}.moved`, "utf8")).toBe(OLD);
  });

  it("refuses a link put in the place of the directory above", async () => {
    const { root, path, stamp } = await oldFile();
    await rename(join(root, "dir"), join(root, "moved"));
    await symlink(join(root, "moved"), join(root, "dir"));
    await expect(writeFileAtomically(path, NEW, { expected: stamp })).rejects.toThrow("changed on disk");
    await expectIntact(join(root, "moved/f.txt"));
  });

  it("leaves the old file alone in a directory that cannot be written", async () => {
    const { file, path, stamp } = await oldFile();
    await chmod(dirname(file), 0o555);
    await expectRefusedWithoutPrivilege(path, stamp);
    await expectIntact(file);
  });

  it("leaves a file alone that may only be read", async () => {
    const { root, file, path } = await oldFile();
    await chmod(dirname(file), 0o777);
    await chmod(root, 0o777);
    await chmod(file, 0o444);
    const { stamp } = await readTextFile(path);
    await expectRefusedWithoutPrivilege(path, stamp);
    await expectIntact(file);
  });
});

/** Permissions do not bind root, so root becomes nobody for the length of the call. */
async function expectRefusedWithoutPrivilege(
  path: WorkspacePath,
  expected: Awaited<ReturnType<typeof readTextFile>>["stamp"],
) {
  await chmod(path.root, 0o755);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534);
  try {
    await expect(writeFileAtomically(path, NEW, { expected })).rejects.toMatchObject({
      code: "WRITE_FAILED",
      message: expect.stringMatching(/could not be written: (EACCES|EPERM)/),
    });
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}
