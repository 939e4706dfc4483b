import { expect, it } from "vitest";
import { neighbourOf } from "./tabs.js";

it("the right neighbour follows a closed tab, else the left one", () => {
  expect(neighbourOf(["a", "b", "c"], "b")).toBe("c");
  expect(neighbourOf(["a", "b", "c"], "c")).toBe("b");
  expect(neighbourOf(["a"], "a")).toBeUndefined();
});

it("the last tab stands in for one that is already gone", () => {
  expect(neighbourOf(["a", "b"], "x")).toBe("b");
  expect(neighbourOf([], "x")).toBeUndefined();
});
