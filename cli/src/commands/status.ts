import { callTool, findWindows } from "@tandem/agent";
import { type OutputOf, TOOLBOX_VERSION, type WindowFile } from "@tandem/protocol";
import { plain, print, printJson, styled } from "../output.js";

type Inside = OutputOf<"ide.editor.getWindow">;

/** A window that takes longer is shown without what only it knows. */
const ANSWER_MS = 2000;

export async function status(options: { json?: boolean }): Promise<void> {
  const windows = await Promise.all((await findWindows()).map(describe));
  if (options.json) return printJson({ windows });
  if (windows.length === 0) return print("No window is open. Start one with: tandem <folder>");
  for (const window of windows) show(window);
}

/** Neither the token nor the link's secret is shown; `tandem open` is for the link. */
async function describe(window: WindowFile) {
  const { token: _, urls, ...rest } = window;
  const { page: __, ...doors } = urls;
  const caller = { name: "tandem-cli", version: TOOLBOX_VERSION };
  const signal = AbortSignal.timeout(ANSWER_MS);
  const inside = await callTool(window, "ide.editor.getWindow", {}, { caller, signal }).catch(() => undefined);
  return { ...rest, urls: doors, ...(inside as Inside | undefined) };
}

function show(window: Awaited<ReturnType<typeof describe>>): void {
  const { name, version, roots, urls, dialects = [], pid, startedAt, agents, waitingReviews } = window;
  const sockets = dialects.filter((dialect) => dialect === "nexus3" || dialect === "claude");
  print(styled("bold", plain(roots.join(", "))));
  print(`  ${plain(name)} ${plain(version)}, process ${pid}, since ${time(startedAt)}`);
  door("MCP", urls.mcp, "oxide");
  door("WebSocket", urls.ws, sockets.join(", "));
  door("Clio", urls.clio, "clio");
  if (!agents) return row("Agents", styled("yellow", "the window does not answer"));
  row("Agents", agents.length === 0 ? "none" : agents.map(who).join(`\n${" ".repeat(INDENT)}`));
  row("Reviews", waitingReviews === 0 ? "none waiting" : styled("yellow", `${waitingReviews} waiting`));
}

const LABEL = 11;
const INDENT = LABEL + 2;

function row(label: string, text: string): void {
  print(`  ${label.padEnd(LABEL)}${text}`);
}

function door(label: string, url: string | undefined, dialects: string): void {
  if (url !== undefined) row(label, `${styled("cyan", url)}  ${styled("dim", dialects)}`.trimEnd());
}

function who({ name, version, dialect, since }: Inside["agents"][number]): string {
  return `${plain(`${name} ${version}`).trim()} ${styled("dim", `(${dialect}, since ${time(since)})`)}`;
}

function time(milliseconds: number): string {
  return new Date(milliseconds).toLocaleString();
}
