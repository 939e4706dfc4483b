import type { HunkView, ReviewView } from "@tandem/workbench-shared";
import { describe, expect, it } from "vitest";
import { byAgent, bySet, changedReviews, decided, nextHunk, takeDecided, waitingText } from "./reviews.js";

const hunk = (id: number, more: Partial<HunkView> = {}): HunkView => ({
  id,
  from: id * 10,
  to: id * 10 + 5,
  insert: `line ${id}\n`,
  verdict: "undecided",
  stale: false,
  edited: false,
  comment: "",
  ...more,
});

const review = (id: string, hunks: readonly HunkView[], agent = "a"): ReviewView => ({
  id,
  agent: { id: agent, name: agent, colour: "teal", connected: true },
  agentGone: false,
  file: "/f",
  relative: "f",
  kind: "edit",
  title: "",
  reason: "",
  writer: "host",
  saves: false,
  editable: true,
  state: "pending",
  version: 0,
  hunks,
  added: 1,
  removed: 1,
  protected: false,
  comment: "",
  createdAt: 0,
  undoable: false,
  undone: false,
});

const nobody = () => false;

describe("a review counts as changed", () => {
  it("when it is new", () => {
    expect(changedReviews([], [review("r", [hunk(0)])], nobody)).toEqual(["r"]);
  });

  it.each([
    ["its text is another", { insert: "other\n" }],
    ["it takes other lines", { to: 99 }],
    ["it has become stale", { stale: true }],
  ])("when %s", (_, more) => {
    expect(changedReviews([review("r", [hunk(0)])], [review("r", [hunk(0, more)])], nobody)).toEqual(["r"]);
  });
});

describe("a review does not count as changed", () => {
  it.each([
    ["its hunk moved", { from: 100, to: 105 }],
    ["it got a verdict", { verdict: "accepted" as const }],
    ["it got a comment", { comment: "why?" }],
  ])("when %s", (_, more) => {
    expect(changedReviews([review("r", [hunk(0)])], [review("r", [hunk(0, more)])], nobody)).toEqual([]);
  });

  it("when the developer edited it", () => {
    const after = [review("r", [hunk(0, { insert: "mine\n" })])];
    expect(changedReviews([review("r", [hunk(0)])], after, () => true)).toEqual([]);
  });
});

describe("the next hunk", () => {
  const hunks = [hunk(0), hunk(1, { verdict: "accepted" }), hunk(2), hunk(3)];

  it("skips decided ones and goes round", () => {
    expect(nextHunk(hunks, 0, 1)).toBe(2);
    expect(nextHunk(hunks, 3, 1)).toBe(0);
    expect(nextHunk(hunks, 0, -1)).toBe(3);
  });

  it("after one that was just decided is the one below it", () => {
    expect(nextHunk(hunks, 1, 1)).toBe(2);
    expect(nextHunk(hunks, 1, -1)).toBe(0);
  });

  it("is any when all are decided", () => {
    const all = hunks.map((one) => ({ ...one, verdict: "rejected" as const }));
    expect(nextHunk(all, 0, 1)).toBe(1);
  });
});

it("reviews are grouped by agent in the order of the queue", () => {
  const groups = byAgent([review("1", [], "x"), review("2", [], "y"), review("3", [], "x")]);
  expect(groups.map(({ agent, reviews }) => [agent.name, reviews.map(({ id }) => id)])).toEqual([
    ["x", ["1", "3"]],
    ["y", ["2"]],
  ]);
});

it("what waits is said in words", () => {
  const [first, second] = [review("1", [], "x"), review("2", [], "y")];
  expect(waitingText([])).toBe("");
  expect(waitingText([first])).toBe("1 review waits for you. The newest: x, f");
  expect(waitingText([first, second])).toBe("2 reviews wait for you. The newest: y, f");
});

it("reviews that were proposed as one are together", () => {
  const of = (id: string, set?: string) => ({ ...review(id, []), ...(set !== undefined && { set }) });
  const sets = bySet([of("1", "s"), of("2"), of("3", "s")]);
  expect(sets.map((set) => set.map(({ id }) => id))).toEqual([["1", "3"], ["2"]]);
});

it("the last decided ones are those named, as last told", () => {
  const [a, b] = [review("a", []), review("b", [])];
  takeDecided(["a"], [a]);
  takeDecided(["b", "a"], [b]);
  expect(decided.value).toEqual([b, a]);
  const undone = { ...a, undone: true };
  takeDecided(["b", "a"], [undone]);
  expect(decided.value).toEqual([b, undone]);
  takeDecided(["b"], []);
  expect(decided.value).toEqual([b]);
});
