import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rmdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { openBufferStore, type StoredBuffer } from "./buffer-store.js";
import { journalLine } from "./journal-format.js";
import { LineEndings } from "./line-endings.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

const buffer = (file: string, text: string, version = 1): StoredBuffer => ({
  file,
  text,
  endings: LineEndings.of(text).toJSON(),
  bom: false,
  encoding: "utf8",
  diskHash: "ab".repeat(32),
  version,
});

async function emptyStore() {
  const folder = join(await temporaryFolder(onTestFinished), "buffers");
  return { folder, store: await openBufferStore(folder) };
}

describe("a buffer store", () => {
  it("gives back what was saved last", async () => {
    const { folder, store } = await emptyStore();
    const mixed = {
      ...buffer("/w/é.txt", "a\ud800\nb\0"),
      encoding: "latin1",
      bom: true,
      reviews: ["r1", "r2"],
    } as const;
    await store.save(buffer("/w/b", "old"));
    await Promise.all([
      store.save(mixed),
      store.save(buffer("/w/b", "older", 2)),
      store.save(buffer("/w/b", "new", 3)),
    ]);
    expect(await (await openBufferStore(folder)).load()).toEqual([buffer("/w/b", "new", 3), mixed]);
  });

  it("forgets what is removed, also while it is being saved", async () => {
    const { folder, store } = await emptyStore();
    await Promise.all([store.save(buffer("/w/a", "x")), store.remove("/w/a"), store.remove("/w/b")]);
    expect(await store.load()).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    await Promise.all([store.remove("/w/a"), store.save(buffer("/w/a", "y"))]);
    expect(await store.load()).toEqual([buffer("/w/a", "y")]);
  });

  it("is the user's alone", async () => {
    const { folder, store } = await emptyStore();
    await store.save(buffer("/w/a", "x"));
    const [name = ""] = await readdir(folder);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect(name).toMatch(/^[0-9a-f]{64}\.buffer$/);
  });

  it.each<[string, (line: string) => string]>([
    ["cut off", (line) => line.slice(0, -5)],
    ["empty", () => ""],
    ["changed", (line) => line.replace("text", "test")],
    ["another file's", () => journalLine(buffer("/w/other", "x"))],
    ["of another shape", () => journalLine({ ...buffer("/w/a", "x"), encoding: "utf7" })],
    ["two", (line) => line + line],
  ])("keeps aside a buffer that is %s", async (_, damage) => {
    const { folder, store } = await emptyStore();
    await store.save(buffer("/w/a", "text"));
    await store.save(buffer("/w/b", "sound"));
    const name = `${createHash("sha256").update("/w/a").digest("hex")}.buffer`;
    const damaged = damage(await readFile(join(folder, name), "utf8"));
    await writeFile(join(folder, name), damaged);
    expect(await store.load()).toEqual([buffer("/w/b", "sound")]);
    expect(await readFile(join(folder, `${name}.damaged-1`), "utf8")).toBe(damaged);
    await store.save(buffer("/w/a", "again"));
    expect(await store.load()).toEqual([buffer("/w/a", "again"), buffer("/w/b", "sound")]);
  });

  it("clears away what a crash has left half written", async () => {
    const { folder, store } = await emptyStore();
    await store.save(buffer("/w/a", "x"));
    const [name = ""] = await readdir(folder);
    await writeFile(join(folder, `${name}.new`), "half");
    expect(await (await openBufferStore(folder)).load()).toEqual([buffer("/w/a", "x")]);
    expect(await readdir(folder)).toEqual([name]);
  });

  it("says so when it cannot write, keeps the old state and goes on", async () => {
    const { folder, store } = await emptyStore();
    await store.save(buffer("/w/a", "old"));
    const [name = ""] = await readdir(folder);
    await mkdir(join(folder, `${name}.new`));
    await expect(store.save(buffer("/w/a", "new"))).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(await store.load()).toEqual([buffer("/w/a", "old")]);
    await rmdir(join(folder, `${name}.new`));
    await store.save(buffer("/w/a", "new"));
    expect(await store.load()).toEqual([buffer("/w/a", "new")]);
  });
});
