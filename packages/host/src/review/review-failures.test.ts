/** A journal that cannot be written: nobody hears of what might not last, and nothing is lost by it. */
import { errors } from "@tandem/protocol";
import { describe, expect, it } from "vitest";
import { MemoryJournal, reviewFixture, turns } from "../testing/review-fixture.js";

const files = { "a.ts": "one\ntwo\nthree\n", "b.ts": "b\n" };
const full = errors.writeFailed("/state/reviews", new Error("no space left"));
const outer = { file: "/project/a.ts", startLine: 1, endLine: 3, newText: "ONE\ntwo\nTHREE" };

/** An agent that waits for the developer, and what it has been answered. */
async function waitingAgent(input: object = outer, tool = "ide.editor.replaceRange") {
  const desk = reviewFixture({ files });
  const answers: unknown[] = [];
  const answered = desk.call(desk.ada, tool, input).then((answer) => void answers.push(answer));
  await turns();
  const id = desk.core.reviews.pending()[0]?.id ?? "";
  return { ...desk, id, answers, answered };
}

describe("a decision that cannot be recorded", () => {
  it.each(["accept", "reject"] as const)("to %s is told to nobody, and can be made again", async (verdict) => {
    const { core, host, journal, review, id, answers, answered } = await waitingAgent();
    journal.fail(full);
    await expect(core.decisions.decideReview(id, verdict, "")).rejects.toBe(full);
    await turns();
    expect(answers).toEqual([]);
    expect(review(id)).toMatchObject({ state: "pending", comment: "" });
    expect(review(id).hunks).toMatchObject([
      { from: 0, to: 4, insert: "ONE\n", removed: "one\n", verdict: "undecided", stale: false },
      { from: 8, to: 14, insert: "THREE\n", removed: "three\n", verdict: "undecided", stale: false },
    ]);
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
    expect(core.decisions.canUndo(id)).toBe(false);
    journal.fail(undefined);
    await core.decisions.decideReview(id, verdict, "");
    await answered;
    const state = `${verdict}ed`;
    expect(answers).toMatchObject([{ value: { applied: verdict === "accept", review: { state } } }]);
    expect(host.liveText("a.ts")).toBe(verdict === "accept" ? "ONE\ntwo\nTHREE\n" : files["a.ts"]);
    expect(journal.records.at(-1)).toMatchObject({ id, state });
  });

  it("leaves the verdicts that were given before", async () => {
    const { core, host, journal, review, id } = await waitingAgent();
    await core.decisions.decideHunks(id, [{ hunk: 0, verdict: "accepted" }]);
    journal.fail(full);
    await expect(core.decisions.decideHunks(id, [{ hunk: 1, verdict: "rejected" }])).rejects.toBe(full);
    expect(review(id).hunks.map(({ verdict }) => verdict)).toEqual(["accepted", "undecided"]);
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
  });

  it("keeps what was typed elsewhere meanwhile", async () => {
    const { core, host, journal, review, id } = await waitingAgent();
    journal.hold();
    const deciding = core.decisions.decideReview(id, "accept", "");
    await turns();
    expect(host.liveText("a.ts")).toBe("ONE\ntwo\nTHREE\n");
    await host.type("a.ts", { from: 4, to: 4, insert: "one and a half\n" });
    journal.fail(full);
    journal.release();
    await expect(deciding).rejects.toBe(full);
    expect(host.liveText("a.ts")).toBe("one\none and a half\ntwo\nthree\n");
    journal.fail(undefined);
    expect(review(id).hunks.map(({ stale }) => stale)).toEqual([false, false]);
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("ONE\none and a half\ntwo\nTHREE\n");
  });

  it("leaves alone what was typed into the change meanwhile, and never takes it for accepted", async () => {
    const { core, host, journal, review, id } = await waitingAgent();
    journal.hold();
    const deciding = core.decisions.decideReview(id, "accept", "");
    await turns();
    await host.type("a.ts", { from: 1, to: 2, insert: "mine" });
    journal.fail(full);
    journal.release();
    await expect(deciding).rejects.toBe(full);
    expect(host.liveText("a.ts")).toBe("OmineE\ntwo\nthree\n");
    expect(review(id).hunks.map(({ stale }) => stale)).toEqual([true, false]);
    journal.fail(undefined);
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("OmineE\ntwo\nTHREE\n");
    expect(review(id).state).toBe("partly-accepted");
  });

  it("does not make or remove a file", async () => {
    for (const [tool, input] of [
      ["ide.file.create", { file: "/project/n.ts", text: "n\n" }],
      ["ide.file.delete", { file: "/project/b.ts" }],
    ] as const) {
      const { core, host, journal, review, id, answers } = await waitingAgent(input, tool);
      journal.fail(full);
      await expect(core.decisions.decideReview(id, "accept", "")).rejects.toBe(full);
      expect([host.savedText("n.ts"), host.savedText("b.ts")]).toEqual([undefined, "b\n"]);
      expect(review(id).state).toBe("pending");
      expect(answers).toEqual([]);
      journal.fail(undefined);
      await core.decisions.decideReview(id, "accept", "");
      await turns();
      expect(answers).toMatchObject([{ value: { applied: true, review: { state: "accepted" } } }]);
    }
  });

  it("holds where the file was made on a recorded intent, and is recorded with what comes next", async () => {
    const { core, journal, review, id, propose, host } = await waitingAgent(
      { file: "/project/n.ts", text: "n\n" },
      "ide.file.create",
    );
    journal.hold();
    const deciding = core.decisions.decideReview(id, "accept", "");
    await turns();
    journal.releaseOne();
    await turns();
    journal.fail(full);
    journal.release();
    await deciding;
    expect(review(id).state).toBe("accepted");
    const after = reviewFixture({ host, journal: new MemoryJournal(journal.lines) });
    await after.core.restore();
    expect(after.review(id).state).toBe("accepted");
    journal.fail(undefined);
    await propose("a.ts", 1, 1, "ONE");
    expect(journal.records.filter((record) => record.id === id).map(({ state }) => state)).toEqual([
      "pending",
      "pending",
      "accepted",
    ]);
  });
});

