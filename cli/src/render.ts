/** A tool's result for people: names and values, lists of things as columns. */
import { onOneLine, plain, styled } from "./output.js";

type Value = Record<string, unknown>;

export function render(value: Value): string {
  return Object.entries(value)
    .map(([name, part]) => renderPart(name, part))
    .join("\n");
}

function renderPart(name: string, part: unknown): string {
  if (Array.isArray(part)) {
    if (part.length === 0) return `${label(name)} none`;
    const rows = part.every(isObject) ? columns(part) : part.map(String);
    return [`${label(name)} ${part.length}`, ...rows.map((row) => `  ${row}`)].join("\n");
  }
  if (typeof part === "string" && part.includes("\n")) return `${label(name)}\n${plain(part).replace(/\n$/, "")}`;
  return `${label(name)} ${inline(part)}`;
}

function columns(rows: readonly Value[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => names.map((name) => inline(row[name])));
  const widths = names.map((name, i) =>
    Math.min(60, Math.max(name.length, ...cells.map((row) => row[i]?.length ?? 0))),
  );
  const aligned = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join("  ")
      .trimEnd();
  return [styled("dim", aligned(names)), ...cells.map(aligned)];
}

/** On one line, without characters that would steer a terminal. */
function inline(value: unknown): string {
  if (value === undefined) return "";
  return onOneLine(typeof value === "object" ? JSON.stringify(value) : String(value));
}

function label(name: string): string {
  return styled("bold", `${name}:`);
}

function isObject(value: unknown): value is Value {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
