import { writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, realpath, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { AgentRegistry, type LineEdit, planLineEdit, systemClock, type WorkspacePath } from "@tandem/host";
import { createPathResolver, MAX_TEXT_FILE_BYTES, readTextFile, type WorkspacePaths } from "@tandem/workspace";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Document } from "./document.js";
import { Documents, MAX_OPEN } from "./documents.js";

const { agent } = new AgentRegistry(systemClock).join({ name: "tester", version: "1" });
let root: string;
let paths: WorkspacePaths;
let documents: Documents;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "tandem-documents-")));
  paths = await createPathResolver([root]);
  documents = new Documents();
});

afterEach(() => rm(root, { recursive: true }));

async function file(name: string, bytes: string | Uint8Array) {
  await writeFile(join(root, name), bytes);
  return paths.file(join(root, name));
}

async function edit(name: string, edit: LineEdit) {
  const path = await paths.file(join(root, name));
  return documents.change([{ path, plan: ({ text }) => [planLineEdit(text, edit).change] }], agent);
}

const onDisk = (name: string) => readFile(join(root, name), "utf8");

describe("a document", () => {
  it("is read from disk without being opened", async () => {
    const path = await file("a.ts", "one\r\ntwo\r\n");
    const { text, dirty } = await documents.read(path);
    expect(text.sliceString(0)).toBe("one\ntwo\n");
    expect(dirty).toBe(false);
    expect(documents.all()).toEqual([]);
  });

  it("has the same version closed and open, and another after a change", async () => {
    const path = await file("a.ts", "one\n");
    const { version } = await documents.read(path);
    const document = await documents.open(path);
    expect(document.version).toBe(version);
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "two" });
    expect(document.version).toBe(version + 1);
    expect(document.dirty).toBe(true);
  });

  it("stays clean when an edit changes nothing", async () => {
    const document = await documents.open(await file("a.ts", "one\n"));
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "one" });
    expect(document.dirty).toBe(false);
  });

  it.each([
    ["CRLF", "a\r\nb\r\nc\r\n", { startLine: 2, endLine: 2, newText: "B\nB" }, "a\r\nB\r\nB\r\nc\r\n"],
    ["a BOM", "\ufeffa\nb\n", { startLine: 1, endLine: 1, newText: "A" }, "\ufeffA\nb\n"],
    ["mixed endings", "a\r\nb\nc\rd\n", { startLine: 2, endLine: 2, newText: "B" }, "a\r\nB\nc\rd\n"],
    [
      "mixed endings under a wide edit",
      "a\r\nb\nc\rd\n",
      { startLine: 1, endLine: 4, newText: "a\nb\nX\nd" },
      "a\r\nb\nX\rd\n",
    ],
    ["no final newline", "a\nb", { startLine: 1, endLine: 1, newText: "A" }, "A\nb"],
    ["astral characters", "😀\n𝒳\n", { startLine: 1, endLine: 1, newText: "😎" }, "😎\n𝒳\n"],
  ])("is saved byte for byte with %s", async (_, before, change, after) => {
    const path = await file("a.txt", before);
    await edit("a.txt", change);
    expect(await onDisk("a.txt")).toBe(before);
    expect(await documents.save(path)).toMatchObject({ saved: true });
    expect(await onDisk("a.txt")).toBe(after);
    expect(documents.get(path.path)?.dirty).toBe(false);
  });

  it("keeps its mode when it is saved", async () => {
    const path = await file("run.sh", "#!/bin/sh\n");
    await chmod(path.path, 0o751);
    await edit("run.sh", { startLine: 2, endLine: 1, newText: "true" });
    await documents.save(path);
    expect((await stat(path.path)).mode & 0o777).toBe(0o751);
  });

  it("has nothing to save when it is clean, and cannot be saved when it is not open", async () => {
    const path = await file("a.ts", "one\n");
    await expect(documents.save(path)).rejects.toMatchObject({ code: "FILE_NOT_OPEN" });
    await documents.open(path);
    expect(await documents.save(path)).toMatchObject({ saved: false });
  });

  it("is saved by many at the same time, one after the other", async () => {
    const path = await file("a.ts", "first\n");
    for (let round = 0; round < 30; round++) {
      await edit("a.ts", { startLine: 1, endLine: 0, newText: "line" });
      const results = await Promise.all(Array.from({ length: 4 }, () => documents.save(path)));
      expect(results.map(({ saved }) => saved)).toEqual([true, false, false, false]);
      expect(documents.get(path.path)).toMatchObject({ dirty: false, conflict: false });
    }
    expect((await onDisk("a.ts")).split("\n")).toHaveLength(32);
  });

  it.each([
    ["UTF-8", Buffer.from("one\n")],
    ["UTF-16", Buffer.from("\ufeffone\n", "utf16le")],
  ])("does not grow beyond what can be opened, in %s", async (_, bytes) => {
    const path = await file("a.ts", bytes);
    const document = await documents.open(path);
    const growth = { startLine: 1, endLine: 0, newText: "é".repeat(MAX_TEXT_FILE_BYTES / 2) };
    await expect(edit("a.ts", growth)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(document).toMatchObject({ dirty: false });
    await edit("a.ts", { ...growth, newText: "é".repeat(MAX_TEXT_FILE_BYTES / 2 - 10) });
    expect(await documents.save(path)).toMatchObject({ saved: true });
    await readTextFile(path);
  });

  it("is not made if it could not be opened", async () => {
    const path = await paths.newFile(join(root, "new.ts"));
    const text = "é".repeat(MAX_TEXT_FILE_BYTES / 2 + 1);
    await expect(documents.create(path, text)).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(() => documents.check(path, [{ from: 0, to: 0, insert: text }])).toThrow("the limit is");
    await expect(stat(path.path)).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("takes no change that its encoding cannot hold", async () => {
    const path = await file("a.txt", Buffer.from("caf\xe9\n", "latin1"));
    const document = await documents.open(path);
    expect(document.encoding.name).toBe("latin1");
    const change = { from: 0, to: 0, insert: "\u20ac\n" };
    expect(() => documents.check(path, [change])).toThrow("U+20AC");
    documents.check(path, [{ ...change, insert: "\xfc\n" }]);
    await expect(documents.change([{ path, plan: () => [change] }], agent)).rejects.toMatchObject({
      code: "WRITE_FAILED",
    });
    expect(document.dirty).toBe(false);
  });

  it("is not opened again by reading it after its file has gone and come back", async () => {
    const path = await file("a.ts", "one\n");
    await documents.open(path);
    const closed = new Promise<void>((resolve) => {
      documents.listen({
        closed: () => {
          writeFileSync(path.path, "two\n");
          resolve();
        },
      });
    });
    await rm(path.path);
    expect((await documents.read(path)).text.sliceString(0)).toBe("two\n");
    await closed;
    expect(documents.all()).toEqual([]);
  });

  it("is changed in the buffer that is open, not in one that was closed meanwhile", async () => {
    const path = await file("a.ts", "one\n");
    let interrupt = async (document: Document) => {
      interrupt = async () => {};
      await rm(path.path);
      await documents.checkDisk(document);
      await file("a.ts", "one\n");
    };
    documents = new (class extends Documents {
      override async open(path: WorkspacePath) {
        const document = await super.open(path);
        await interrupt(document);
        return document;
      }
    })();
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "two" });
    expect(documents.get(path.path)?.text.toString()).toBe("two\n");
  });

  it("is found by the path of a directory above it", async () => {
    await mkdir(join(root, "dir"));
    const inside = await documents.open(await file("dir/a.ts", ""));
    await documents.open(await file("dir.ts", ""));
    expect(documents.within(join(root, "dir"))).toEqual([inside]);
    expect(documents.within(inside.path.path)).toEqual([inside]);
  });

  it("is opened once by many at the same time", async () => {
    const path = await file("a.ts", "one\n");
    const opened = await Promise.all(Array.from({ length: 20 }, () => documents.open(path)));
    expect(new Set(opened).size).toBe(1);
  });

  it("makes room for others only when it is clean", async () => {
    await file("dirty.ts", "one\n");
    await edit("dirty.ts", { startLine: 1, endLine: 1, newText: "two" });
    for (let i = 0; i <= MAX_OPEN; i++) await documents.open(await file(`${i}.ts`, ""));
    expect(documents.all()).toHaveLength(MAX_OPEN);
    expect(documents.all()[0]?.path.relative).toBe("dirty.ts");
  });
});

