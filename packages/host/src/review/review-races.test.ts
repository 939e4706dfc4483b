/** What comes between: typing, verdicts and withdrawals while a record is on its way to the disk, and a new start. */
import { describe, expect, it } from "vitest";
import { MemoryJournal, reviewFixture, turns } from "../testing/review-fixture.js";
import { MAX_DECIDED } from "./review-records.js";

const files = { "a.ts": "one\ntwo\nthree\n" };
const above = { from: 0, to: 0, insert: "zero\n" };
const outer = ["a.ts", 1, 3, "ONE\ntwo\nTHREE"] as const;

describe("typing", () => {
  it("while a proposal is being recorded moves it all the same", async () => {
    const { core, host, propose, journal, review } = reviewFixture({ files });
    journal.hold();
    const proposing = propose("a.ts", 2, 2, "TWO");
    await turns();
    await host.type("a.ts", above);
    journal.release();
    const { id } = await proposing;
    expect(review(id).hunks).toMatchObject([{ from: 9, to: 13, stale: false }]);
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("zero\none\nTWO\nthree\n");
  });

  it("while an edited hunk is being recorded moves it all the same", async () => {
    const { core, host, propose, journal, review } = reviewFixture({ files });
    const { id } = await propose("a.ts", 2, 2, "TWO");
    journal.hold();
    const editing = core.decisions.editHunk(id, 0, "2\n");
    await host.type("a.ts", above);
    journal.release();
    await editing;
    expect(review(id).hunks).toMatchObject([{ from: 9, to: 13, insert: "2\n" }]);
  });

  it("before an accepted change reaches the text moves it all the same", async () => {
    let go = () => {};
    const opened = new Promise<void>((resolve) => {
      go = resolve;
    });
    const { core, host, propose } = reviewFixture({
      files,
      texts: (own) => ({ change: (...args) => opened.then(() => own.change(...args)) }),
    });
    const { id } = await propose("a.ts", 2, 2, "TWO");
    const deciding = core.decisions.decideReview(id, "accept", "");
    await host.type("a.ts", above);
    go();
    await deciding;
    expect(host.liveText("a.ts")).toBe("zero\none\nTWO\nthree\n");
  });
});

describe("two things at once", () => {
  it("keep both verdicts on two hunks", async () => {
    const { core, host, propose, review } = reviewFixture({ files });
    const { id } = await propose(...outer);
    const verdicts = [0, 1].map((hunk) => core.decisions.decideHunks(id, [{ hunk, verdict: "accepted" }]));
    await Promise.all(verdicts);
    expect(review(id).state).toBe("accepted");
    expect(host.liveText("a.ts")).toBe("ONE\ntwo\nTHREE\n");
  });

  it.each(["withdraw first", "accept first"])("end a review once: %s", async (order) => {
    const { core, host, propose, call, ada, journal } = reviewFixture({ files });
    const { id } = await propose("a.ts", 2, 2, "TWO");
    journal.hold();
    const acts = [
      () => call(ada, "ide.review.withdraw", { id }),
      () => core.decisions.decideReview(id, "accept", "").catch(() => {}),
    ];
    if (order === "accept first") acts.reverse();
    const running = acts.map((act) => act());
    await turns();
    journal.release();
    await Promise.all(running);
    const ends = journal.records.filter((record) => record.id === id && record.state !== "pending");
    expect(ends.map(({ state }) => state)).toHaveLength(1);
    expect(host.liveText("a.ts")).toBe(ends[0]?.state === "accepted" ? "one\nTWO\nthree\n" : files["a.ts"]);
  });

  it("do not bring a withdrawn review back by a comment", async () => {
    const { core, propose, call, ada, journal, review } = reviewFixture({ files });
    const { id } = await propose("a.ts", 2, 2, "TWO");
    journal.hold();
    const running = [call(ada, "ide.review.withdraw", { id }), core.decisions.commentHunk(id, 0, "x").catch(() => {})];
    await turns();
    journal.release();
    await Promise.all(running);
    expect(review(id).state).toBe("withdrawn");
    expect(journal.records.at(-1)).toMatchObject({ id, state: "withdrawn" });
  });

  it("do not put a change that is being accepted into the review that follows", async () => {
    const { core, host, propose, journal, review } = reviewFixture({ files });
    const first = await propose("a.ts", 1, 0, "zero");
    journal.hold();
    const accepting = core.decisions.decideReview(first.id, "accept", "");
    const proposing = propose("a.ts", 4, 4, "THREE");
    await turns();
    journal.release();
    await accepting;
    const second = await proposing;
    expect(review(first.id).state).toBe("accepted");
    await core.decisions.decideReview(second.id, "accept", "");
    expect(host.liveText("a.ts")).toBe("zero\none\ntwo\nTHREE\n");
  });
});

describe("an answer", () => {
  it("that joins a proposal waits until that is recorded", async () => {
    const { call, ada, journal, propose } = reviewFixture({ files });
    journal.hold();
    const first = propose("a.ts", 2, 2, "TWO");
    await turns();
    let recorded: number | undefined;
    const input = { file: "/project/a.ts", startLine: 2, endLine: 2, newText: "TWO", review: "defer" };
    const second = call(ada, "ide.editor.replaceRange", input).then(() => {
      recorded = journal.lines.length;
    });
    await turns();
    journal.release();
    await Promise.all([first, second]);
    expect(recorded).toBe(1);
  });
});

