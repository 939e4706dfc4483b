/**
 * `npm run soak -- [rounds] [seed]`: the model test of the reviews and the fuzzing of the dialects, each with ten times
 * as much as in `npm test`, then rounds of kill. Exits with 1 if any finds something. `--no-model` leaves the first two out.
 */
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { killRounds, summary } from "./kill-rounds.js";

const ROUNDS = 1000;
const TOLD_EVERY = 100;
/** By how much the number of sequences and messages is multiplied, unless the environment says otherwise. */
const TIMES_SEQUENCES = "10";
const REPEATED_TESTS = ["packages/host/src/review/review-model.test.ts", "test/e2e/dialects/fuzz/fuzz.test.ts"];

const args = process.argv.slice(2);
const [rounds = ROUNDS, seed = Date.now() % 1_000_000] = args.filter((arg) => !arg.startsWith("--")).map(Number);

if (!args.includes("--no-model")) runModel();

const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interruption.abort());

const tally = await killRounds(rounds, seed, {
  signal: interruption.signal,
  finding: say,
  round: (soFar) => {
    if (soFar.rounds % TOLD_EVERY === 0) say(summary(soFar));
  },
});
say(`Seed ${seed}. In all: ${summary(tally)}`);
if (Object.values(tally.findings).some((count) => count > 0)) process.exitCode = 1;

function runModel(): void {
  const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");
  const env = { TANDEM_SOAK: TIMES_SEQUENCES, ...process.env };
  const { status } = spawnSync(process.execPath, [vitest, "run", ...REPEATED_TESTS], { env, stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}