describe("a change on disk", () => {
  it("is followed by a clean buffer, with a new version", async () => {
    const path = await file("a.ts", "one\n");
    const document = await documents.open(path);
    const { version } = document;
    await file("a.ts", "changed\n");
    expect((await documents.read(path)).text.sliceString(0)).toBe("changed\n");
    expect(document.version).toBe(version + 1);
    expect(document.dirty).toBe(false);
  });

  it("puts a dirty buffer in conflict and neither side is lost", async () => {
    const path = await file("a.ts", "one\n");
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "mine" });
    await file("a.ts", "theirs\n");
    await expect(documents.save(path)).rejects.toMatchObject({ code: "WRITE_FAILED" });
    const document = documents.get(path.path);
    expect(document?.conflict).toBe(true);
    expect(document?.text.toString()).toBe("mine\n");
    expect(await onDisk("a.ts")).toBe("theirs\n");
    await expect(documents.save(path)).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });

  it("that leaves the bytes as they were is no conflict", async () => {
    const path = await file("a.ts", "one\n");
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "mine" });
    await utimes(path.path, 1, 1);
    const document = await documents.open(path);
    expect(document.conflict).toBe(false);
    expect(await documents.save(path)).toMatchObject({ saved: true });
    expect(await onDisk("a.ts")).toBe("mine\n");
  });

  it("that ends a dirty buffer's conflict lets it be saved", async () => {
    const path = await file("a.ts", "one\n");
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "mine" });
    await file("a.ts", "theirs\n");
    const document = await documents.open(path);
    expect(document.conflict).toBe(true);
    await file("a.ts", "one\n");
    await documents.open(path);
    expect(document.conflict).toBe(false);
  });

  it("that takes the file away and brings it back is no conflict", async () => {
    const path = await file("a.ts", "one\n");
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "mine" });
    const document = await documents.open(path);
    await rename(path.path, `${path.path}.away`);
    await documents.checkDisk(document);
    expect(document.conflict).toBe(true);
    await rename(`${path.path}.away`, path.path);
    await documents.checkDisk(document);
    expect(document.conflict).toBe(false);
    expect(await documents.save(path)).toMatchObject({ saved: true });
  });

  it.each(["the file", "its folder"])(
    "that removes %s leaves a dirty buffer that can be read and saved",
    async (what) => {
      await mkdir(join(root, "dir"));
      const path = await file("dir/a.ts", "one\n");
      await edit("dir/a.ts", { startLine: 1, endLine: 1, newText: "mine" });
      await rm(what === "the file" ? path.path : join(root, "dir"), { recursive: true });
      expect((await documents.read(path)).text.sliceString(0)).toBe("mine\n");
      expect(documents.get(path.path)?.conflict).toBe(true);
      expect(await documents.save(path)).toMatchObject({ saved: true });
      expect(await onDisk("dir/a.ts")).toBe("mine\n");
      expect(documents.get(path.path)).toMatchObject({ conflict: false, dirty: false });
    },
  );

  it("that puts something else in the place of a dirty buffer's file is not overwritten", async () => {
    const path = await file("a.ts", "one\n");
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "mine" });
    await writeFile(path.path, "\0");
    await expect(documents.save(path)).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(await onDisk("a.ts")).toBe("\0");
  });

  it("that leaves size and time as they were is noticed", async () => {
    const path = await file("a.ts", "one\n");
    await utimes(path.path, 1000, 1000);
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "mine" });
    await writeFile(path.path, "ONE\n");
    await utimes(path.path, 1000, 1000);
    await expect(documents.save(path)).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(await onDisk("a.ts")).toBe("ONE\n");
  });

  it("right after the file was read is noticed, whatever the disk's clock says", async () => {
    for (let round = 0; round < 100; round++) {
      const path = await file(`${round}.ts`, "aaa\n");
      await documents.open(path);
      writeFileSync(path.path, "bbb\n");
      expect((await documents.read(path)).text.sliceString(0)).toBe("bbb\n");
    }
  });

  it("that cannot be looked at, for now, changes nothing", async () => {
    const told: string[] = [];
    documents = new Documents(() => told.push("logged"));
    documents.listen({ closed: () => told.push("closed") });
    const path = await file("a.ts", "one\n");
    // A path that the system refuses for another reason than that nothing is there.
    await documents.checkDisk(new Document({ ...path, path: "a\0" }, await readTextFile(path)));
    expect(told).toEqual(["logged"]);
  });

  it("lets what a listener throws reach whoever looked, and is taken note of", async () => {
    const document = await documents.open(await file("a.ts", "one\n"));
    documents.listen({
      changed: () => {
        throw new Error("listener");
      },
    });
    await file("a.ts", "changed\n");
    await expect(documents.checkDisk(document)).rejects.toThrow("listener");
    expect(documents.all()).toEqual([document]);
    expect(document.text.toString()).toBe("changed\n");
  });

  it("that removes the file closes a clean buffer and keeps a dirty one", async () => {
    const clean = await documents.open(await file("clean.ts", "one\n"));
    await file("dirty.ts", "one\n");
    await edit("dirty.ts", { startLine: 1, endLine: 1, newText: "mine" });
    const dirty = documents.get(join(root, "dirty.ts"));
    for (const name of ["clean.ts", "dirty.ts"]) await rename(join(root, name), join(root, `${name}.gone`));
    await documents.checkDisk(clean);
    if (dirty) await documents.checkDisk(dirty);
    expect(documents.all()).toEqual([dirty]);
    expect(dirty?.conflict).toBe(true);
    expect(dirty?.text.toString()).toBe("mine\n");
  });
});

