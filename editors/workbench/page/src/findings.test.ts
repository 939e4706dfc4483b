import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { Findings } from "./findings.js";
import { noteTyping } from "./state/caret.js";

const shown: string[] = [];
let findings: Findings;

beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  vi.advanceTimersByTime(10_000);
  shown.length = 0;
  findings = new Findings((file, found) => shown.push(`${file}: ${found.length}`));
});

const some = (count: number) => Array.from({ length: count }, () => ({}) as never);

it("findings are shown at once while nobody types", () => {
  findings.take("a", some(2));
  expect(shown).toEqual(["a: 2"]);
});

it("findings wait for a pause in the typing, and then only the newest of each file is shown", () => {
  for (let key = 1; key <= 5; key++) {
    noteTyping();
    findings.take("a", some(key));
    vi.advanceTimersByTime(100);
  }
  findings.take("b", some(7));
  expect(shown).toEqual([]);
  vi.advanceTimersByTime(250);
  expect(shown).toEqual(["a: 5", "b: 7"]);
});

it("findings of a file that is closed are forgotten at once", () => {
  noteTyping();
  findings.take("a", some(1));
  findings.drop("a");
  vi.advanceTimersByTime(1000);
  expect(shown).toEqual(["a: 0"]);
});
