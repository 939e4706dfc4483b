import { errors } from "@tandem/protocol";
import { describe, expect, it } from "vitest";
import { reviewFixture } from "../testing/review-fixture.js";
import type { SaveOnAccept } from "./decision.js";

const files = { "a.ts": "one\ntwo\nthree\n" };
/** Both outer lines changed: two hunks. */
const outer = ["a.ts", 1, 3, "ONE\ntwo\nTHREE"] as const;

describe("a decision", () => {
  it("waits until every hunk has its verdict, and remembers those given so far", async () => {
    const { core, host, propose, review, journal } = reviewFixture({ files });
    const { id } = await propose(...outer);
    await core.decisions.decideHunks(id, [{ hunk: 0, verdict: "accepted" }]);
    expect(review(id)).toMatchObject({ state: "pending", hunks: [{ verdict: "accepted" }, { verdict: "undecided" }] });
    expect(journal.records.at(-1)).toMatchObject({ id, hunks: [{ verdict: "accepted" }, { verdict: "undecided" }] });
    await core.decisions.decideHunks(id, [{ hunk: 0, verdict: "undecided" }]);
    await core.decisions.decideHunks(id, [{ hunk: 1, verdict: "accepted" }]);
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
    await core.decisions.decideHunks(id, [{ hunk: 0, verdict: "accepted" }]);
    expect(host.liveText("a.ts")).toBe("ONE\ntwo\nTHREE\n");
    expect(review(id)).toMatchObject({ state: "accepted", decidedAt: expect.any(Number) });
  });

  it("keeps what was rejected before rejected when the rest is accepted", async () => {
    const { core, host, propose, review } = reviewFixture({ files });
    const { id } = await propose(...outer);
    await core.decisions.decideHunks(id, [{ hunk: 0, verdict: "rejected" }]);
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("one\ntwo\nTHREE\n");
    expect(review(id).state).toBe("partly-accepted");
  });

  it("is in the journal before anybody hears of it", async () => {
    const { core, propose, review, journal } = reviewFixture({ files });
    const { id } = await propose(...outer);
    journal.hold();
    const decided = core.decisions.decideReview(id, "accept", "");
    expect(review(id).state).toBe("pending");
    journal.release();
    await decided;
    expect(journal.records.at(-1)).toMatchObject({ id, state: "accepted" });
  });

  it.each(["accept", "reject"] as const)("that comes after the end is refused: %s", async (verdict) => {
    const { core, host, propose, call, ada } = reviewFixture({ files });
    const { decisions } = core;
    const { id } = await propose(...outer);
    await call(ada, "ide.review.withdraw", { id });
    const late = [
      () => decisions.decideReview(id, verdict, ""),
      () => decisions.decideHunks(id, [{ hunk: 0, verdict: verdict === "accept" ? "accepted" : "rejected" }]),
      () => decisions.editHunk(id, 0, "x\n"),
      () => decisions.commentHunk(id, 0, "x"),
    ];
    for (const act of late) await expect(act()).rejects.toMatchObject({ code: "STALE" });
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
  });

  it("on a review that never was is refused", async () => {
    const { core } = reviewFixture({ files });
    await expect(core.decisions.decideReview("x", "accept", "")).rejects.toMatchObject({ code: "REVIEW_NOT_FOUND" });
  });

  it("on a hunk that is not there is refused", async () => {
    const { core, propose } = reviewFixture({ files });
    const { id } = await propose(...outer);
    await expect(core.decisions.editHunk(id, 9, "x\n")).rejects.toThrow();
    await expect(core.decisions.decideHunks(id, [{ hunk: 9, verdict: "accepted" }])).rejects.toThrow();
  });

  it("lands what the developer typed into the proposed text, also beside what was proposed", async () => {
    const { core, host, propose, review } = reviewFixture({ files: { "a.ts": "one\ntwo\nthree\nfour\n" } });
    const { id } = await propose("a.ts", 1, 1, "ONE");
    await core.decisions.rewrite(id, [
      { from: 3, to: 3, insert: "!" },
      { from: 14, to: 18, insert: "FOUR" },
    ]);
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("ONE!\ntwo\nthree\nFOUR\n");
    expect(review(id)).toMatchObject({
      state: "partly-accepted",
      hunks: [
        { insert: "ONE!\n", proposed: "ONE\n" },
        { insert: "FOUR\n", proposed: "four\n" },
      ],
    });
  });

  it("is made by one of two who decide at once", async () => {
    const { core, host, propose } = reviewFixture({ files });
    const { id } = await propose("a.ts", 1, 0, "zero");
    const outcomes = await Promise.allSettled([
      core.decisions.decideReview(id, "accept", ""),
      core.decisions.decideReview(id, "accept", ""),
      core.decisions.decideReview(id, "reject", ""),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
    expect(host.liveText("a.ts")).toBe("zero\none\ntwo\nthree\n");
  });
});

describe("a stale hunk", () => {
  it("cannot be accepted, and is left out when the rest is", async () => {
    const { core, host, propose, review } = reviewFixture({ files });
    const { id } = await propose(...outer);
    await host.type("a.ts", { from: 0, to: 3, insert: "mine" });
    expect(review(id).hunks).toMatchObject([{ stale: true }, { stale: false }]);
    const accept = core.decisions.decideHunks(id, [{ hunk: 0, verdict: "accepted" }]);
    await expect(accept).rejects.toMatchObject({ code: "STALE" });
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("mine\ntwo\nTHREE\n");
    expect(review(id).state).toBe("partly-accepted");
  });

  it("holds up nobody once the others are decided", async () => {
    const { core, host, propose, review } = reviewFixture({ files });
    const { id } = await propose(...outer);
    await host.type("a.ts", { from: 0, to: 3, insert: "mine" });
    await core.decisions.decideHunks(id, [{ hunk: 1, verdict: "accepted" }]);
    expect(host.liveText("a.ts")).toBe("mine\ntwo\nTHREE\n");
    expect(review(id).state).toBe("partly-accepted");
  });

  it("that had been accepted before does not stand in the way of the others", async () => {
    const { core, host, propose, review } = reviewFixture({ files });
    const { id } = await propose(...outer);
    await core.decisions.decideHunks(id, [{ hunk: 0, verdict: "accepted" }]);
    await host.type("a.ts", { from: 0, to: 3, insert: "mine" });
    await core.decisions.decideHunks(id, [{ hunk: 1, verdict: "accepted" }]);
    expect(host.liveText("a.ts")).toBe("mine\ntwo\nTHREE\n");
    expect(review(id).state).toBe("partly-accepted");
  });

  it("leaves a review of nothing else rejected when it is accepted", async () => {
    const { core, host, propose, review } = reviewFixture({ files });
    const { id } = await propose("a.ts", 1, 1, "ONE");
    await host.type("a.ts", { from: 0, to: 3, insert: "mine" });
    await core.decisions.decideReview(id, "accept", "");
    expect(host.liveText("a.ts")).toBe("mine\ntwo\nthree\n");
    expect(review(id).state).toBe("rejected");
  });
});

describe("saving on accept", () => {
  it.each<[SaveOnAccept, "clean" | "dirty", boolean]>([
    ["never", "clean", false],
    ["never", "dirty", false],
    ["when-clean", "clean", true],
    ["when-clean", "dirty", false],
    ["always", "clean", true],
    ["always", "dirty", true],
  ])("%s, with a %s buffer: saved is %s", async (saveOnAccept, buffer, saved) => {
    const { core, host, propose } = reviewFixture({ files, saveOnAccept });
    if (buffer === "dirty") await host.type("a.ts", { from: 14, to: 14, insert: "four\n" });
    const { id } = await propose("a.ts", 1, 1, "ONE");
    await core.decisions.decideReview(id, "accept", "");
    expect(host.savedText("a.ts") === host.liveText("a.ts")).toBe(saved);
    expect(host.liveText("a.ts")).toMatch(/^ONE\ntwo\n/);
  });

  it("saves nothing on a rejection", async () => {
    const { core, host, propose } = reviewFixture({ files, saveOnAccept: "always" });
    await host.type("a.ts", { from: 14, to: 14, insert: "four\n" });
    const { id } = await propose("a.ts", 1, 1, "ONE");
    await core.decisions.decideReview(id, "reject", "");
    expect(host.savedText("a.ts")).toBe(files["a.ts"]);
  });
});

describe("a failure while accepting", () => {
  const full = errors.writeFailed("/project/a.ts", new Error("no space left"));

  it("of the change leaves the review as it was", async () => {
    const { core, host, propose, review } = reviewFixture({
      files,
      texts: () => ({ change: () => Promise.reject(full) }),
    });
    const { id } = await propose(...outer);
    await expect(core.decisions.decideReview(id, "accept", "")).rejects.toBe(full);
    expect(review(id).state).toBe("pending");
    expect(host.liveText("a.ts")).toBe(files["a.ts"]);
  });

  it.each<["save" | "journal"]>([["save"], ["journal"]])("of the %s does not let it be applied twice", async (what) => {
    let failing = false;
    const save = () => (failing ? Promise.reject(full) : Promise.resolve({ version: 0 }));
    const { core, host, propose, journal } = reviewFixture({ files, saveOnAccept: "always", texts: () => ({ save }) });
    const { id } = await propose("a.ts", 1, 0, "zero");
    failing = what === "save";
    if (what === "journal") journal.fail(full);
    await core.decisions.decideReview(id, "accept", "").catch(() => {});
    failing = false;
    journal.fail(undefined);
    await core.decisions.decideReview(id, "accept", "").catch(() => {});
    expect(host.liveText("a.ts")).toBe("zero\none\ntwo\nthree\n");
  });
});
