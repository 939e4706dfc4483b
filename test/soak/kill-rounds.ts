/** Rounds of kill at random moments between a proposal and its answer, and the count of what came of them. */
import { mkdir, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ReviewReport } from "@tandem/protocol";
import { Finding, type FindingKind } from "./finding.js";
import { Random } from "./random.js";
import { playRound } from "./round.js";
import { drawScenario, type ProposingTool, proposingTools } from "./scenario.js";
import { type Place, Window } from "./window.js";

export interface Tally {
  rounds: number;
  readonly killed: Record<"before" | "during" | "after", number>;
  /** Rounds of each way to propose. */
  readonly tools: Record<ProposingTool, number>;
  /** Starts that were killed as well. */
  startsKilled: number;
  /** Rounds after which a window spoke of a conflict with the disk, though nobody else wrote there. */
  conflicts: number;
  readonly findings: Record<FindingKind, number>;
}

/** After so many rounds a new folder is taken, so that what piles up is bounded. */
const ROUNDS_PER_FOLDER = 20;
const ROUND_MS = 60_000;

export interface Watch {
  finding(message: string): void;
  /** Called after each round. */
  round?(tally: Tally): void;
  /** No round is begun once it is aborted. */
  readonly signal?: AbortSignal;
}

export async function killRounds(count: number, seed: number, watch: Watch): Promise<Tally> {
  const tally: Tally = {
    rounds: 0,
    killed: { before: 0, during: 0, after: 0 },
    tools: Object.fromEntries(proposingTools.map((tool) => [tool, 0])) as Tally["tools"],
    startsKilled: 0,
    conflicts: 0,
    findings: { torn: 0, lost: 0, double: 0, other: 0 },
  };
  while (tally.rounds < count && !watch.signal?.aborted) {
    await inOneFolder(Math.min(ROUNDS_PER_FOLDER, count - tally.rounds), seed, tally, watch);
  }
  return tally;
}

/** Ends early after a finding: what follows is to begin afresh. */
async function inOneFolder(count: number, seed: number, tally: Tally, watch: Watch): Promise<void> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "tandem-kill-")));
  const place: Place = { folder: join(base, "folder"), home: join(base, "home"), config: join(base, "config") };
  await mkdir(place.folder);
  const earlier: ReviewReport[] = [];
  const holder = { window: await Window.open(place) };
  try {
    for (let sound = true, i = 0; sound && i < count && !watch.signal?.aborted; i++) {
      const number = ++tally.rounds;
      const scenario = drawScenario(new Random(seed * 1_000_003 + number), `round-${number}`);
      tally.tools[scenario.tool]++;
      if (scenario.killNextStart !== undefined) tally.startsKilled++;
      try {
        const { killed, conflict, outcomes } = await inTime(playRound(place, holder, scenario, earlier));
        earlier.push(...outcomes);
        tally.killed[killed]++;
        if (conflict) tally.conflicts++;
      } catch (error) {
        sound = false;
        tally.findings[error instanceof Finding ? error.kind : "other"]++;
        const what = error instanceof Finding ? `${error.kind}: ${error.message}` : String((error as Error).stack);
        watch.finding(`round ${number} of seed ${seed}: ${what}\n  ${JSON.stringify(scenario)}`);
      }
      watch.round?.(tally);
    }
  } finally {
    await holder.window.kill();
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

export function summary({ rounds, tools, killed, startsKilled, conflicts, findings }: Tally): string {
  const { torn, lost, double, other } = findings;
  return [
    `${rounds} rounds (${Object.entries(tools)
      .map(([tool, count]) => `${tool} ${count}`)
      .join(", ")})`,
    `killed before the decision ${killed.before}, during it ${killed.during}, after it ${killed.after}`,
    `starts killed ${startsKilled}`,
    `unfounded conflicts ${conflicts}`,
    `torn ${torn}, lost ${lost}, double ${double}, other ${other}`,
  ].join("; ");
}

/** A round that hangs is a finding. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = new Finding("other", `the round took more than ${ROUND_MS / 1000} s`);
    const timer = setTimeout(() => reject(late), ROUND_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
