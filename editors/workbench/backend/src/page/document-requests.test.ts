import { mkdir, readFile, rename, rm, symlink } from "node:fs/promises";
import { MOST_TEXT_UNITS } from "@tandem/workbench-shared/limits";
import { describe, expect } from "vitest";
import type { Document } from "../document.js";
import { MAX_UPDATES } from "../update-history.js";
import { pendingReview } from "./testing/page-scene.js";
import { it } from "./testing/scene-test.js";

describe("a document", () => {
  it("is told whole when it is opened, and by its updates from then on, to every page that has it", async ({
    scene,
    page,
    open,
    type,
  }) => {
    const { file } = await open("a.txt");
    expect(file).toBe(scene.at("a.txt"));
    const { version, text } = page.last("document") ?? {};
    expect(text).toBe("one\ntwo\n");
    const other = scene.connect();
    await type("a.txt", 0, 3, "ONE");
    expect(page.last("updates")).toMatchObject({ file, version, updates: [{ clientID: "me" }] });
    expect(other.last("updates")).toBeUndefined();
    expect(page.last("tabs")?.tabs).toMatchObject([{ dirty: true }]);
  });

  it("that is opened through a link or by another spelling is the same one", async ({ scene, page, open }) => {
    await symlink("a.txt", scene.at("link"));
    for (const relative of ["link", "./a.txt", "src/../a.txt"]) {
      expect(await open(relative)).toEqual({ file: scene.at("a.txt") });
    }
    expect(page.last("tabs")?.tabs).toHaveLength(1);
  });

  it("is followed from an old version by the updates since, and else told whole", async ({
    scene,
    page,
    open,
    type,
  }) => {
    await open("a.txt");
    const file = scene.at("a.txt");
    const { edition = "", version: start = 0 } = page.last("document") ?? {};
    await type("a.txt", 0, 0, "x");
    await type("a.txt", 0, 0, "y");
    const other = scene.connect();
    await other.request("followDocument", { file, edition, version: start + 1 });
    expect(other.last("updates")).toMatchObject({ version: start + 1, updates: [{ changes: [[0, "y"], 9] }] });
    await other.request("followDocument", { file, edition, version: start + 2 });
    expect(other.last("updates")).toMatchObject({ version: start + 2, updates: [] });
    for (const version of [start - 1, start + 3, 0]) {
      const before = other.told.length;
      await other.request("followDocument", { file, edition, version });
      expect(other.told.slice(before)).toMatchObject([{ type: "document", version: start + 2, text: "yxone\ntwo\n" }]);
    }
    await type("a.txt", 0, 0, "z");
    expect(other.last("updates")).toMatchObject({ version: start + 2 });
  });

  it("of another edition is told whole, with what each page has given to it, though the version is the same", async ({
    scene,
    page,
    open,
    type,
  }) => {
    await open("a.txt");
    await type("a.txt", 0, 0, "x");
    const file = scene.at("a.txt");
    const { edition = "", version = 0 } = page.last("document") ?? {};
    const updates = [{ clientID: "me", changes: [[0, "y"], 9] }];
    expect(await page.failure("pushUpdates", { file, edition: "before", version: version + 1, updates })).toBe("STALE");
    await page.request("followDocument", { file, edition: "before", version: version + 1 });
    expect(page.last("document")).toMatchObject({
      edition,
      version: version + 1,
      text: "xone\ntwo\n",
      taken: { me: 1 },
    });
  });

  it("is told to be stored, now and to a page that comes back", async ({ scene, page, open, type }) => {
    const { file } = await open("a.txt");
    await type("a.txt", 0, 0, "x");
    await type("a.txt", 0, 0, "y");
    const { edition = "", version = 0 } = page.last("document") ?? {};
    scene.documents.stored(scene.documents.get(file) as Document, version + 1);
    expect(page.last("stored")).toEqual({ type: "stored", file, version: version + 1 });
    const again = scene.connect();
    await again.request("followDocument", { file, edition, version });
    expect(again.last("stored")).toEqual({ type: "stored", file, version: version + 1 });
  });

  it("remembers only so many updates", async ({ scene, page, open, type }) => {
    await open("a.txt");
    const { edition = "", version: start = 0 } = page.last("document") ?? {};
    for (let i = 0; i <= MAX_UPDATES; i++) await type("a.txt", 0, 0, "x");
    const other = scene.connect();
    await other.request("followDocument", { file: scene.at("a.txt"), edition, version: start + 1 });
    expect(other.last("updates")?.updates).toHaveLength(MAX_UPDATES);
    await other.request("followDocument", { file: scene.at("a.txt"), edition, version: start });
    expect(other.last("document")?.version).toBe(start + MAX_UPDATES + 1);
  });

  it("that a page knows from before is opened again when it is followed", async ({ scene, page }) => {
    await page.request("followDocument", { file: scene.at("b.txt"), edition: "before", version: 7 });
    expect(page.last("document")?.text).toBe("bee\n");
    expect(await page.failure("followDocument", { file: scene.at("gone.txt"), edition: "", version: 7 })).toBe(
      "FILE_NOT_FOUND",
    );
  });

  it("follows the disk by updates that leave alone what stays", async ({ scene, page, open }) => {
    await open("a.txt");
    await scene.write("a.txt", "one\nTWO\n");
    await scene.documents.open(await scene.paths.file(scene.at("a.txt")));
    expect(page.last("updates")?.updates).toEqual([{ clientID: "", changes: [4, [3, "TWO"], 1] }]);
    expect(page.last("tabs")?.tabs).toMatchObject([{ dirty: false }]);
  });

  it.for<[string, number, unknown, string]>([
    ["an old version", -1, [[0, "x"], 8], "STALE"],
    ["a version yet to come", 1, [[0, "x"], 8], "STALE"],
    ["a text of another length", 0, [[0, "x"], 9], "INVALID_INPUT"],
    ["a negative length", 0, [-1, [9]], "INVALID_INPUT"],
    ["half a unit", 0, [0.5, [7.5]], "INVALID_INPUT"],
    ["a newline in a line", 0, [[0, "x\ny"], 8], "INVALID_INPUT"],
    ["a carriage return", 0, [[0, "x\r"], 8], "INVALID_INPUT"],
    ["a line that is no string", 0, [[0, 1], 8], "INVALID_INPUT"],
    ["no list", 0, { length: 1 }, "INVALID_INPUT"],
    ["nothing", 0, undefined, "INVALID_INPUT"],
    ["a text too large to be opened again", 0, [[0, "x".repeat(MOST_TEXT_UNITS)], 8], "FILE_TOO_LARGE"],
  ])("takes no changes for %s", async ([_, ahead, changes, code], { scene, page, open }) => {
    await open("a.txt");
    const file = scene.at("a.txt");
    const { edition, version: newest = 0 } = page.last("document") ?? {};
    const version = newest + ahead;
    const updates = [
      { clientID: "me", changes: [8] },
      { clientID: "me", changes },
    ];
    expect(await page.failure("pushUpdates", { file, edition, version, updates })).toBe(code);
    expect(scene.documents.get(file)).toMatchObject({ dirty: false });
  });

  it("that is not open takes no changes, and the page is told to follow it", async ({ scene, page }) => {
    const updates = [{ clientID: "me", changes: [[0, "x"], 8] }];
    expect(await page.failure("pushUpdates", { file: scene.at("a.txt"), edition: "", version: 1, updates })).toBe(
      "STALE",
    );
  });

  it("keeps its line endings under changes in several places", async ({ scene, page, open }) => {
    await scene.write("mixed.txt", "a\r\nb\nc\rd\n");
    await open("mixed.txt");
    expect(page.last("tabs")?.tabs).toMatchObject([{ endings: "Mixed", encoding: "UTF-8" }]);
    const file = scene.at("mixed.txt");
    const changes = [[2, "A", "X", ""], 2, [1, "C"], 3];
    const { edition = "", version = 0 } = page.last("document") ?? {};
    await page.request("pushUpdates", { file, edition, version, updates: [{ clientID: "me", changes }] });
    await page.request("saveDocument", { file, overwrite: false });
    expect(await readFile(file, "utf8")).toBe("A\r\nX\nb\nC\rd\n");
  });
});

