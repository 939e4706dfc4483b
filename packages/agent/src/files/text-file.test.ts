import { chmod, link, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { fileHolds, readTextFile, writeTextFile } from "./text-file.js";

let path: string;
let remove: () => Promise<void>;

beforeEach(async () => {
  const folder = await temporaryFolder();
  remove = folder.remove;
  path = join(folder.path, "a.txt");
});

afterEach(() => remove());

it.each([
  ["UTF-8", Buffer.from("zwölf\r\n")],
  ["UTF-8 with a mark", Buffer.from("\ufeffzwölf\n")],
  ["UTF-16", Buffer.from("\ufeffzwölf\n", "utf16le")],
  ["Latin-1", Buffer.from("zwölf\n", "latin1")],
])("%s is read and written in its own way", async (_, bytes) => {
  await writeFile(path, bytes);
  const file = await readTextFile(path);
  expect(file?.text.trimEnd()).toBe("zwölf");
  await writeTextFile(path, file?.text ?? "", file?.text);
  expect(await readFile(path)).toEqual(bytes);
});

it("what is no text is not read, and what cannot be said is not written", async () => {
  await writeFile(path, Buffer.of(1, 0, 2));
  await expect(readTextFile(path)).rejects.toMatchObject({ code: "BINARY_FILE" });
  await writeFile(path, Buffer.from("ö", "latin1"));
  await expect(writeTextFile(path, "→")).rejects.toMatchObject({ code: "WRITE_FAILED" });
  expect(await readFile(path)).toEqual(Buffer.from("ö", "latin1"));
});

it("a file that changed meanwhile, or came into being, is not overwritten", async () => {
  await writeFile(path, "theirs");
  await expect(writeTextFile(path, "mine", "base")).rejects.toMatchObject({ code: "STALE" });
  await expect(writeTextFile(path, "mine", null)).rejects.toMatchObject({ code: "STALE" });
  expect(await readFile(path, "utf8")).toBe("theirs");
});

it("a new file is made with its folders; an old one keeps mode, names and links", async () => {
  const deep = join(path, "../b/c.txt");
  await writeTextFile(deep, "new", null);
  expect(await readFile(deep, "utf8")).toBe("new");
  await writeFile(path, "old");
  await chmod(path, 0o751);
  await symlink(path, `${path}.link`);
  await writeTextFile(`${path}.link`, "new");
  expect((await stat(path)).mode & 0o777).toBe(0o751);
  await link(path, `${path}.second`);
  await writeTextFile(path, "newer");
  expect(await readFile(`${path}.second`, "utf8")).toBe("newer");
});

it("a text is the same however its lines end", async () => {
  await writeFile(path, "a\r\nb\r\n");
  expect(await fileHolds(path, "a\nb\n")).toBe(true);
  expect(await fileHolds(path, "a\nb")).toBe(false);
  expect(await fileHolds(`${path}.none`, "")).toBe(false);
});
