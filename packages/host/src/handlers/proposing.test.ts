/** How long a call that proposes waits, what ends the wait, and how an agent asks again. */
import { describe, expect, it } from "vitest";
import { Disconnected } from "../disconnected.js";
import { FakeClock } from "../testing/fake-clock.js";
import { type ReviewFixture, reviewFixture, turns } from "../testing/review-fixture.js";

const A = "/project/a.ts";
const files = { "a.ts": "one\ntwo\nthree\n" };
const edit = { file: A, startLine: 2, endLine: 2, newText: "TWO" };
const REPLACE = "ide.editor.replaceRange";

async function waiting(desk: ReviewFixture, extra: Parameters<ReviewFixture["call"]>[3] = {}) {
  const answer = desk.call(desk.ada, REPLACE, edit, extra);
  await turns();
  return { answer, id: desk.core.reviews.pending()[0]?.id ?? "none" };
}

/** Whether it has settled by now. */
async function settled(answer: Promise<unknown>): Promise<boolean> {
  let done = false;
  void answer.then(() => {
    done = true;
  });
  await turns();
  return done;
}

describe("a call that proposes", () => {
  it("waits until the developer has decided, and leaves no timer", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk);
    expect(await settled(answer)).toBe(false);
    await desk.core.decisions.decideReview(id, "accept", "");
    expect(await answer).toMatchObject({ ok: true, value: { applied: true } });
    expect(desk.clock.waiting).toBe(0);
  });

  it("gives its reason as one line that nothing hidden steers", async () => {
    const desk = reviewFixture({ files });
    await desk.call(desk.ada, REPLACE, { ...edit, reason: "Safe\n\u202eonly\u200b", review: "defer" });
    expect(desk.core.reviews.pending()).toMatchObject([{ reason: "Safe only" }]);
  });

  it("answers at once with the review's id if it is deferred", async () => {
    const desk = reviewFixture({ files });
    const answer = await desk.call(desk.ada, REPLACE, { ...edit, review: "defer" });
    const [review] = desk.core.reviews.pending();
    expect(answer).toMatchObject({ value: { applied: false, review: { id: review?.id, state: "pending" } } });
    expect(desk.clock.waiting).toBe(0);
  });

  it("answers that it is pending after 45 s if the agent cannot hear of progress", async () => {
    const desk = reviewFixture({ files });
    const { answer, id } = await waiting(desk);
    desk.clock.advance(44_999);
    expect(await settled(answer)).toBe(false);
    desk.clock.advance(1);
    expect(await answer).toMatchObject({ value: { applied: false, review: { id, state: "pending" } } });
    expect(desk.review(id)).toMatchObject({ state: "pending", agentGone: false });
    expect(desk.clock.waiting).toBe(0);
  });

  it("tells of progress at once and every 5 s for as long as it takes", async () => {
    const desk = reviewFixture({ files });
    const heard: string[] = [];
    const { answer, id } = await waiting(desk, { progress: (message) => void heard.push(message) });
    expect(heard).toHaveLength(1);
    desk.clock.advance(4_999);
    expect(heard).toHaveLength(1);
    desk.clock.advance(3_600_000 - 4_999);
    expect(heard).toHaveLength(721);
    expect(await settled(answer)).toBe(false);
    await desk.core.decisions.decideReview(id, "reject", "");
    expect(await answer).toMatchObject({ value: { applied: false } });
    expect(desk.clock.waiting).toBe(0);
  });

  it("asks the clock for no time that a timer cannot hold", async () => {
    const asked: number[] = [];
    class Listening extends FakeClock {
      override after(ms: number, callback: () => void): () => void {
        asked.push(ms);
        return super.after(ms, callback);
      }
    }
    const desk = reviewFixture({ files, clock: new Listening() });
    await waiting(desk, { progress: () => {} });
    expect(Math.max(...asked)).toBeLessThan(2 ** 31);
  });
});