describe("closing", () => {
  it("tells every page, and is refused with unsaved changes unless they are to go", async ({
    scene,
    page,
    open,
    type,
  }) => {
    const { file } = await open("a.txt");
    const other = scene.connect();
    await type("a.txt", 0, 0, "x");
    expect(await page.failure("closeDocument", { file, discard: false })).toBe("STALE");
    await page.request("closeDocument", { file, discard: true });
    expect([page.last("closed"), other.last("closed")]).toEqual(Array(2).fill({ type: "closed", file }));
    expect(other.last("tabs")?.tabs).toEqual([]);
    expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
    expect(await page.failure("closeDocument", { file, discard: false })).toBe("FILE_NOT_OPEN");
  });

  it("rejects the reviews that wait on the file, but not while there are unsaved changes", async ({
    scene,
    page,
    open,
    type,
  }) => {
    const { file } = await open("a.txt");
    scene.reviews.reviews = [pendingReview(scene.at("a.txt")), pendingReview(scene.at("b.txt"), "other")];
    await type("a.txt", 0, 0, "x");
    expect(await page.failure("closeDocument", { file, discard: false })).toBe("STALE");
    expect(scene.reviews.calls).toEqual([]);
    await page.request("closeDocument", { file, discard: true });
    expect(scene.reviews.calls).toEqual([{ review: "r", verdict: "reject", comment: "" }]);
    await page.until("reviews", ({ reviews }) => reviews.map(({ id }) => id).join() === "other");
  });

  it("a review of a file that is not there yet rejects it", async ({ scene, page }) => {
    scene.reviews.reviews = [pendingReview(scene.at("new.txt"))];
    await page.request("closeDocument", { file: scene.at("new.txt"), discard: false });
    expect(scene.reviews.calls).toHaveLength(1);
  });
});

