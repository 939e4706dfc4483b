import { execFileSync } from "node:child_process";
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { PrivateFiles } from "./private-files.js";

let root: string;
let files: PrivateFiles;
let changes: number;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "tandem-private-")));
  files = new PrivateFiles(root, () => {});
  changes = 0;
  files.onChange(() => changes++);
});

afterEach(() => rm(root, { recursive: true }));

const git = (...args: readonly string[]) => execFileSync("git", ["-C", root, ...args], { stdio: "ignore" });

/** Once git has said what it has to say. */
async function open(name: string): Promise<string> {
  const file = join(root, name);
  await writeFile(file, "text\n");
  const before = changes;
  files.opened(file);
  await expect.poll(() => changes).toBeGreaterThan(before);
  return file;
}

it("what git ignores is private, unless it is tracked", async () => {
  git("init");
  await writeFile(join(root, ".gitignore"), "*.log\n");
  await writeFile(join(root, "kept.log"), "");
  git("add", "-f", "kept.log");
  expect(files.isPrivate(await open("a.log"))).toBe(true);
  expect(files.isPrivate(await open("kept.log"))).toBe(false);
  expect(files.isPrivate(await open("a.txt"))).toBe(false);
});

it("contents are told only once it is known that git does not ignore them", async () => {
  git("init");
  const file = join(root, "a.txt");
  await writeFile(file, "text\n");
  files.opened(file);
  expect([files.isPrivate(file), files.mayTellContents(file)]).toEqual([false, false]);
  await expect.poll(() => files.mayTellContents(file)).toBe(true);
});

it("without git, .agentignore and what looks like a secret are private", async () => {
  await writeFile(join(root, ".agentignore"), "notes-*\n!notes-open.md\n");
  await files.read();
  expect(files.isPrivate(await open("notes-1.md"))).toBe(true);
  expect(files.isPrivate(await open("notes-open.md"))).toBe(false);
  expect(files.isPrivate(await open(".env"))).toBe(true);
});

it("the rules are read again when they change", async () => {
  git("init");
  const file = await open("a.txt");
  await writeFile(join(root, ".agentignore"), "a.txt\n");
  files.watched([{ file: join(root, ".agentignore"), type: "created" }]);
  await expect.poll(() => files.isPrivate(file)).toBe(true);
  await writeFile(join(root, ".agentignore"), "");
  await writeFile(join(root, ".gitignore"), "a.txt\n");
  files.watched([{ file: join(root, ".gitignore"), type: "created" }]);
  await expect.poll(() => [files.mayTellContents(file), files.isPrivate(file)]).toEqual([false, true]);
});
