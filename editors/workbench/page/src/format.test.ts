import { expect, it } from "vitest";
import { duration } from "./format.js";

it.each([
  [0.4, "0 ms"],
  [12.6, "13 ms"],
  [8095, "8.1 s"],
  [3_725_900, "62 min 5 s"],
])("%d milliseconds are %s", (milliseconds, text) => {
  expect(duration(milliseconds)).toBe(text);
});
