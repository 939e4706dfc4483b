import { expect, it } from "vitest";
import { decide } from "./policy.js";

it.each([
  ["read", ["allow", "allow", "allow"]],
  ["navigate", ["allow", "allow", "allow"]],
  ["adjust", ["allow", "allow", "refuse"]],
  ["propose", ["review", "allow", "refuse"]],
  ["act", ["ask", "allow", "refuse"]],
] as const)("%s in review, trust and read-only mode", (effect, [review, trust, readOnly]) => {
  expect(decide(effect, "review")).toBe(review);
  expect(decide(effect, "trust")).toBe(trust);
  expect(decide(effect, "read-only")).toBe(readOnly);
});