describe("a change set", () => {
  it("changes all of its files, or none if one plan throws", async () => {
    const [a, b] = [await file("a.ts", "one\n"), await file("b.ts", "two\n")];
    const plan = () => [{ from: 0, to: 3, insert: "new" }];
    const refuse = () => {
      throw new Error("no");
    };
    await expect(
      documents.change(
        [
          { path: a, plan },
          { path: b, plan: refuse },
        ],
        agent,
      ),
    ).rejects.toThrow("no");
    expect(documents.all().map(({ dirty }) => dirty)).toEqual([false, false]);
    const versions = await documents.change(
      [
        { path: a, plan },
        { path: b, plan },
      ],
      agent,
    );
    expect(documents.all().map(({ version }) => version)).toEqual(versions);
    expect(documents.all().map(({ text }) => text.toString())).toEqual(["new\n", "new\n"]);
  });

  it("keeps every file that it changed open, however many there are", async () => {
    const names = Array.from({ length: MAX_OPEN + 20 }, (_, i) => `${i}.ts`);
    const changes = await Promise.all(
      names.map(async (name) => ({ path: await file(name, "x\n"), plan: () => [{ from: 0, to: 0, insert: "y" }] })),
    );
    await documents.change(changes, agent);
    expect(documents.all().filter(({ dirty }) => dirty)).toHaveLength(names.length);
    for (const { path } of changes) expect(documents.get(path.path)?.text.toString()).toBe("yx\n");
  });

  it("keeps no more files open than others do if it came to nothing", async () => {
    const files = Array.from({ length: MAX_OPEN + 20 }, (_, i) => file(`${i}.ts`, "x\n"));
    const changes = (await Promise.all(files)).map((path) => ({ path, plan: () => [] }));
    await documents.change(changes, agent);
    expect(documents.all()).toHaveLength(MAX_OPEN);
  });

  it("on disk is told as changes of the lines that differ", async () => {
    const heard: unknown[] = [];
    documents.onChange((_, changes) => heard.push(...changes));
    const document = await documents.open(await file("a.ts", "one\ntwo\nthree\nfour\n"));
    await file("a.ts", "ONE\ntwo\nthree\nFOUR\n");
    await documents.checkDisk(document);
    expect(document.text.toString()).toBe("ONE\ntwo\nthree\nFOUR\n");
    expect(heard).toEqual([
      { from: 0, to: 3, insert: "ONE" },
      { from: 14, to: 18, insert: "FOUR" },
    ]);
  });

  it("of a file that was closed is told when it is opened again", async () => {
    const heard: unknown[] = [];
    documents.onChange((_, changes, text) => heard.push([changes, text.sliceString(0)]));
    const path = await file("a.ts", "one\ntwo\n");
    await documents.close(await documents.open(path));
    await documents.close(await documents.open(path));
    expect(heard).toEqual([]);
    await file("a.ts", "zero\none\ntwo\n");
    await documents.open(path);
    expect(heard).toEqual([[[{ from: 0, to: 0, insert: "zero\n" }], "zero\none\ntwo\n"]]);
  });

  it("leaves what the developer opened, before what others did", async () => {
    const first = await documents.open(await file("first.ts", "x\n"));
    const second = await documents.open(await file("second.ts", "x\n"));
    documents.want(first);
    for (let i = 0; i < MAX_OPEN - 1; i++) await documents.open(await file(`${i}.ts`, "x\n"));
    expect(documents.all()).toContain(first);
    expect(documents.all()).not.toContain(second);
  });

  it("is told as changes of the text before, several at once too", async () => {
    const heard: unknown[] = [];
    documents.onChange((path, changes, text) => heard.push([basename(path), changes, text.sliceString(0)]));
    const path = await file("a.ts", "one\ntwo\n");
    const plan = () => [
      { from: 0, to: 3, insert: "ONE" },
      { from: 4, to: 7, insert: "2\n3" },
    ];
    await documents.change([{ path, plan }], agent);
    expect(heard).toEqual([["a.ts", plan(), "ONE\n2\n3\n"]]);
    const document = await documents.open(path);
    documents.push(document, document, [
      { clientID: "me", changes: [[0, "a"], 8] },
      { clientID: "me", changes: [1, [0, "b"], 8] },
    ]);
    expect(heard[1]).toEqual(["a.ts", [{ from: 0, to: 0, insert: "ab" }], "abONE\n2\n3\n"]);
  });
});

