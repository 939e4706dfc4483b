import { expect, it } from "vitest";
import { reviewFixture } from "../testing/review-fixture.js";
import { digest } from "./digest.js";

it("texts that differ a little have digests that differ", () => {
  const texts = Array.from({ length: 20_000 }, (_, i) => `line ${i}\n`);
  const swapped = ["ab", "ba", "a\nb", "b\na", "", " ", "\0", "\0\0"];
  const all = [...texts, ...swapped];
  expect(new Set(all.map(digest)).size).toBe(all.length);
  expect(digest("one")).toBe(digest("one"));
});

it("what is kept of a proposal to know it again does not grow with it", async () => {
  const { propose } = reviewFixture({ files: { "a.ts": "one\n" } });
  const { fingerprint } = await propose("a.ts", 1, 1, "x".repeat(100_000));
  expect(fingerprint.length).toBeLessThan(64);
});