it("an intent to remove a file that was changed meanwhile is taken back", async () => {
  const { core, host, journal, review, id } = await waitingAgent({ file: "/project/b.ts" }, "ide.file.delete");
  journal.hold();
  const deciding = core.decisions.decideReview(id, "accept", "");
  await turns();
  await host.type("b.ts", { from: 0, to: 0, insert: "mine\n" });
  journal.release();
  await expect(deciding).rejects.toMatchObject({ code: "STALE" });
  expect(host.savedText("b.ts")).toBe("b\n");
  expect(review(id).state).toBe("pending");
  expect(journal.records.at(-1)?.hunks).toMatchObject([{ verdict: "undecided", stale: true }]);
});

describe("a proposal that cannot be recorded", () => {
  it("is not there, and the agent is told so", async () => {
    const { call, ada, journal, core } = reviewFixture({ files });
    journal.fail(full);
    expect(await call(ada, "ide.editor.replaceRange", outer)).toMatchObject({ error: { code: "WRITE_FAILED" } });
    expect(core.reviews.all()).toEqual([]);
  });

  it("leaves the review whose place it would have taken", async () => {
    const { core, host, journal, propose, review } = reviewFixture({ files });
    const { id } = await propose("a.ts", 2, 2, "TWO");
    journal.fail(full);
    await expect(propose("a.ts", 3, 3, "THREE")).rejects.toMatchObject({ code: "WRITE_FAILED" });
    expect(core.reviews.all()).toEqual([review(id)]);
    journal.fail(undefined);
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("one\nTWO\nthree\n");
  });

  it("cannot be decided while that is not known", async () => {
    const { core, host, journal, call, ada } = reviewFixture({ files });
    journal.hold();
    const proposing = call(ada, "ide.editor.replaceRange", outer);
    await turns();
    const deciding = core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "accept", "");
    deciding.catch(() => {});
    await turns();
    journal.fail(full);
    journal.release();
    expect(await proposing).toMatchObject({ error: { code: "WRITE_FAILED" } });
    await expect(deciding).rejects.toBe(full);
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
  });

  it("is gone with all its files", async () => {
    const { call, ada, journal, core } = reviewFixture({ files });
    journal.fail(full);
    const edits = [{ startLine: 1, endLine: 1, newText: "x" }];
    const input = { files: ["a.ts", "b.ts"].map((file) => ({ file: `/project/${file}`, edits })) };
    expect(await call(ada, "ide.editor.applyEdits", input)).toMatchObject({ error: { code: "WRITE_FAILED" } });
    expect(core.reviews.all()).toEqual([]);
  });
});

it("a withdrawal that cannot be recorded leaves the review to be decided", async () => {
  const { call, ada, journal, propose, review } = reviewFixture({ files });
  const { id } = await propose("a.ts", 2, 2, "TWO");
  journal.fail(full);
  expect(await call(ada, "ide.review.withdraw", { id })).toMatchObject({ error: { code: "WRITE_FAILED" } });
  expect(review(id).state).toBe("pending");
});

it("all files of a change set are recorded together", async () => {
  const { call, ada, journal } = reviewFixture({ files });
  const edits = [{ startLine: 1, endLine: 1, newText: "x" }];
  const input = { files: ["a.ts", "b.ts"].map((file) => ({ file: `/project/${file}`, edits })), review: "defer" };
  await call(ada, "ide.editor.applyEdits", input);
  expect(journal.lines).toHaveLength(1);
  expect(journal.records).toHaveLength(2);
});