describe("the end of the caller", () => {
  it("withdraws the review if it cancels", async () => {
    const desk = reviewFixture({ files });
    const caller = new AbortController();
    const { answer, id } = await waiting(desk, { gone: () => caller.signal });
    caller.abort();
    expect(await answer).toMatchObject({ ok: false, error: { code: "TIMED_OUT" } });
    await turns();
    expect(desk.review(id).state).toBe("withdrawn");
    expect(desk.clock.waiting).toBe(0);
  });

  it("leaves the review and marks it if the connection broke; waiting again unmarks it", async () => {
    const desk = reviewFixture({ files });
    const caller = new AbortController();
    const { answer, id } = await waiting(desk, { gone: () => caller.signal });
    caller.abort(new Disconnected());
    expect((await answer).ok).toBe(false);
    await turns();
    expect(desk.review(id)).toMatchObject({ state: "pending", agentGone: true });

    const back = desk.core.agents.join({ name: "ada", version: "1" }).agent;
    const again = desk.call(back, "ide.review.wait", { id });
    await turns();
    expect(desk.review(id).agentGone).toBe(false);
    await desk.core.decisions.decideReview(id, "accept", "");
    expect(await again).toMatchObject({ value: { review: { id, state: "accepted" } } });
    expect(desk.clock.waiting).toBe(0);
  });

  it("does not mark a review as left that a newer call of the agent waits for", async () => {
    const desk = reviewFixture({ files });
    const caller = new AbortController();
    const first = await waiting(desk, { gone: () => caller.signal });
    const second = await waiting(desk);
    caller.abort(new Disconnected());
    await first.answer;
    await turns();
    expect(desk.review(first.id).agentGone).toBe(false);
    await desk.core.decisions.decideReview(first.id, "reject", "");
    expect(await second.answer).toMatchObject({ ok: true });
  });

  it.each<[string, string, object]>([
    ["an edit", REPLACE, edit],
    [
      "several edits",
      "ide.editor.applyEdits",
      { files: [{ file: A, edits: [{ startLine: 1, endLine: 1, newText: "x" }] }] },
    ],
    ["a new file", "ide.file.create", { file: "/project/n.ts", text: "n\n" }],
    ["a deletion", "ide.file.delete", { file: A }],
  ])("before the proposal is looked at proposes nothing: %s", async (_, tool, input) => {
    const desk = reviewFixture({ files });
    const answer = await desk.call(desk.ada, tool, input, { gone: () => AbortSignal.abort() });
    expect(answer.ok).toBe(false);
    await turns();
    expect(desk.core.reviews.pending()).toEqual([]);
  });

  it("before the proposal is looked at changes nothing in trust mode", async () => {
    const desk = reviewFixture({ files, mode: "trust" });
    expect((await desk.call(desk.ada, REPLACE, edit, { gone: () => AbortSignal.abort() })).ok).toBe(false);
    await turns();
    expect(desk.host.liveText("a.ts")).toBe(files["a.ts"]);
  });
});

describe("asking again", () => {
  it("for what was accepted, with the version it was made on, gives the same outcome and changes nothing more", async () => {
    const { call, ada, core, host } = reviewFixture({ files: { "a.ts": "one\ntwo\n" } });
    const edit = { file: "/project/a.ts", startLine: 2, endLine: 1, newText: "1½", version: 1 };
    const first = call(ada, "ide.editor.replaceRange", edit);
    await turns();
    await core.decisions.decideReview(core.reviews.pending()[0]?.id ?? "", "accept", "");
    const second = await call(ada, "ide.editor.replaceRange", edit);
    expect(second).toMatchObject({ ok: true, value: { applied: true } });
    expect(second).toEqual(await first);
    expect(host.liveText("a.ts")).toBe("one\n1½\ntwo\n");
  });

  it("by id waits no longer than it is told", async () => {
    const desk = reviewFixture({ files });
    const { id } = await desk.propose("a.ts", 2, 2, "TWO");
    const answer = desk.call(desk.ada, "ide.review.wait", { id, waitMs: 1_000 }, { progress: () => {} });
    await turns();
    desk.clock.advance(999);
    expect(await settled(answer)).toBe(false);
    desk.clock.advance(1);
    expect(await answer).toMatchObject({ value: { review: { id, state: "pending" } } });
    expect(desk.clock.waiting).toBe(0);
  });

  it("by id gives the outcome at once when it is there", async () => {
    const desk = reviewFixture({ files });
    const { id } = await desk.propose("a.ts", 2, 2, "TWO");
    await desk.core.decisions.decideReview(id, "reject", "no");
    expect(await desk.call(desk.ada, "ide.review.wait", { id })).toMatchObject({
      value: { review: { state: "rejected", comment: "no" } },
    });
  });

  it("for an unknown id is refused", async () => {
    const desk = reviewFixture({ files });
    expect(await desk.call(desk.ada, "ide.review.wait", { id: "x" })).toMatchObject({
      error: { code: "REVIEW_NOT_FOUND" },
    });
  });

  it.each<[string, string, object]>([
    ["an edit", REPLACE, edit],
    ["a new file", "ide.file.create", { file: "/project/n.ts", text: "n\n" }],
    ["a deletion", "ide.file.delete", { file: A }],
  ])("under the same key gives the same outcome, and applies it once: %s", async (_, tool, input) => {
    const desk = reviewFixture({ files });
    const first = desk.call(desk.ada, tool, input, { key: "mine" });
    await turns();
    await desk.core.decisions.decideReview(desk.core.reviews.pending()[0]?.id ?? "", "accept", "");
    const text = desk.host.liveText("a.ts");
    expect(await desk.call(desk.ada, tool, input, { key: "mine" })).toEqual(await first);
    expect(desk.core.reviews.all()).toHaveLength(1);
    expect(desk.host.liveText("a.ts")).toBe(text);
  });

  it("under another agent's key is a proposal of its own", async () => {
    const desk = reviewFixture({ files });
    await desk.call(desk.ada, REPLACE, { ...edit, review: "defer" }, { key: "k" });
    await desk.call(desk.bob, REPLACE, { ...edit, review: "defer" }, { key: "k" });
    expect(desk.core.reviews.pending().map(({ agent }) => agent.name)).toEqual(["ada", "bob"]);
  });
});