describe("a file", () => {
  it("is made and opened, never over another, and never with another text than was asked for", async () => {
    const path = await paths.newFile(join(root, "x/new.ts"));
    await documents.create(path, "new\n");
    expect(await onDisk("x/new.ts")).toBe("new\n");
    expect(documents.get(path.path)).toMatchObject({ dirty: false });
    await expect(documents.create(path, "other")).rejects.toMatchObject({ code: "WRITE_FAILED" });
    const other = await paths.newFile(join(root, "other.ts"));
    await expect(documents.create(other, "\ud800")).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });

  it("comes back as it was on disk, unless there is another by then", async () => {
    const bytes = Buffer.from("\ufeffone\r\ntwo\nthree", "utf16le");
    await writeFile(join(root, "run.sh"), bytes, { mode: 0o750 });
    const bringBack = await documents.remove(await paths.file(join(root, "run.sh")));
    await bringBack();
    expect(await readFile(join(root, "run.sh"))).toEqual(bytes);
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(0o750);
    await expect(bringBack()).rejects.toMatchObject({ code: "WRITE_FAILED" });
  });

  it("is removed with its buffer", async () => {
    const path = await file("a.ts", "one\n");
    await edit("a.ts", { startLine: 1, endLine: 1, newText: "two" });
    await documents.remove(path);
    expect(documents.all()).toEqual([]);
    await expect(onDisk("a.ts")).rejects.toMatchObject({ code: "ENOENT" });
  });
});

it("listeners hear what happened, after it happened, until they are undone", async () => {
  const heard: string[] = [];
  const undo = documents.listen({
    opened: ({ path }) => heard.push(`opened ${path.relative}`),
    changed: ({ dirty }, by) => heard.push(`changed by ${by?.name ?? "disk"} ${dirty}`),
    saved: ({ dirty }) => heard.push(`saved ${dirty}`),
    closed: ({ path }) => heard.push(`closed ${path.relative}`),
  });
  const path = await file("a.ts", "one\n");
  await edit("a.ts", { startLine: 1, endLine: 1, newText: "two" });
  await documents.save(path);
  await file("a.ts", "three\n");
  const document = await documents.open(path);
  await rm(path.path);
  await documents.checkDisk(document);
  expect(heard).toEqual([
    "opened a.ts",
    "changed by tester true",
    "saved false",
    "changed by disk false",
    "closed a.ts",
  ]);
  undo();
  await documents.open(await file("b.ts", ""));
  expect(heard).toHaveLength(5);
});
