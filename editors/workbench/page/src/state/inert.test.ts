import type { ReviewView } from "@tandem/workbench-shared";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { setConnection } from "./connection.js";
import { makeInert } from "./inert.js";
import { isInert, pending } from "./reviews.js";
import { activeFile, followShownReview } from "./tabs.js";

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  setConnection("online");
  stop = followShownReview();
});

afterEach(() => {
  stop();
  pending.value = [];
  activeFile.value = undefined;
  vi.runAllTimers();
  vi.useRealTimers();
});

const waiting = (id: string, file: string) => ({ id, file }) as ReviewView;

it("a review that changes again stays inert for the whole time anew", () => {
  makeInert(["r"]);
  vi.advanceTimersByTime(200);
  makeInert(["r"]);
  vi.advanceTimersByTime(200);
  expect(isInert("r")).toBe(true);
  vi.advanceTimersByTime(100);
  expect(isInert("r")).toBe(false);
});

it("the next review of a file is inert once it is shown, however long it has waited", () => {
  pending.value = [waiting("first", "/f"), waiting("second", "/f")];
  activeFile.value = "/f";
  vi.advanceTimersByTime(1000);
  pending.value = [waiting("second", "/f")];
  expect(isInert("second")).toBe(true);
  vi.advanceTimersByTime(300);
  expect(isInert("second")).toBe(false);
});

it("a review is inert when its file comes on top", () => {
  pending.value = [waiting("r", "/f")];
  vi.advanceTimersByTime(1000);
  expect(isInert("r")).toBe(false);
  activeFile.value = "/f";
  expect(isInert("r")).toBe(true);
});
