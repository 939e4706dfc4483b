/** How much is remembered, and how much may wait. */
import { expect, it } from "vitest";
import { reviewFixture } from "../testing/review-fixture.js";
import type { Review } from "./review.js";
import { forgetSome, MAX_LENGTH } from "./review-records.js";
import { MAX_PENDING } from "./review-store.js";
import { Undo } from "./undo.js";

const files = { "a.ts": "one\ntwo\n", "b.ts": "b\n" };

function withText(review: Review, length: number): Review {
  return { ...review, hunks: review.hunks.map((hunk) => ({ ...hunk, removed: "x".repeat(length) })) };
}

it("those that were decided first are forgotten once their texts are too large together", async () => {
  const { propose } = reviewFixture({ files });
  const review = await propose("a.ts", 1, 1, "ONE");
  const half = withText({ ...review, state: "rejected" }, MAX_LENGTH / 2);
  const reviews = new Map(["first", "second", "third"].map((id) => [id, { ...half, id }]));
  reviews.set("waiting", { ...review, id: "waiting" });
  forgetSome(reviews);
  expect([...reviews.keys()]).toEqual(["third", "waiting"]);
});

it("a proposal is refused while too much text waits", async () => {
  const { core, propose } = reviewFixture({ files });
  const review = await propose("a.ts", 1, 1, "ONE");
  core.reviews.show(withText(review, MAX_LENGTH));
  await expect(propose("b.ts", 1, 1, "B")).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  await core.decisions.decideReview(review.id, "reject", "");
  await propose("b.ts", 1, 1, "B");
});

it("no more reviews wait than may, however many are proposed at once", async () => {
  const { core, propose, bob } = reviewFixture({ files });
  const review = await propose("a.ts", 1, 1, "ONE");
  for (let i = 2; i < MAX_PENDING; i++) core.reviews.show({ ...review, id: `copy-${i}` });
  const both = await Promise.allSettled([propose("b.ts", 1, 1, "B"), propose("b.ts", 1, 1, "C", bob)]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(core.reviews.pending()).toHaveLength(MAX_PENDING);
});

it("an agent is told the newest of many, and how many there are", async () => {
  const { core, call, propose, ada } = reviewFixture({ files });
  const review = await propose("a.ts", 1, 1, "ONE");
  const copies = Array.from({ length: 120 }, (_, i) => ({ ...review, id: `copy-${i}` }));
  core.reviews.show(...copies);
  const result = await call(ada, "ide.review.list", {});
  expect(result).toMatchObject({ value: { total: 121, truncated: true } });
  const { reviews } = (result as { value: { reviews: { id: string }[] } }).value;
  expect([reviews.length, reviews.at(-1)?.id]).toEqual([100, "copy-119"]);
});

it("a change under many reviews is told once", async () => {
  const { core, host, propose } = reviewFixture({ files });
  const review = await propose("a.ts", 1, 1, "ONE");
  core.reviews.show(...Array.from({ length: 50 }, (_, i) => ({ ...review, id: `copy-${i}` })));
  let told = 0;
  core.reviews.onChange(() => told++);
  await host.type("a.ts", { from: 0, to: 0, insert: "zero\n" });
  expect(told).toBe(1);
  expect(core.reviews.pending().every(({ hunks }) => hunks[0]?.from === 5)).toBe(true);
});

it("what is no longer remembered cannot be taken back", async () => {
  const { host } = reviewFixture({ files });
  const known = new Set(["first", "second"]);
  const undo = new Undo(host.texts, (id) => known.has(id));
  const { propose } = reviewFixture({ host });
  const review = await propose("a.ts", 1, 1, "ONE");
  for (const id of known) undo.applied({ ...review, id }, review.hunks);
  expect(undo.canUndo("first")).toBe(true);
  known.delete("first");
  undo.applied({ ...review, id: "third" }, review.hunks);
  expect(["first", "second", "third"].map((id) => undo.canUndo(id))).toEqual([false, true, true]);
});
