/** A few rounds of what `npm run soak` does for long: a window is killed at random between a proposal and its answer. */
import { expect, it } from "vitest";
import { killRounds, summary } from "../soak/kill-rounds.js";

const ROUNDS = 15;
/** The same rounds in every run, as far as the moment of a kill can be the same. */
const SEED = 7;

it(`keeps texts, reviews and outcomes through ${ROUNDS} kills`, async () => {
  const findings: string[] = [];
  const tally = await killRounds(ROUNDS, SEED, { finding: (message) => findings.push(message) });
  expect(findings, summary(tally)).toEqual([]);
  expect(tally.rounds).toBe(ROUNDS);
});
