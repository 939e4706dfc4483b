import { expect, it } from "vitest";
import { reconnectDelay } from "./backoff.js";

it("begins with a quarter of a second", () => {
  expect(reconnectDelay(0, 0.7)).toBe(250);
});

it("never exceeds five seconds, however many attempts", () => {
  for (const attempt of [5, 10, 1000]) expect(reconnectDelay(attempt, 0.999)).toBeLessThanOrEqual(5000);
});

it("spreads pages that lost the backend together", () => {
  expect(reconnectDelay(4, 0)).toBeLessThan(reconnectDelay(4, 0.9));
});
