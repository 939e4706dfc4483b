import { expect, it } from "vitest";
import { CalmLog } from "./calm-log.js";
import { FakeClock } from "./testing/fake-clock.js";

function calmLog() {
  const clock = new FakeClock();
  const lines: string[] = [];
  return { clock, lines, log: new CalmLog((line) => lines.push(line), clock) };
}

it("writes what is not alike at once", () => {
  const { log, lines } = calmLog();
  for (const line of ["a", "b", "a"]) log.say(line);
  expect(lines).toEqual(["a", "b", "a"]);
});

it("writes the first of many, then one summary for each period", () => {
  const { log, lines, clock } = calmLog();
  for (let i = 0; i < 10_000; i++) {
    log.say(`agent  ide.x  ${i}.5 ms  FILE_NOT_FOUND`);
    clock.advance(3);
  }
  expect(lines.slice(0, 5)).toEqual([0, 1, 2, 3, 4].map((i) => `agent  ide.x  ${i}.5 ms  FILE_NOT_FOUND`));
  expect(lines.slice(5)).toHaveLength(3);
  expect(lines[6]).toMatch(/^33\d\d more like this: agent {2}ide\.x {2}0\.5 ms {2}FILE_NOT_FOUND$/);
});

it("writes each line again after a pause", () => {
  const { log, lines, clock } = calmLog();
  for (let i = 0; i < 8; i++) log.say("again");
  clock.advance(20_000);
  expect(lines.splice(0)).toEqual([...Array(5).fill("again"), "3 more like this: again"]);
  log.say("again");
  expect(lines).toEqual(["again"]);
  clock.advance(20_000);
  expect(clock.waiting).toBe(0);
});

it("is not flooded by lines that are all different", () => {
  const { log, lines, clock } = calmLog();
  const word = (i: number) => String.fromCodePoint(0x4e00 + i);
  for (let i = 0; i < 10_000; i++) log.say(word(i));
  expect(lines.length).toBeLessThan(120);
  clock.advance(60_000);
  expect(lines.length).toBeLessThan(130);
  expect(clock.waiting).toBe(0);
});

it("says at its end what it has withheld", () => {
  const { log, lines, clock } = calmLog();
  for (let i = 0; i < 7; i++) log.say("again");
  log.close();
  expect(lines.at(-1)).toBe("2 more like this: again");
  expect(clock.waiting).toBe(0);
});
