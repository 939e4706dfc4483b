import { execFileSync } from "node:child_process";
import { chmod, readFile, symlink } from "node:fs/promises";
import { describe, expect } from "vitest";
import { pendingReview } from "./testing/page-scene.js";
import { it } from "./testing/scene-test.js";

describe("the tree", () => {
  it("lists one directory, with what is ignored marked", async ({ scene, page }) => {
    execFileSync("git", ["init", "-q", scene.root]);
    await scene.write(".gitignore", "*.log\n");
    await scene.write("src/x.log", "");
    const { listings } = await page.request("listDirectories", { relatives: ["src", "", "none"] });
    expect(listings).toMatchObject([
      {
        entries: [
          { name: "c.ts", path: "src/c.ts", type: "file", ignored: false },
          { name: "x.log", path: "src/x.log", type: "file", ignored: true },
        ],
      },
      { entries: ["src", ".gitignore", "a.txt", "b.txt"].map((name) => ({ name })) },
      { error: { code: "FILE_NOT_FOUND" } },
    ]);
  });

  it("tells which directories have changed", async ({ scene, page }) => {
    scene.channel.watched([
      { file: scene.at("new.txt"), type: "created" },
      { file: scene.at("src/deep/x"), type: "deleted" },
      { file: scene.at("other/a.txt"), type: "changed" },
    ]);
    await page.until("tree", ({ directories }) => directories.join() === ",src/deep");
  });

  it("finds files, new ones too", async ({ page }) => {
    expect((await page.request("findFiles", { query: "c", limit: 10 })).files).toEqual(["src/c.ts"]);
    await page.request("createFile", { relative: "src/new-c.ts" });
    expect((await page.request("findFiles", { query: "c ts", limit: 10 })).files).toEqual(["src/c.ts", "src/new-c.ts"]);
  });
});

describe("files", () => {
  it("are made with their folders, once", async ({ page }) => {
    const { file } = await page.request("createFile", { relative: "x/y/new.txt" });
    expect(await readFile(file, "utf8")).toBe("");
    expect(await page.failure("createFile", { relative: "x/y/new.txt" })).toBe("STALE");
    await page.until("tree", ({ directories }) => directories.includes("x/y"));
  });

  it("are renamed together with their documents", async ({ scene, page, open }) => {
    await open("src/c.ts");
    await page.request("renameFile", { from: "src", to: "lib/src" });
    expect(page.last("tabs")?.tabs.map(({ relative }) => relative)).toEqual(["lib/src/c.ts"]);
    expect(page.last("closed")?.file).toBe(scene.at("src/c.ts"));
    expect(await page.failure("renameFile", { from: "a.txt", to: "b.txt" })).toBe("STALE");
    expect(await readFile(scene.at("b.txt"), "utf8")).toBe("bee\n");
  });

  it("are deleted together with their documents; directories only if they are empty", async ({ page, open }) => {
    await open("src/c.ts");
    expect(await page.failure("deleteFile", { relative: "src" })).toBe("INVALID_INPUT");
    await page.request("deleteFile", { relative: "src/c.ts" });
    await page.request("deleteFile", { relative: "src" });
    expect(page.last("tabs")?.tabs).toEqual([]);
    expect(await page.failure("deleteFile", { relative: "src" })).toBe("FILE_NOT_FOUND");
  });

  it("with unsaved changes or waiting reviews are neither renamed nor deleted", async ({ scene, page, open, type }) => {
    await open("src/c.ts");
    await type("src/c.ts", 0, 0, "x");
    scene.reviews.reviews = [pendingReview(scene.at("b.txt"))];
    for (const relative of ["src", "src/c.ts", "b.txt"]) {
      expect(await page.failure("renameFile", { from: relative, to: "elsewhere" })).toBe("STALE");
      expect(await page.failure("deleteFile", { relative })).toBe("STALE");
    }
    expect(await readFile(scene.at("src/c.ts"), "utf8")).toBe("c\r\n");
  });

  it.for(["../x", "src/../../x", "/../x", "out/x", "a\0b"])(
    "are not reached at %j",
    async (relative, { scene, page }) => {
      await symlink("/tmp", scene.at("out"));
      const refusals = ["OUTSIDE_WORKSPACE", "INVALID_INPUT", "FILE_NOT_FOUND"];
      expect(refusals).toContain(await page.failure("createFile", { relative }));
      expect(refusals).toContain(await page.failure("deleteFile", { relative }));
      expect(refusals).toContain(await page.failure("openDocument", { relative, preview: false }));
      expect(refusals).toContain(await page.failure("renameFile", { from: "a.txt", to: relative }));
      expect(refusals).toContain(await page.failure("renameFile", { from: relative, to: "x.txt" }));
      const { listings } = await page.request("listDirectories", { relatives: [relative] });
      expect(listings).toEqual([{ error: expect.objectContaining({ code: expect.toBeOneOf(refusals) }) }]);
    },
  );

  it("that cannot be written say so", async ({ scene, page }) => {
    if (process.getuid?.() === 0) return;
    await chmod(scene.at("src"), 0o555);
    expect(await page.failure("createFile", { relative: "src/new.ts" })).toBe("WRITE_FAILED");
    await chmod(scene.at("src"), 0o755);
  });
});
