/** Whose reviews are whose, and how an agent that has lost its connection finds its own again. */
import { describe, expect, it } from "vitest";
import type { Agent } from "../agents.js";
import {
  type FixtureOptions,
  MemoryJournal,
  type ReviewFixture,
  reviewFixture,
  turns,
} from "../testing/review-fixture.js";

const files = { "a.ts": "one\ntwo\nthree\n", "b.ts": "b\n" };
const REPLACE = "ide.editor.replaceRange";
const two = { file: "/project/a.ts", startLine: 2, endLine: 2, newText: "TWO", review: "defer" };
const three = { ...two, startLine: 3, endLine: 3, newText: "THREE" };

/** Two connections of agents that go by the same name. */
function namesakes(options: FixtureOptions = {}) {
  const desk = reviewFixture({ files, ...options });
  const connect = () => {
    const { agent } = desk.core.agents.join({ name: "claude", version: "1" });
    return { agent, disconnect: desk.core.agents.attach(agent) };
  };
  return { ...desk, connect, first: connect(), second: connect() };
}

async function proposed({ call }: ReviewFixture, agent: Agent, input: object, key?: string): Promise<string> {
  const result = await call(agent, REPLACE, input, key === undefined ? {} : { key });
  if (!result.ok) throw result.error;
  return (result.value["review"] as { id: string }).id;
}

describe("two connected agents of the same name", () => {
  it("have reviews of their own on the same file", async () => {
    const desk = namesakes();
    const ids = [await proposed(desk, desk.first.agent, two), await proposed(desk, desk.second.agent, three)];
    expect(desk.core.reviews.pending().map(({ id }) => id)).toEqual(ids);
  });

  it("do not see each other's either in sessions without a stream, until one has ended", async () => {
    const desk = reviewFixture({ files });
    const [first, second] = [0, 1].map(() => desk.core.agents.join({ name: "claude", version: "1" }));
    if (!first || !second) throw new Error("There are two.");
    const id = await proposed(desk, first.agent, two);
    expect(await desk.call(second.agent, "ide.review.list", {})).toMatchObject({ value: { reviews: [] } });
    expect(await proposed(desk, second.agent, two)).not.toBe(id);
    first.leave();
    expect(await desk.call(second.agent, "ide.review.list", {})).toMatchObject({ value: { reviews: [{ id }, {}] } });
  });

  it("share neither a key nor an identical proposal", async () => {
    const desk = namesakes();
    const ids = [await proposed(desk, desk.first.agent, two, "1"), await proposed(desk, desk.second.agent, two, "1")];
    expect(new Set(ids).size).toBe(2);
  });

  it("neither see nor withdraw each other's", async () => {
    const desk = namesakes();
    const id = await proposed(desk, desk.first.agent, two);
    expect(await desk.call(desk.second.agent, "ide.review.list", {})).toMatchObject({ value: { reviews: [] } });
    for (const tool of ["ide.review.wait", "ide.review.withdraw"]) {
      expect(await desk.call(desk.second.agent, tool, { id })).toMatchObject({ error: { code: "REVIEW_NOT_FOUND" } });
    }
    expect(desk.review(id).state).toBe("pending");
  });

  it("are told apart as well while one only waits for an answer", async () => {
    const desk = namesakes();
    const { agent, disconnect } = desk.connect();
    disconnect();
    void desk.call(agent, REPLACE, { ...two, review: "wait" });
    await turns();
    await proposed(desk, desk.second.agent, two);
    expect(desk.core.reviews.pending()).toHaveLength(2);
  });

  it("apply each what they name alike in trust mode", async () => {
    const desk = namesakes({ mode: "trust" });
    const input = { ...two, startLine: 1, endLine: 0, newText: "zero" };
    for (const { agent } of [desk.first, desk.second]) await desk.call(agent, REPLACE, input, { key: "1" });
    expect(desk.host.liveText("a.ts")).toBe(`zero\nzero\n${files["a.ts"]}`);
  });
});

