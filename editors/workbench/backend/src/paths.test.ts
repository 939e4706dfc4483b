import { mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createPathResolver } from "@tandem/workspace";
import { expect, it, onTestFinished } from "vitest";
import { Documents } from "./documents.js";
import { openFilesFirst } from "./paths.js";

it("a document whose file is gone is found by every spelling of its path, and no other is", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-open-")));
  onTestFinished(() => rm(root, { recursive: true }));
  const file = join(root, "a b.txt");
  await writeFile(file, "one\n");
  await symlink(root, join(root, "alias"));
  const documents = new Documents();
  const paths = openFilesFirst(await createPathResolver([root]), documents);
  const { path } = await documents.open(await paths.file(file));
  await rm(file);
  for (const spelling of [file, `${root}/./a b.txt`, `${root}/alias/a b.txt`, pathToFileURL(file).href]) {
    expect(await paths.file(spelling)).toBe(path);
  }
  await expect(paths.file(join(root, "b.txt"))).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  await expect(paths.file("a b.txt")).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
