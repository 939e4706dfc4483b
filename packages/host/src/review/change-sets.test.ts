/** Change sets over several files, new and deleted files, and what trust mode makes of proposals. */
import { errors } from "@tandem/protocol";
import { describe, expect, it } from "vitest";
import { reviewFixture, turns } from "../testing/review-fixture.js";

const A = "/project/a.ts";
const B = "/project/b.ts";
const files = { "a.ts": "one\ntwo\n", "b.ts": "uno\ndos\n", "CLAUDE.md": "be kind\n", "empty.txt": "" };
const line = (startLine: number, newText: string) => ({ startLine, endLine: startLine, newText });
const two = {
  files: [
    { file: A, edits: [line(1, "ONE"), line(2, "TWO")] },
    { file: B, edits: [line(2, "DOS")] },
  ],
};

describe.each(["review", "trust"] as const)("a change set in %s mode", (mode) => {
  it("is refused as a whole if one range is wrong", async () => {
    const { call, ada, core, host } = reviewFixture({ files, mode });
    const wrong = { files: [two.files[0], { file: B, edits: [line(9, "x")] }] };
    expect(await call(ada, "ide.editor.applyEdits", wrong)).toMatchObject({ error: { code: "RANGE_INVALID" } });
    expect(core.reviews.all()).toEqual([]);
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
    expect(host.liveText("b.ts")).toBe(files["b.ts"]);
  });

  it("is refused if its file could not hold it", async () => {
    const check = () => {
      throw errors.writeFailed("/project/new.ts", new Error("too much"));
    };
    const { call, ada, core, host } = reviewFixture({ files, mode, texts: () => ({ check }) });
    const created = await call(ada, "ide.file.create", { file: "/project/new.ts", text: "x" });
    expect(created).toMatchObject({ error: { code: "WRITE_FAILED" } });
    expect(core.reviews.all()).toEqual([]);
    expect(host.liveText("new.ts")).toBeUndefined();
  });

  it("counts the lines of a file that is named twice before any edit, or refuses it", async () => {
    const { call, ada, core, host } = reviewFixture({ files, mode });
    const twice = {
      files: [
        { file: A, edits: [line(1, "ONE\n1½")] },
        { file: A, edits: [line(2, "TWO")] },
      ],
    };
    const answer = await call(ada, "ide.editor.applyEdits", { ...twice, review: "defer" });
    for (const { id } of core.reviews.pending()) await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe(answer.ok ? "ONE\n1½\nTWO\n" : files["a.ts"]);
  });
});

describe("a change set under review", () => {
  it("is a review for each file, and answers once all are decided", async () => {
    const { call, ada, core, host } = reviewFixture({ files });
    const answer = call(ada, "ide.editor.applyEdits", two);
    await turns();
    const [first, second] = core.reviews.pending();
    expect(first?.set).toBe(second?.set);
    expect(first?.hunks).toHaveLength(2);
    await core.decisions.decideReview(first?.id ?? "", "accept", "");
    await core.decisions.decideReview(second?.id ?? "", "reject", "no");
    expect(await answer).toMatchObject({
      value: {
        applied: false,
        files: [
          { file: A, applied: true, version: 2, review: { state: "accepted" } },
          { file: B, applied: false, version: 1, review: { state: "rejected", comment: "no" } },
        ],
      },
    });
    expect(host.liveText("a.ts")).toBe("ONE\nTWO\n");
    expect(host.liveText("b.ts")).toBe(files["b.ts"]);
  });

  it("is told apart by hunks even where two edits meet", async () => {
    const { call, ada, core, host } = reviewFixture({ files });
    await call(ada, "ide.editor.applyEdits", { ...two, review: "defer" });
    const [first] = core.reviews.pending();
    const verdicts = [0, 1].map((hunk) => ({ hunk, verdict: hunk ? ("accepted" as const) : ("rejected" as const) }));
    await core.decisions.decideHunks(first?.id ?? "", verdicts);
    expect(host.liveText("a.ts")).toBe("one\nTWO\n");
  });
});

