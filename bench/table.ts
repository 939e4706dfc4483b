/** The table that is printed. Pure. */
import type { Goal, Judged } from "./figure.js";

const heads = ["measure", "ours", "against", "ratio or delta", "must", "aim", "verdict"];

export function table(figures: readonly Judged[]): string {
  const rows = [heads, ...figures.map(cells)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "─".repeat(width)).join("  ");
  return [lines[0], rule, ...lines.slice(1)].join("\n");
}

function cells({ measure, unit, oursMedian, against, againstMedian, compared, goal, verdict }: Judged): string[] {
  return [
    measure,
    `${rounded(oursMedian)} ${unit}`,
    against && againstMedian !== undefined ? `${rounded(againstMedian)} ${unit} (${against.name})` : "–",
    inTerms(goal, compared, unit),
    bound(goal, goal.must, unit),
    goal.aim === undefined ? "–" : bound(goal, goal.aim, unit),
    verdict,
  ];
}

function bound(goal: Goal, value: number, unit: string): string {
  return `${goal.better === "higher" ? "≥" : "≤"} ${inTerms(goal, value, unit)}`;
}

function inTerms({ by }: Goal, value: number, unit: string): string {
  switch (by) {
    case "ratio":
      return `${value.toFixed(2)}x`;
    case "difference":
      return `${signed(value)} ${unit}`;
    case "growth":
      return `${signed(value)} %`;
    case "value":
      return `${rounded(value)} ${unit}`;
  }
}

function signed(value: number): string {
  return `${value < 0 ? "-" : "+"}${rounded(Math.abs(value))}`;
}

/** Three digits that mean something, or all those before the point. */
function rounded(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString("en") : String(Number(value.toPrecision(3)));
}