describe("saving", () => {
  it("writes the buffer, and tells that it is clean", async ({ page, open, type }) => {
    const { file } = await open("src/c.ts");
    await type("src/c.ts", 0, 1, "C");
    await page.request("saveDocument", { file, overwrite: false });
    expect(await readFile(file, "utf8")).toBe("C\r\n");
    expect(page.last("tabs")?.tabs).toMatchObject([{ dirty: false, endings: "CRLF" }]);
  });

  it.for([true, false])(
    "over a file that changed meanwhile is refused until the developer chooses; mine: %s",
    async (mine, { scene, page, open, type }) => {
      const { file } = await open("a.txt");
      await type("a.txt", 0, 3, "mine");
      await scene.write("a.txt", "theirs\n");
      expect(await page.failure("saveDocument", { file, overwrite: false })).toBe("WRITE_FAILED");
      expect(page.last("tabs")?.tabs).toMatchObject([{ dirty: true, conflict: true }]);
      if (mine) await page.request("saveDocument", { file, overwrite: true });
      else await page.request("reloadDocument", { file });
      const text = mine ? "mine\ntwo\n" : "theirs\n";
      expect(await readFile(file, "utf8")).toBe(text);
      expect(scene.documents.get(file)?.text.toString()).toBe(text);
      expect(page.last("tabs")?.tabs).toMatchObject([{ dirty: false, conflict: false }]);
    },
  );

  it("brings back a file that is gone", async ({ page, open, type }) => {
    const { file } = await open("a.txt");
    await type("a.txt", 0, 3, "mine");
    await rm(file);
    await page.request("saveDocument", { file, overwrite: false });
    expect(await readFile(file, "utf8")).toBe("mine\ntwo\n");
    expect(page.last("tabs")?.tabs).toMatchObject([{ dirty: false, conflict: false }]);
  });

  it("takes the place of what is no text any more, if the developer says so", async ({ scene, page, open, type }) => {
    const { file } = await open("a.txt");
    await type("a.txt", 0, 3, "mine");
    await scene.write("a.txt", "\0");
    expect(await page.failure("saveDocument", { file, overwrite: false })).toBe("WRITE_FAILED");
    expect(page.last("tabs")?.tabs).toMatchObject([{ dirty: true, conflict: true }]);
    await page.request("saveDocument", { file, overwrite: true });
    expect(await readFile(file, "utf8")).toBe("mine\ntwo\n");
    await type("a.txt", 0, 4, "one");
    await page.request("saveDocument", { file, overwrite: false });
    expect(await readFile(file, "utf8")).toBe("one\ntwo\n");
  });

  it("fails without harm where the disk refuses", async ({ scene, page, open, type }) => {
    const { file } = await open("a.txt");
    await type("a.txt", 0, 3, "mine");
    await rename(scene.at("a.txt"), scene.at("kept.txt"));
    await mkdir(scene.at("a.txt"));
    expect(await page.failure("saveDocument", { file, overwrite: true })).toBe("WRITE_FAILED");
    expect(scene.documents.get(file)?.text.toString()).toBe("mine\ntwo\n");
  });
});

