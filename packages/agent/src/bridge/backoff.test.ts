import { expect, it } from "vitest";
import { backoffMs } from "./backoff.js";

it("comes soon at first and patiently later", () => {
  const longest = (attempt: number) => backoffMs(attempt, () => 0);
  expect([0, 1, 4, 5, 59].map(longest).map(Math.round)).toEqual([100, 160, 655, 1000, 1000]);
  expect(longest(1_000_000)).toBe(5000);
});

it("is up to half chance", () => {
  expect(backoffMs(1000, () => 1)).toBe(2500);
});
