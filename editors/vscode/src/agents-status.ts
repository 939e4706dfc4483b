/** Who is connected, in the status bar. */
import type { Agent } from "@tandem/host";
import { Disposable, MarkdownString, StatusBarAlignment, window, workspace } from "vscode";
import type { Doors } from "./doors.js";
import { currentMode } from "./settings.js";

export interface AgentsStatus extends Disposable {
  /** To be called when an agent has done something. */
  update(): void;
}

export function showAgents(doors: Doors, lastTool: (agent: Agent) => string | undefined): AgentsStatus {
  const item = window.createStatusBarItem("tandem.agents", StatusBarAlignment.Right, 100);
  item.name = "Tandem: agents";
  item.command = "tandem.menu";
  const update = () => {
    const { core, bridge } = doors.window ?? {};
    const agents = core?.agents.connected() ?? [];
    item.text = !core ? "MCP: stopped" : agents.length > 0 ? "MCP: ● connected" : "MCP: ○ no agent";
    item.accessibilityInformation = { label: `${item.text}, mode ${currentMode()}` };
    item.tooltip = tooltip(agents, bridge?.window.urls.mcp, lastTool);
  };
  let stopListening = () => {};
  const listen = () => {
    stopListening();
    stopListening = doors.window?.core.agents.onChange(update) ?? (() => {});
    update();
  };
  listen();
  item.show();
  const parts = Disposable.from(
    item,
    doors.onDidChange(listen),
    workspace.onDidChangeConfiguration(update),
    new Disposable(() => stopListening()),
  );
  return { update, dispose: () => parts.dispose() };
}

function tooltip(
  agents: readonly Agent[],
  url: string | undefined,
  lastTool: (agent: Agent) => string | undefined,
): MarkdownString {
  const text = new MarkdownString("**Tandem** · ");
  text.appendText(url ?? "the doors are closed").appendMarkdown(`\n\nMode: **${currentMode()}**\n\n`);
  for (const agent of agents) {
    const { name, version, calls } = agent;
    text.appendMarkdown("- ").appendText(`${name} ${version}, since ${clock(agent.since)}, ${calls} calls`);
    const tool = lastTool(agent);
    if (tool !== undefined) text.appendText(`, last ${tool} at ${clock(agent.lastActivity)}`);
    text.appendMarkdown("\n");
  }
  return text;
}

function clock(wall: number): string {
  return new Date(wall).toTimeString().slice(0, 8);
}