describe("a preview", () => {
  it("makes room for the next one, unless it was kept or edited", async ({ scene, page, open, type }) => {
    const tabs = () => page.last("tabs")?.tabs.map(({ relative, preview }) => relative + (preview ? "?" : ""));
    await open("a.txt", true);
    expect(tabs()).toEqual(["a.txt?"]);
    await open("b.txt", true);
    expect(tabs()).toEqual(["b.txt?"]);
    await page.request("keepDocument", { file: scene.at("b.txt") });
    await open("a.txt", true);
    await type("a.txt", 0, 0, "x");
    await open("src/c.ts", true);
    expect(tabs()).toEqual(["b.txt", "a.txt", "src/c.ts?"]);
    await open("src/c.ts", false);
    expect(tabs()).toEqual(["b.txt", "a.txt", "src/c.ts"]);
    await open("b.txt", true);
    expect(tabs()).toEqual(["b.txt", "a.txt", "src/c.ts"]);
  });
});

describe("a double click, which asks for a preview and then for more", () => {
  it.for([
    [true, false],
    [false, true],
  ])("gives a lasting tab, in whatever order that is served: %j", async (previews, { page, open }) => {
    await Promise.all(previews.map((preview) => open("a.txt", preview)));
    await open("b.txt", true);
    expect(page.last("tabs")?.tabs).toMatchObject([
      { relative: "a.txt", preview: false },
      { relative: "b.txt", preview: true },
    ]);
  });
});

describe("where the developer is", () => {
  it("is what agents are told", async ({ scene, page, open }) => {
    const { file } = await open("a.txt");
    await open("b.txt");
    await page.request("lookAt", { file, line: 2, column: 3, startLine: 1, endLine: 2, selection: { from: 0, to: 3 } });
    expect(scene.view.focused()).toMatchObject({
      file,
      cursor: { line: 2, column: 3 },
      visibleRange: { startLine: 1, endLine: 2 },
    });
    expect(scene.view.selection).toEqual({ from: 0, to: 3 });
    await page.request("lookAt", { file, line: 999, column: 999, startLine: 999, endLine: 9999 });
    expect(scene.view.focused()).toMatchObject({
      cursor: { line: 3, column: 1 },
      visibleRange: { startLine: 2, endLine: 2 },
    });
    expect(await page.failure("lookAt", { file: "/etc/passwd", line: 1, column: 1, startLine: 1, endLine: 1 })).toBe(
      "FILE_NOT_OPEN",
    );
  });

  it("is left alone by agents while they type", async ({ scene, page, open, type, agentOf }) => {
    const { file } = await open("a.txt");
    const document = scene.documents.get(file);
    if (!document) throw new Error("not open");
    await page.request("lookAt", { file, line: 1, column: 1, startLine: 1, endLine: 2 });
    expect(scene.view.show(document, 2, agentOf())).toBe(true);
    expect(scene.view.focused()?.cursor.line).toBe(2);
    await type("a.txt", 0, 0, "x");
    expect(scene.view.show(document, 1, agentOf())).toBe(false);
    expect(scene.view.focused()?.cursor.line).toBe(2);
    expect(page.last("effect")?.effect).toMatchObject({ kind: "reveal", startLine: 1, endLine: 1 });
  });
});
