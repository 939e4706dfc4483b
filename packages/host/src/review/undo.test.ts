import { describe, expect, it } from "vitest";
import { reviewFixture } from "../testing/review-fixture.js";

const files = { "a.ts": "one\ntwo\n" };
const A = "/project/a.ts";
const NEW = "/project/new.ts";

async function accepted(tool: "ide.file.create" | "ide.file.delete", input: object) {
  const fixture = reviewFixture({ files });
  const { call, ada, core } = fixture;
  await call(ada, tool, { ...input, review: "defer" });
  const id = core.reviews.pending()[0]?.id ?? "";
  await core.decisions.decideReview(id, "accept", "");
  return { ...fixture, id, decisions: core.decisions };
}

describe("an accepted creation", () => {
  const input = { file: NEW, text: "new\n" };

  it("can be taken back, once", async () => {
    const { decisions, host, id } = await accepted("ide.file.create", input);
    expect(host.liveText("new.ts")).toBe("new\n");
    expect(decisions.canUndo(id)).toBe(true);
    await decisions.undoReview(id);
    expect(host.liveText("new.ts")).toBeUndefined();
    expect([decisions.canUndo(id), decisions.wasUndone(id)]).toEqual([false, true]);
    await expect(decisions.undoReview(id)).rejects.toMatchObject({ code: "STALE" });
  });

  it("stays once the developer has typed in it", async () => {
    const { decisions, host, id } = await accepted("ide.file.create", input);
    await host.type("new.ts", { from: 0, to: 0, insert: "my " });
    expect(decisions.canUndo(id)).toBe(false);
    await expect(decisions.undoReview(id)).rejects.toMatchObject({ code: "STALE" });
    expect(host.liveText("new.ts")).toBe("my new\n");
  });

  it("that is taken back leaves nothing for what waits on it", async () => {
    const { decisions, call, ada, core, id } = await accepted("ide.file.create", input);
    const edit = { file: NEW, startLine: 1, endLine: 1, newText: "newer", review: "defer" };
    await call(ada, "ide.editor.replaceRange", edit);
    await decisions.undoReview(id);
    expect(core.reviews.pending()).toMatchObject([{ hunks: [{ stale: true }] }]);
  });
});

describe("an accepted deletion", () => {
  it("can be taken back", async () => {
    const { decisions, host, id } = await accepted("ide.file.delete", { file: A });
    expect(host.liveText("a.ts")).toBeUndefined();
    await decisions.undoReview(id);
    expect([host.savedText("a.ts"), host.liveText("a.ts")]).toEqual(["one\ntwo\n", "one\ntwo\n"]);
    expect(decisions.wasUndone(id)).toBe(true);
  });

  it("brings back what was not saved as well", async () => {
    const { call, ada, core, host } = reviewFixture({ files });
    await host.type("a.ts", { from: 0, to: 3, insert: "ONE" });
    await call(ada, "ide.file.delete", { file: A, review: "defer" });
    const id = core.reviews.pending()[0]?.id ?? "";
    await core.decisions.decideReview(id, "accept", "");
    await core.decisions.undoReview(id);
    expect([host.savedText("a.ts"), host.liveText("a.ts")]).toEqual(["one\ntwo\n", "ONE\ntwo\n"]);
  });

  it("can be tried again where the file came back and the unsaved text did not", async () => {
    let isFull = false;
    const { call, ada, core, host } = reviewFixture({
      files,
      texts: (own) => ({
        change: (changed, by) => (isFull ? Promise.reject(new Error("full")) : own.change(changed, by)),
      }),
    });
    await host.type("a.ts", { from: 0, to: 3, insert: "ONE" });
    await call(ada, "ide.file.delete", { file: A, review: "defer" });
    const id = core.reviews.pending()[0]?.id ?? "";
    await core.decisions.decideReview(id, "accept", "");
    isFull = true;
    await expect(core.decisions.undoReview(id)).rejects.toThrow("full");
    isFull = false;
    await core.decisions.undoReview(id);
    expect([host.savedText("a.ts"), host.liveText("a.ts")]).toEqual(["one\ntwo\n", "ONE\ntwo\n"]);
  });

  it("leaves alone what has the name by now, and can be tried again", async () => {
    const { decisions, host, ada, id } = await accepted("ide.file.delete", { file: A });
    await host.texts.create(await host.paths.newFile(A), "other\n", ada);
    await expect(decisions.undoReview(id)).rejects.toMatchObject({ code: "STALE" });
    expect(host.liveText("a.ts")).toBe("other\n");
    expect(decisions.canUndo(id)).toBe(true);
  });
});
