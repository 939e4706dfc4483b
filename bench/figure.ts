/** One row of the table: samples, what they are held against, and the verdict. Pure. */
import { median } from "./statistics.js";

export interface Figure {
  readonly measure: string;
  readonly unit: "calls/s" | "ms" | "MB" | "kB";
  readonly ours: readonly number[];
  /** Measured in the same run; none for a figure that stands alone. */
  readonly against?: { readonly name: string; readonly samples: readonly number[] };
  readonly goal: Goal;
}

export interface Goal {
  /** How ours is compared: ours / against, ours - against, by how many percent ours is larger, or ours as it is. */
  readonly by: "ratio" | "difference" | "growth" | "value";
  readonly better: "higher" | "lower";
  readonly must: number;
  readonly aim?: number;
}

export type Verdict = "aim met" | "must met" | "MISSED";

export interface Judged extends Figure {
  readonly oursMedian: number;
  readonly againstMedian?: number;
  /** In the terms of the goal. */
  readonly compared: number;
  readonly verdict: Verdict;
}

export function judge(figure: Figure): Judged {
  const oursMedian = median(figure.ours);
  const againstMedian = figure.against && median(figure.against.samples);
  const compared = compare(figure.goal, oursMedian, againstMedian ?? Number.NaN);
  return {
    ...figure,
    oursMedian,
    ...(againstMedian !== undefined && { againstMedian }),
    compared,
    verdict: verdict(figure.goal, compared),
  };
}

function compare({ by }: Goal, ours: number, against: number): number {
  switch (by) {
    case "ratio":
      return ours / against;
    case "difference":
      return ours - against;
    case "growth":
      return (ours / against - 1) * 100;
    case "value":
      return ours;
  }
}

function verdict({ better, must, aim }: Goal, compared: number): Verdict {
  const reaches = (goal: number) => (better === "higher" ? compared >= goal : compared <= goal);
  if (!reaches(must)) return "MISSED";
  return aim !== undefined && reaches(aim) ? "aim met" : "must met";
}
