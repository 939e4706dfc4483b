import { setImmediate as turn } from "node:timers/promises";
import { FakeClock } from "@tandem/host/testing";
import type { ReviewView, ToPage } from "@tandem/workbench-shared";
import { beforeEach, describe, expect, it } from "vitest";
import type { ReviewsForPage } from "./reviews.js";
import { ReviewsFeed } from "./reviews-feed.js";
import { pendingReview } from "./testing/page-scene.js";

const hunk = { id: 0, from: 4, to: 8, insert: "x\n", verdict: "undecided", stale: false, edited: false, comment: "" };
const review: ReviewView = { ...pendingReview("/a.txt"), hunks: [{ ...hunk, verdict: "undecided" }] };
const at = (from: number, version: number): ReviewView => ({
  ...review,
  version,
  hunks: review.hunks.map((one) => ({ ...one, from, to: from + 4 })),
});

let clock: FakeClock;
let told: ToPage[];
let pending: readonly ReviewView[];
let decided: readonly ReviewView[];
let feed: ReviewsFeed;
let change: (next: readonly ReviewView[], ended?: readonly ReviewView[]) => Promise<void>;

beforeEach(() => {
  clock = new FakeClock();
  told = [];
  pending = decided = [];
  let listener = () => {};
  const desk: Pick<ReviewsForPage, "pending" | "decided" | "onChange"> = {
    pending: () => pending,
    decided: () => decided,
    onChange: (next) => {
      listener = next;
      return () => {};
    },
  };
  const pages = { tell: (message: ToPage) => void told.push(message), audience: 1 };
  feed = new ReviewsFeed(desk as ReviewsForPage, clock, pages, (message) => expect.unreachable(message));
  change = async (next, ended = decided) => {
    pending = next;
    decided = ended;
    listener();
    await turn();
  };
});

describe("reviews", () => {
  it("are told at once, however many changes made them", async () => {
    await Promise.all([change([review]), change([review, at(9, 0)])]);
    expect(told).toEqual([{ type: "reviews", reviews: [review, at(9, 0)] }]);
  });

  it("that move with the text are told when it has come to rest", async () => {
    await change([review]);
    for (const version of [1, 2, 3]) {
      await change([at(4 + version, version)]);
      clock.advance(500);
    }
    expect(told).toHaveLength(1);
    clock.advance(500);
    expect(told.slice(1)).toEqual([{ type: "reviews", reviews: [at(7, 3)] }]);
  });

  it("that have moved are told before a page is given the text, once", async () => {
    await change([review]);
    feed.flush();
    expect(told).toHaveLength(1);
    await change([at(5, 1)]);
    feed.flush();
    clock.advance(5000);
    expect(told.slice(1)).toEqual([{ type: "reviews", reviews: [at(5, 1)] }]);
  });

  it("that become stale as they move are told at once", async () => {
    await change([review]);
    const stale = { ...at(5, 1), hunks: at(5, 1).hunks.map((one) => ({ ...one, stale: true })) };
    await change([stale]);
    expect(told.at(-1)).toEqual({ type: "reviews", reviews: [stale] });
  });

  it("that are decided are told before they wait no longer, and not again", async () => {
    await change([review]);
    const ended: ReviewView = { ...review, state: "accepted" };
    await change([], [ended]);
    await change([at(5, 1)]);
    expect(told.slice(1)).toEqual([
      { type: "decided", ids: [ended.id], reviews: [ended] },
      { type: "reviews", reviews: [] },
      { type: "reviews", reviews: [at(5, 1)] },
    ]);
  });

  it("that were decided before are only named when another one is", async () => {
    const first: ReviewView = { ...review, id: "first", state: "accepted" };
    const second: ReviewView = { ...review, id: "second", state: "rejected" };
    await change([], [first]);
    await change([], [second, first]);
    const undone: ReviewView = { ...first, undone: true };
    await change([], [second, undone]);
    expect(told.filter(({ type }) => type === "decided")).toEqual([
      { type: "decided", ids: ["first"], reviews: [first] },
      { type: "decided", ids: ["second", "first"], reviews: [second] },
      { type: "decided", ids: ["second", "first"], reviews: [undone] },
    ]);
  });

  it("that a new page asks for are told to the others all the same", async () => {
    await change([review]);
    const ended: ReviewView = { ...review, state: "accepted" };
    const changed = change([], [ended]);
    expect(feed.current()).toEqual([
      { type: "decided", ids: [ended.id], reviews: [ended] },
      { type: "reviews", reviews: [] },
    ]);
    await changed;
    expect(told.slice(1)).toEqual(feed.current());
  });
});