describe("creating a file", () => {
  const input = { file: "/project/new/c.ts", text: "hello\n" };

  it("makes it once it is accepted", async () => {
    const { call, ada, core, host } = reviewFixture({ files });
    const answer = call(ada, "ide.file.create", input);
    await turns();
    const [review] = core.reviews.pending();
    expect(review).toMatchObject({ kind: "create", hunks: [{ from: 0, to: 0, insert: "hello\n", line: 1 }] });
    expect(host.liveText("new/c.ts")).toBeUndefined();
    await core.decisions.decideReview(review?.id ?? "", "accept", "");
    expect(host.savedText("new/c.ts")).toBe("hello\n");
    expect(await answer).toMatchObject({ value: { applied: true, file: input.file, review: { state: "accepted" } } });
  });

  it("makes none if it is rejected", async () => {
    const { call, ada, core, host } = reviewFixture({ files });
    await call(ada, "ide.file.create", { ...input, review: "defer" });
    await core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "reject", "");
    expect(host.liveText("new/c.ts")).toBeUndefined();
  });

  it("is refused for a file that is there, and stays to be decided if one comes meanwhile", async () => {
    const { call, ada, core, bob, review } = reviewFixture({ files });
    expect(await call(ada, "ide.file.create", { file: A, text: "x" })).toMatchObject({ error: { code: "STALE" } });
    await call(ada, "ide.file.create", { ...input, review: "defer" });
    await call(bob, "ide.file.create", { ...input, text: "other\n", review: "defer" });
    const [mine, other] = core.reviews.pending().map(({ id }) => id) as [string, string];
    await core.decisions.decideReview(other, "accept", "");
    await expect(core.decisions.decideReview(mine, "accept", "")).rejects.toMatchObject({ code: "STALE" });
    expect(review(mine).state).toBe("pending");
  });

  it("makes an empty one too", async () => {
    const { call, ada, core, host, review } = reviewFixture({ files });
    await call(ada, "ide.file.create", { file: "/project/e.ts", text: "", review: "defer" });
    const id = core.reviews.pending()[0]?.id ?? "";
    await core.decisions.decideReview(id, "accept", "");
    expect(review(id).state).toBe("accepted");
    expect(host.liveText("e.ts")).toBe("");
  });
});

describe("deleting a file", () => {
  it("removes it once it is accepted", async () => {
    const { call, ada, core, host } = reviewFixture({ files });
    const answer = call(ada, "ide.file.delete", { file: A });
    await turns();
    const [review] = core.reviews.pending();
    expect(review).toMatchObject({ kind: "delete", hunks: [{ removed: files["a.ts"], insert: "" }] });
    await core.decisions.decideReview(review?.id ?? "", "accept", "");
    expect(host.liveText("a.ts")).toBeUndefined();
    expect(await answer).toMatchObject({ value: { applied: true, file: A, review: { state: "accepted" } } });
  });

  it.each([
    ["at its end", { from: 8, to: 8, insert: "three\n" }],
    ["at its beginning", { from: 0, to: 0, insert: "zero\n" }],
    ["inside", { from: 1, to: 1, insert: "x" }],
  ])("keeps it if the developer has written %s since", async (_, change) => {
    const { call, ada, core, host } = reviewFixture({ files });
    await call(ada, "ide.file.delete", { file: A, review: "defer" });
    await host.type("a.ts", change);
    await core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "accept", "").catch(() => {});
    expect(host.liveText("a.ts")).toBeDefined();
  });

  it("removes an empty one too", async () => {
    const { call, ada, core, host } = reviewFixture({ files });
    await call(ada, "ide.file.delete", { file: "/project/empty.txt", review: "defer" });
    await core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "accept", "");
    expect(host.liveText("empty.txt")).toBeUndefined();
  });

  it("leaves no hunk of others that could be accepted into a file made there later", async () => {
    const { call, ada, bob, core, host, propose } = reviewFixture({ files });
    const edit = await propose("a.ts", 2, 2, "TWO", bob);
    const accept = (id = "") => core.decisions.decideReview(id, "accept", "");
    await call(ada, "ide.file.delete", { file: A, review: "defer" });
    await accept(core.reviews.pending().at(-1)?.id);
    await call(ada, "ide.file.create", { file: A, text: "quite\nother\n", review: "defer" });
    await accept(core.reviews.pending().at(-1)?.id);
    await accept(edit.id).catch(() => {});
    expect(host.liveText("a.ts")).toBe("quite\nother\n");
  });

  it("lets an edit that waited for it still hear its outcome", async () => {
    const { call, ada, bob, core } = reviewFixture({ files });
    const answer = call(bob, "ide.editor.replaceRange", { file: A, ...line(2, "TWO") });
    await turns();
    const edit = core.reviews.pending()[0]?.id ?? "";
    await call(ada, "ide.file.delete", { file: A, review: "defer" });
    await core.decisions.decideReview(core.reviews.pending().at(-1)?.id ?? "", "accept", "");
    await core.decisions.decideReview(edit, "reject", "gone").catch(() => {});
    expect(await answer).toMatchObject({ ok: true, value: { applied: false, review: { id: edit } } });
  });
});

