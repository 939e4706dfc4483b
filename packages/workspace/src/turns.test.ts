import { expect, it } from "vitest";
import { Turns } from "./turns.js";

it("never more than so many work at once, and all get their turn in order, also after a failure", async () => {
  const turns = new Turns(3);
  let working = 0;
  let most = 0;
  const finished: number[] = [];
  const work = (number: number) => async () => {
    most = Math.max(most, ++working);
    await new Promise((resolve) => setImmediate(resolve));
    working--;
    if (number === 4) throw new Error("failed");
    finished.push(number);
  };
  await Promise.allSettled(Array.from({ length: 10 }, (_, number) => turns.take(work(number))));
  expect(most).toBe(3);
  expect(finished).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 9]);
});
