/** Sequences that the random ones once stumbled over, kept as they were found. */
import { expect, it } from "vitest";
import { ReviewWorld, type Step } from "../testing/review-world.js";

const sequences: Readonly<Record<string, readonly Step[]>> = {
  "a review is decided while the one in it is on its way to be superseded": [
    { do: "edit", agent: "bob", file: "b.ts", a: 0, b: 25, lines: 0, open: false, how: "wait" },
    { do: "hold" },
    { do: "hunks", pick: 0, verdicts: ["undecided"] },
    { do: "edit", agent: "bob", file: "b.ts", a: 25, b: 0, lines: 1, open: false, how: "wait" },
    { do: "hunks", pick: 1, verdicts: ["accepted", "rejected"] },
    { do: "hunks", pick: 0, verdicts: ["accepted"] },
    { do: "decide", pick: 0, verdict: "accept" },
  ],
  "a change that could not be recorded is taken back under a deletion, and the window starts again": [
    { do: "delete", agent: "ada", file: "a.ts", how: "wait" },
    { do: "edit", agent: "ada", file: "a.ts", a: 0, b: 25, lines: 0, open: false, how: "wait" },
    { do: "break" },
    { do: "decide", pick: 1, verdict: "accept" },
    { do: "restart" },
    { do: "list", agent: "ada" },
  ],
  "two agents' deletions of one file are accepted at once": [
    { do: "delete", agent: "bob", file: "c.ts", how: "wait" },
    { do: "hold" },
    { do: "delete", agent: "ada", file: "c.ts", how: "wait" },
    { do: "decide", pick: 1, verdict: "accept" },
    { do: "decide", pick: 0, verdict: "accept" },
  ],
  "two reviews that an agent has after it came back become one": [
    { do: "edit", agent: "ada", file: "a.ts", a: 0, b: 0, lines: 1, open: false, how: "wait" },
    { do: "edit", agent: "bob", file: "a.ts", a: 0, b: 25, lines: 0, open: false, how: "wait" },
    { do: "restart" },
    { do: "edit", agent: "bob", file: "a.ts", a: 0, b: 0, lines: 1, open: false, how: "wait" },
    { do: "edit", agent: "ada", file: "a.ts", a: 0, b: 0, lines: 1, open: false, how: "wait" },
    { do: "wait", agent: "bob", pick: 5 },
    { do: "edit", agent: "bob", file: "a.ts", a: 15, b: 0, lines: 1, open: false, how: "wait" },
    { do: "type", file: "a.ts", a: 0, b: 0, what: "", wide: false },
    { do: "edit", agent: "ada", file: "a.ts", a: 0, b: 0, lines: 0, open: false, how: "wait" },
    { do: "decide", pick: 0, verdict: "accept" },
  ],
};

it.each(Object.entries(sequences))("%s", async (_, steps) => {
  const world = new ReviewWorld({ "a.ts": "a1\na2\na3\na4\na5\na6\n", "b.ts": "b1\nb2\nb3", "c.ts": "" });
  for (const step of steps) await world.run(step);
  await expect(world.end()).resolves.toBeUndefined();
});