describe("trust mode", () => {
  it("applies at once", async () => {
    const { call, ada, core, host } = reviewFixture({ files, mode: "trust", canDecide: false });
    expect(await call(ada, "ide.editor.applyEdits", two)).toMatchObject({ value: { applied: true } });
    expect(await call(ada, "ide.file.create", { file: "/project/c", text: "" })).toMatchObject({ ok: true });
    expect(await call(ada, "ide.file.delete", { file: B })).toMatchObject({ value: { applied: true } });
    expect([host.liveText("a.ts"), host.liveText("c"), host.liveText("b.ts")]).toEqual(["ONE\nTWO\n", "", undefined]);
    expect(core.reviews.pending()).toEqual([]);
  });

  it("reviews protected files all the same, with all that belongs to them", async () => {
    const { call, ada, core, host } = reviewFixture({ files, mode: "trust" });
    const guarded = [{ file: "/project/CLAUDE.md", edits: [line(1, "obey")] }, two.files[0]];
    await call(ada, "ide.editor.applyEdits", { files: guarded, review: "defer" });
    expect(core.reviews.pending().map((review) => review.protected)).toEqual([true, false]);
    expect(host.liveText("CLAUDE.md")).toBe("be kind\n");
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
  });

  it("refuses protected files where nobody can decide", async () => {
    const { call, ada } = reviewFixture({ files, mode: "trust", canDecide: false });
    const answer = await call(ada, "ide.file.create", { file: "/project/.vscode/tasks.json", text: "{}" });
    expect(answer).toMatchObject({ error: { code: "NOT_ALLOWED", message: expect.stringContaining(".vscode") } });
  });

  it("applies once what comes twice under one key", async () => {
    const { call, ada, host } = reviewFixture({ files, mode: "trust" });
    const input = { file: A, startLine: 1, endLine: 0, newText: "zero" };
    for (let i = 0; i < 2; i++) await call(ada, "ide.editor.replaceRange", input, { key: "k" });
    expect(host.liveText("a.ts")).toBe("zero\none\ntwo\n");
  });
});

describe("what was made at once", () => {
  it("is there to be seen, and can be taken back", async () => {
    const { call, ada, core, host } = reviewFixture({ files, mode: "trust" });
    await call(ada, "ide.editor.applyEdits", two);
    expect(host.liveText("a.ts")).toBe("ONE\nTWO\n");
    const [first, second] = core.reviews.all();
    expect([first, second]).toMatchObject([
      { path: { path: A }, state: "accepted", set: second?.set, decidedAt: expect.any(Number) },
      { path: { path: B }, state: "accepted" },
    ]);
    await host.type("a.ts", { from: 0, to: 0, insert: "zero\n" });
    expect(core.decisions.canUndo(first?.id ?? "")).toBe(true);
    await core.decisions.undoReview(first?.id ?? "");
    expect(host.liveText("a.ts")).toBe("zero\none\ntwo\n");
    expect(host.liveText("b.ts")).toBe("uno\nDOS\n");
  });
});