describe("an agent that comes back by another connection", () => {
  it.each<[string, (desk: ReviewFixture, agent: Agent, id: string) => Promise<unknown>]>([
    ["its id", (desk, agent, id) => desk.call(agent, "ide.review.wait", { id, waitMs: 0 })],
    ["its own key", (desk, agent) => desk.call(agent, REPLACE, two, { key: "mine" })],
    ["the same proposal", (desk, agent) => desk.call(agent, REPLACE, two)],
  ])("finds its review by %s, and it is its own again", async (_, ask) => {
    const desk = namesakes();
    const id = await proposed(desk, desk.first.agent, two, "mine");
    desk.first.disconnect();
    const asking = ask(desk, desk.second.agent, id);
    await turns();
    desk.clock.advance(0);
    expect(await asking).toMatchObject({ value: { review: { id, state: "pending" } } });
    expect(desk.review(id)).toMatchObject({ agent: { id: desk.second.agent.id }, agentGone: false });
    const next = await proposed(desk, desk.second.agent, three);
    expect(desk.review(id)).toMatchObject({ state: "superseded", supersededBy: next });
  });

  it("is told its own key of each", async () => {
    const desk = namesakes();
    const id = await proposed(desk, desk.first.agent, two, "mine");
    desk.first.disconnect();
    const list = await desk.call(desk.second.agent, "ide.review.list", { pending: true });
    expect(list).toMatchObject({ value: { reviews: [{ id, key: "mine" }] } });
  });

  it("finds the outcome", async () => {
    const desk = namesakes();
    const id = await proposed(desk, desk.first.agent, two, "mine");
    desk.first.disconnect();
    await desk.core.decisions.decideReview(id, "accept", "");
    for (const answer of [
      await desk.call(desk.second.agent, "ide.review.wait", { id }),
      await desk.call(desk.second.agent, REPLACE, two, { key: "mine" }),
    ]) {
      expect(answer).toMatchObject({ value: { review: { id, state: "accepted" } } });
    }
    expect(desk.host.liveText("a.ts")).toBe("one\nTWO\nthree\n");
  });

  it("finds it after a new start too", async () => {
    const before = namesakes();
    const id = await proposed(before, before.first.agent, two);
    before.core.close();
    const after = namesakes({ host: before.host, journal: new MemoryJournal(before.journal.lines) });
    await after.core.restore();
    expect(await after.call(after.first.agent, "ide.review.list", {})).toMatchObject({ value: { reviews: [{ id }] } });
    expect(await proposed(after, after.second.agent, two)).toBe(id);
  });

  it("is not applied again in trust mode", async () => {
    const desk = namesakes({ mode: "trust" });
    const input = { ...two, startLine: 1, endLine: 0, newText: "zero" };
    await desk.call(desk.first.agent, REPLACE, input, { key: "mine" });
    desk.first.disconnect();
    await desk.call(desk.second.agent, REPLACE, input, { key: "mine" });
    expect(desk.host.liveText("a.ts")).toBe(`zero\n${files["a.ts"]}`);
  });
});

describe("a key", () => {
  it("stands for the files that it was first given with", async () => {
    const desk = namesakes();
    const id = await proposed(desk, desk.first.agent, two, "1");
    const other = await proposed(
      desk,
      desk.first.agent,
      { ...two, file: "/project/b.ts", startLine: 1, endLine: 1 },
      "1",
    );
    expect(other).not.toBe(id);
  });

  it("gives the reviews of a change set in the order of its files, whatever was decided first", async () => {
    const desk = namesakes();
    const edits = [{ startLine: 1, endLine: 1, newText: "x" }];
    const input = { files: ["a.ts", "b.ts"].map((file) => ({ file: `/project/${file}`, edits })), review: "defer" };
    const ask = () => desk.call(desk.first.agent, "ide.editor.applyEdits", input, { key: "set" });
    await ask();
    await desk.core.decisions.decideReview(desk.core.reviews.pending()[0]?.id ?? "", "reject", "");
    expect(await ask()).toMatchObject({ value: { files: input.files.map(({ file }) => ({ file })) } });
  });

  it("is applied once, also if it comes again meanwhile", async () => {
    const desk = namesakes({ mode: "trust" });
    const input = { ...two, startLine: 1, endLine: 0, newText: "zero" };
    const ask = () => desk.call(desk.first.agent, REPLACE, input, { key: "mine" });
    expect((await Promise.all([ask(), ask()])).map(({ ok }) => ok)).toEqual([true, true]);
    expect(desk.host.liveText("a.ts")).toBe(`zero\n${files["a.ts"]}`);
  });
});

it.each<[string, string, object]>([
  ["a new file", "ide.file.create", { file: "/project/n.ts", text: "n\n" }],
  ["a deletion", "ide.file.delete", { file: "/project/b.ts" }],
])("the same proposal again gives the same outcome once it was accepted: %s", async (_, tool, input) => {
  const desk = namesakes();
  const first = desk.call(desk.first.agent, tool, input);
  await turns();
  await desk.core.decisions.decideReview(desk.core.reviews.pending()[0]?.id ?? "", "accept", "");
  desk.first.disconnect();
  expect(await desk.call(desk.second.agent, tool, input)).toEqual(await first);
});