describe("a new start", () => {
  it("shows the pending ones again and remembers the decided", async () => {
    const before = reviewFixture({ files });
    const { id } = await before.propose(...outer);
    const other = await before.propose("a.ts", 2, 2, "TWO", before.bob);
    await before.core.decisions.decideHunks(id, [{ hunk: 0, verdict: "rejected" }]);
    await before.core.decisions.decideReview(other.id, "reject", "no");
    before.core.close();
    const after = reviewFixture({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    expect(after.core.reviews.all()).toEqual(before.core.reviews.all());
    expect(await after.call(after.bob, "ide.review.wait", { id: other.id })).toMatchObject({
      value: { review: { state: "rejected", comment: "no" } },
    });
    await after.core.decisions.decideReview(id, "accept", "");
    expect(after.host.liveText("a.ts")).toBe("one\ntwo\nTHREE\n");
  });

  it("finds the place of a hunk that typing had moved, or does not accept it", async () => {
    const before = reviewFixture({ files });
    const { id } = await before.propose("a.ts", 2, 2, "TWO");
    await before.host.type("a.ts", above);
    before.core.close();
    const after = reviewFixture({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    await after.core.restore();
    await after.core.decisions.decideReview(id, "accept", "").catch(() => {});
    expect(["zero\none\nTWO\nthree\n", `zero\n${files["a.ts"]}`]).toContain(after.host.liveText("a.ts"));
  });

  it("finds the place of an insertion that typing had moved, or does not accept it", async () => {
    const before = reviewFixture({ files: { "a.ts": "1\n2\n3\n" } });
    const { id } = await before.propose("a.ts", 3, 2, "2½");
    await before.host.type("a.ts", { from: 0, to: 0, insert: "0\n" });
    before.core.close();
    const after = reviewFixture({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    await after.core.restore();
    await after.core.decisions.decideReview(id, "accept", "").catch(() => {});
    expect(["0\n1\n2\n2½\n3\n", "0\n1\n2\n3\n"]).toContain(after.host.liveText("a.ts"));
  });

  it("does not take a line for another that looks the same", async () => {
    const before = reviewFixture({ files: { "a.ts": "{\n}\n{\n}\n" } });
    const { id } = await before.propose("a.ts", 2, 2, "} // first");
    await before.host.type("a.ts", { from: 0, to: 0, insert: "x\n}\n" });
    before.core.close();
    const after = reviewFixture({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    await after.core.restore();
    await after.core.decisions.decideReview(id, "accept", "").catch(() => {});
    expect(["x\n}\n{\n} // first\n{\n}\n", "x\n}\n{\n}\n{\n}\n"]).toContain(after.host.liveText("a.ts"));
  });

  it("finds a review and the end of the one it supersedes, or neither", async () => {
    const { journal, propose } = reviewFixture({ files });
    const first = await propose("a.ts", 1, 0, "zero");
    const second = await propose("a.ts", 3, 3, "THREE");
    expect(journal.lines).toHaveLength(2);
    expect(journal.records.slice(1)).toMatchObject([
      { id: first.id, state: "superseded", supersededBy: second.id },
      { id: second.id, state: "pending" },
    ]);
  });

  it("does not let a file be deleted with more text than was shown", async () => {
    const before = reviewFixture({ files });
    await before.call(before.ada, "ide.file.delete", { file: "/project/a.ts", review: "defer" });
    await before.host.type("a.ts", above);
    before.core.close();
    const after = reviewFixture({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    await after.core.restore();
    await after.core.decisions.decideReview(after.core.reviews.pending()[0]?.id ?? "", "accept", "").catch(() => {});
    expect(after.host.liveText("a.ts")).toBe(`zero\n${files["a.ts"]}`);
  });

  it("does not find an unfinished last line where it goes on by now", async () => {
    const before = reviewFixture({ files: { "a.ts": "one\ntwo" } });
    const { id } = await before.propose("a.ts", 2, 2, "TWO");
    await before.host.type("a.ts", { from: 7, to: 7, insert: " and a half" });
    before.core.close();
    const after = reviewFixture({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    await after.core.restore();
    await after.core.decisions.decideReview(id, "accept", "").catch(() => {});
    expect(after.host.liveText("a.ts")).toBe("one\ntwo and a half");
  });

  it("marks every pending review as left by its agent", async () => {
    const before = reviewFixture({ files });
    await before.propose("a.ts", 2, 2, "TWO");
    await before.call(before.bob, "ide.file.create", { file: "/project/n.ts", text: "n\n", review: "defer" });
    before.core.close();
    const after = reviewFixture({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    await after.core.restore();
    expect(after.core.reviews.pending().map(({ agentGone }) => agentGone)).toEqual([true, true]);
  });

  it("does not bring back what is decided while it looks for the places", async () => {
    const before = reviewFixture({ files });
    const { id } = await before.propose("a.ts", 2, 2, "TWO");
    before.core.close();
    let go = () => {};
    const opened = new Promise<void>((resolve) => {
      go = resolve;
    });
    const after = reviewFixture({
      host: before.host,
      journal: new MemoryJournal(before.journal.lines),
      texts: (own) => ({ live: (path) => opened.then(() => own.live(path)) }),
    });
    const restoring = after.core.restore();
    await after.core.decisions.decideReview(id, "reject", "").catch(() => {});
    const { state } = after.review(id);
    go();
    await restoring;
    expect(after.review(id).state).toBe(state);
  });
});

describe("the memory of decided reviews", () => {
  it("drops those that were decided first, not those that waited longest", async () => {
    const { core, propose, bob } = reviewFixture({ files });
    const { id } = await propose("a.ts", 2, 2, "TWO");
    for (let i = 0; i < MAX_DECIDED; i++) {
      const other = await propose("a.ts", 1, 1, `${i}`, bob);
      await core.decisions.decideReview(other.id, "reject", "");
    }
    await core.decisions.decideReview(id, "reject", "");
    expect(core.reviews.get(id)).toMatchObject({ state: "rejected" });
    expect(core.reviews.all()).toHaveLength(MAX_DECIDED);
  });
});
