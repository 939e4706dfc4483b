/** What happens in one round, drawn by chance, and every text that its file may come to hold. */
import type { ReviewReport } from "@tandem/protocol";
import type { Random } from "./random.js";

/** In the order in which they are reached. */
export const steps = ["proposed", "shown", "typed", "thought", "deciding", "decided", "answered"] as const;
export type Step = (typeof steps)[number];

type Taken = readonly [first: boolean, second: boolean];

export interface Scenario {
  readonly name: string;
  readonly eol: "\n" | "\r\n";
  readonly saveOnAccept: "never" | "always";
  readonly review: "wait" | "defer";
  /** How often the developer types under the review, and where. */
  readonly typings: number;
  readonly where: "top" | "bottom";
  readonly typesWhileDeciding: boolean;
  /** Milliseconds for which the developer looks before deciding. */
  readonly thinks: number;
  readonly decides: "whole" | "together" | "one by one";
  /** Which of the two hunks the developer takes. */
  readonly taken: Taken;
  readonly killAfter: Step;
  /** Milliseconds from that step to the kill; 0 is at once. */
  readonly killDelay: number;
  /** The next start is killed too, after so many milliseconds. */
  readonly killNextStart: number | undefined;
}

const MOST_DELAY_MS = 60;

export function drawScenario(random: Random, name: string): Scenario {
  const decides = random.pick<Scenario["decides"]>(["whole", "together", "one by one"]);
  const first = !random.once(4);
  return {
    name,
    eol: random.pick(["\n", "\r\n"]),
    saveOnAccept: random.pick(["never", "always"]),
    review: random.pick(["wait", "defer"]),
    typings: random.between(0, 3),
    where: random.pick(["top", "bottom"]),
    typesWhileDeciding: random.once(3),
    thinks: random.once(2) ? random.between(300, 1500) : 0,
    decides,
    taken: [first, decides === "whole" ? first : random.once(2)],
    killAfter: random.pick<Step>([...steps, "deciding", "deciding", "decided"]),
    // What matters is over in a few milliseconds: short delays are drawn more often than long ones.
    killDelay: random.once(4) ? 0 : random.next() ** 3 * MOST_DELAY_MS,
    killNextStart: random.once(5) ? random.between(100, 900) : undefined,
  };
}

const LINES = 12;
const FIRST = 5;
const SECOND = 8;
export const START_LINE = 4;
export const END_LINE = 9;
const NONE: Taken = [false, false];

/** The file with what the developer typed, in order, and with the hunks that were taken; newlines are `\n`. */
export function textOf({ name, where }: Scenario, typed: readonly string[], [first, second]: Taken): string {
  const lines = Array.from({ length: LINES }, (_, i) => `line ${i + 1} of ${name}`);
  if (first) lines[FIRST - 1] = markerOf(name, "first");
  if (second) lines.splice(SECOND - 1, 1, markerOf(name, "second"), `and more of ${name}`);
  const all = where === "top" ? [...typed.toReversed(), ...lines] : [...lines, ...typed];
  return `${all.join("\n")}\n`;
}

/** What the agent proposes for the lines from START_LINE to END_LINE. */
export function proposedLines(scenario: Scenario): string {
  const proposed = textOf(scenario, [], [true, true]).split("\n");
  return proposed.slice(START_LINE - 1, END_LINE + 1).join("\n");
}

export function markerOf(name: string, hunk: "first" | "second"): string {
  return `the ${hunk} change of ${name}`;
}

export interface Found {
  /** How many of the developer's lines are there: the first so many. */
  readonly typed: number;
  readonly applied: boolean;
}

/** Which of the texts that the file may come to hold this one is; undefined if it is none of them. */
export function find(scenario: Scenario, typed: readonly string[], text: string): Found | undefined {
  for (let count = typed.length; count >= 0; count--) {
    const kept = typed.slice(0, count);
    if (text === textOf(scenario, kept, NONE)) return { typed: count, applied: false };
    if (text === textOf(scenario, kept, scenario.taken)) return { typed: count, applied: true };
  }
  return undefined;
}

/** How the review ends. */
export function stateOf({ taken: [first, second] }: Scenario): ReviewReport["state"] {
  if (first && second) return "accepted";
  return first || second ? "partly-accepted" : "rejected";
}
