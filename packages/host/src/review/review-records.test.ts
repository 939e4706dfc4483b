/** How much is remembered, and how much may wait. */
import { expect, it } from "vitest";
import { reviewFixture } from "../testing/review-fixture.js";
import type { Review } from "./review.js";
import { forgetSome, MAX_LENGTH } from "./review-records.js";
import { MAX_PENDING } from "./review-store.js";

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
