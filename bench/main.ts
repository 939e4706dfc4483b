/**
 * `npm run bench -- [measure…] [--quick]`: measures Tandem against the raw limit, prints one table, writes the samples
 * to a file. Exits with 1 if a figure misses what it must reach, with 2 if it is not called rightly.
 */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, realpath, writeFile } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOME_VARIABLE, TOKEN_VARIABLE } from "@tandem/protocol";
import { type Judged, judge } from "./figure.js";
import { Fixtures } from "./fixtures.js";
import type { Measure, Setup } from "./measure.js";
import { agentEdit } from "./measures/agent-edit.js";
import { diagnostics } from "./measures/diagnostics.js";
import { discovery } from "./measures/discovery.js";
import { fileList } from "./measures/file-list.js";
import { keystroke } from "./measures/keystroke.js";
import { memory } from "./measures/memory.js";
import { oneAgent } from "./measures/one-agent.js";
import { pageLoad } from "./measures/page-load.js";
import { reconnect } from "./measures/reconnect.js";
import { reviewOpening } from "./measures/review-opening.js";
import { reviewRound } from "./measures/review-round.js";
import { smallCall } from "./measures/small-call.js";
import { socketAgents } from "./measures/socket-agents.js";
import { socketCalls } from "./measures/socket-calls.js";
import { socketEvents } from "./measures/socket-events.js";
import { startUp } from "./measures/start-up.js";
import { treeScroll } from "./measures/tree-scroll.js";
import { vscodeCalls } from "./measures/vscode-calls.js";
import { vscodeDiagnostics } from "./measures/vscode-diagnostics.js";
import { vscodeReads } from "./measures/vscode-reads.js";
import { vscodeReviews } from "./measures/vscode-reviews.js";
import { vscodeStart } from "./measures/vscode-start.js";
import { stopAll } from "./process.js";
import { table } from "./table.js";

const measures: readonly Measure[] = [
  ...[smallCall, oneAgent, fileList, diagnostics, startUp, memory],
  ...[socketCalls, socketAgents, socketEvents, reconnect, discovery],
  ...[pageLoad, reviewOpening, keystroke, agentEdit, reviewRound, treeScroll],
  ...[vscodeCalls, vscodeReads, vscodeDiagnostics, vscodeReviews, vscodeStart],
];

const MEASURE_MS = 600_000;
const ROUNDS = 7;
const QUICK_ROUNDS = 3;

const names = process.argv.slice(2).filter((argument) => argument !== "--quick");
const quick = process.argv.includes("--quick");
const unknown = names.filter((name) => !measures.some((measure) => isMeantBy(name, measure)));
if (unknown.length > 0) {
  say(`There is no measure ${unknown.join(", ")}. There are: ${measures.map(({ name }) => name).join(", ")}.`);
  process.exit(2);
}

const base = await realpath(await mkdtemp(join(tmpdir(), "tandem-bench-")));
const interruption = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => interruption.abort());
isolate();
try {
  const chosen = measures.filter((measure) => names.length === 0 || names.some((name) => isMeantBy(name, measure)));
  const setup = { quick, rounds: quick ? QUICK_ROUNDS : ROUNDS, fixtures: new Fixtures(base) };
  const { figures, failures } = await measureAll(chosen, setup);
  process.stdout.write(`${table(figures)}\n`);
  for (const failure of failures) say(failure);
  say(`Samples: ${await writeResults(figures, failures)}`);
  const missed = figures.some(({ verdict }) => verdict === "MISSED");
  process.exitCode = missed || failures.length > 0 ? 1 : 0;
} catch (error) {
  if (!interruption.signal.aborted) throw error;
} finally {
  await stopAll();
  // Not asynchronously: a measure that was left in the middle could still be writing there.
  rmSync(base, { recursive: true, force: true, maxRetries: 5 });
}
if (interruption.signal.aborted) process.exit(130);

/** By its name or by the beginning of it: `vscode` means every `vscode-…`. */
function isMeantBy(name: string, measure: Measure): boolean {
  return measure.name === name || measure.name.startsWith(`${name}-`);
}

/** The developer's own settings, of Tandem or of git, neither help nor harm. */
function isolate(): void {
  process.env[HOME_VARIABLE] = process.env["HOME"] = join(base, "home");
  process.env["XDG_CONFIG_HOME"] = join(base, "config");
  process.env["GIT_CONFIG_GLOBAL"] = "/dev/null";
  process.env["GIT_CONFIG_NOSYSTEM"] = "1";
  delete process.env[TOKEN_VARIABLE];
}

async function measureAll(chosen: readonly Measure[], setup: Setup) {
  const figures: Judged[] = [];
  const failures: string[] = [];
  for (const { name, run } of chosen) {
    const started = performance.now();
    try {
      figures.push(...(await inTime(run(setup))).map(judge));
    } catch (error) {
      interruption.signal.throwIfAborted();
      failures.push(`${name} failed: ${error instanceof Error ? error.message : error}`);
    } finally {
      await stopAll();
    }
    say(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`);
  }
  return { figures, failures };
}

/** Leaves the work when its time is over or the run is interrupted; it fails by itself once its processes are stopped. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = new Error(`It took more than ${MEASURE_MS / 1000} s.`);
    const timer = setTimeout(() => reject(late), MEASURE_MS);
    const interrupted = () => reject(interruption.signal.reason);
    interruption.signal.addEventListener("abort", interrupted, { once: true });
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      interruption.signal.removeEventListener("abort", interrupted);
    });
  });
}

/** Resolves with the path of the file. */
async function writeResults(figures: readonly Judged[], failures: readonly string[]): Promise<string> {
  const folder = fileURLToPath(new URL("../results/", import.meta.url));
  const path = join(folder, `${new Date().toISOString().replaceAll(":", "-")}.json`);
  const machine = { node: process.version, platform: process.platform, cores: availableParallelism(), load: loadavg() };
  await mkdir(folder, { recursive: true });
  await writeFile(path, `${JSON.stringify({ quick, machine, figures, failures }, null, 2)}\n`);
  return path;
}

function say(message: string): void {
  process.stderr.write(`${message}\n`);
}
