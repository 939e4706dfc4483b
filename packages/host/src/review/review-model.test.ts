/**
 * Random agents, a random developer, and a window that starts again now and then: after every step the reviews and
 * the texts are what the model says they must be. `TANDEM_SOAK` multiplies the number of sequences.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { ReviewWorld } from "../testing/review-world.js";

const SOAK = process.env["TANDEM_SOAK"];
const SEQUENCES = 10_000 * Number(SOAK ?? 1);
/** The same sequences in every test run, so that a change of ours and nothing else makes it fail; new ones in a soak. */
const SEED = SOAK === undefined ? { seed: 20_261_115 } : {};

const agent = fc.constantFrom<"ada" | "bob">("ada", "bob");
const file = fc.constantFrom("a.ts", "b.ts", "c.ts");
const spot = fc.integer({ min: 0, max: 99 });
const pick = fc.nat({ max: 5 });
const how = fc.constantFrom<"wait" | "defer">("wait", "defer");
const lines = fc.integer({ min: 0, max: 3 });

const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("edit" as const),
      agent,
      file,
      a: spot,
      b: spot,
      lines,
      open: fc.boolean(),
      how,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("create" as const), agent, file, lines, how }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("delete" as const), agent, file, how }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("again" as const), agent, pick }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("type" as const),
      file,
      a: spot,
      b: spot,
      what: fc.constantFrom("", "word", "line", "break"),
      wide: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("hunks" as const),
      pick,
      verdicts: fc.array(fc.constantFrom("accepted" as const, "rejected" as const, "undecided" as const), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      pick,
      verdict: fc.constantFrom("accept" as const, "accept" as const, "reject" as const),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("rewrite" as const), pick, hunk: fc.nat({ max: 2 }), lines }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("withdraw" as const), agent, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("leave" as const), pick, disconnected: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("wait" as const), agent, pick }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("list" as const), agent }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("hold" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("release" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("break" as const, "mend" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("restart" as const) }) },
);

it(
  `keeps every text and every review right in ${SEQUENCES} random sequences`,
  async () => {
    const seen = { accepted: 0, stale: 0, superseded: 0, restarts: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 24, size: "max" }), async (steps) => {
        const world = new ReviewWorld({ "a.ts": "a1\na2\na3\na4\na5\na6\n", "b.ts": "b1\nb2\nb3", "c.ts": "" });
        for (const each of steps) await world.run(each);
        await world.end();
        for (const key of ["accepted", "stale", "superseded", "restarts"] as const) seen[key] += world.seen[key];
      }),
      { numRuns: SEQUENCES, ...SEED },
    );
    // The sequences are no use if nothing happens in them.
    for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(SEQUENCES / 20);
  },
  60_000 * Math.max(1, SEQUENCES / 10_000),
);
