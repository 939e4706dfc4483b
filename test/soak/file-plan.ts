/** What happens to one file in a round, and every text that it may come to hold. No file is `undefined`. */
import type { ReviewReport } from "@tandem/protocol";
import type { Random } from "./random.js";

type Taken = readonly [first: boolean, second: boolean];

export interface FilePlan {
  readonly kind: ReviewReport["kind"];
  /** Relative to the folder. */
  readonly name: string;
  readonly eol: "\n" | "\r\n";
  /** How often the developer types under the review, and where. */
  readonly typings: number;
  readonly where: "top" | "bottom";
  readonly decides: "whole" | "together" | "one by one";
  /** Which of the two hunks of an edit the developer takes; of a whole file both or none. */
  readonly taken: Taken;
}

export function drawFile(random: Random, kind: FilePlan["kind"], name: string): FilePlan {
  const isWhole = kind !== "edit";
  const decides = random.pick<FilePlan["decides"]>(["whole", "together", "one by one"]);
  const first = !random.once(4);
  return {
    kind,
    name,
    eol: kind === "create" ? "\n" : random.pick(["\n", "\r\n"]),
    // Typing under a deletion makes it stale, and there is nothing to type in before a file is made.
    typings: isWhole ? 0 : random.between(0, 3),
    where: random.pick(["top", "bottom"]),
    decides,
    taken: [first, isWhole || decides === "whole" ? first : random.once(2)],
  };
}

const LINES = 12;
const FIRST = 5;
const SECOND = 8;
const START_LINE = 4;
const END_LINE = 9;
export const NONE: Taken = [false, false];

/** The file with what the developer typed, in order, and with the hunks that were taken; newlines are `\n`. */
export function textOf(plan: FilePlan, typed: readonly string[], [first, second]: Taken): string | undefined {
  const { kind, name, where } = plan;
  if (kind !== "edit" && first === (kind === "delete")) return undefined;
  const lines = Array.from({ length: LINES }, (_, i) => `line ${i + 1} of ${name}`);
  if (first && kind === "edit") lines[FIRST - 1] = markerOf(name, "first");
  if (second && kind === "edit") lines.splice(SECOND - 1, 1, markerOf(name, "second"), `and more of ${name}`);
  const all = where === "top" ? [...typed.toReversed(), ...lines] : [...lines, ...typed];
  return `${all.join("\n")}\n`;
}

/** What the agent proposes for a text in which so many lines have come before the proposed ones. */
export function proposedEdit(plan: FilePlan, shift: number) {
  const proposed = (textOf(plan, [], [true, true]) ?? "").split("\n");
  const newText = proposed.slice(START_LINE - 1, END_LINE + 1).join("\n");
  return { startLine: START_LINE + shift, endLine: END_LINE + shift, newText };
}

export function markerOf(name: string, hunk: "first" | "second"): string {
  return `the ${hunk} change of ${name}`;
}

/** As the file holds it. */
export function onDisk({ eol }: FilePlan, text: string | undefined): string | undefined {
  return text?.replaceAll("\n", eol);
}

export interface Found {
  /** How many of the developer's lines are there: the first so many. */
  readonly typed: number;
  readonly applied: boolean;
}

/** Which of the texts that the file may come to hold this one is; undefined if it is none of them. */
export function find(plan: FilePlan, typed: readonly string[], text: string | undefined): Found | undefined {
  for (let count = typed.length; count >= 0; count--) {
    const kept = typed.slice(0, count);
    if (text === textOf(plan, kept, NONE)) return { typed: count, applied: false };
    if (text === textOf(plan, kept, plan.taken)) return { typed: count, applied: true };
  }
  return undefined;
}

/** How the review ends. */
export function stateOf({ taken: [first, second] }: FilePlan): ReviewReport["state"] {
  if (first && second) return "accepted";
  return first || second ? "partly-accepted" : "rejected";
}
