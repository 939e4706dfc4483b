/** Who is connected, in the status bar. */
import type { Agent } from "@tandem/host";
import { Disposable, MarkdownString, StatusBarAlignment, window, workspace } from "vscode";
import type { Doors } from "./doors.js";
import { Later } from "./later.js";
import { currentMode, modeWords } from "./settings.js";

/** What the hover shows is no older, in milliseconds. */
const HOVER_MS = 500;

export interface AgentsStatus extends Disposable {
  /** To be called when an agent has done something. */
  update(): void;
}

/** Seen once the doors were opened, or could not be: VS Code takes its time to read what a hover says. */
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
    item.show();
  };
  const later = new Later(update, HOVER_MS);
  let stopListening = () => {};
  const listen = () => {
    stopListening();
    stopListening = doors.window?.core.agents.onChange(update) ?? (() => {});
    update();
  };
  const parts = Disposable.from(
    item,
    doors.onDidChange(listen),
    workspace.onDidChangeConfiguration(update),
    workspace.onDidGrantWorkspaceTrust(update),
    later,
    new Disposable(() => stopListening()),
  );
  return { update: () => later.ask(), dispose: () => parts.dispose() };
}

const commandLinks = { "tandem.menu": "Menu", "tandem.mode": "Choose the mode", "tandem.showLog": "Show the log" };

function tooltip(
  agents: readonly Agent[],
  url: string | undefined,
  lastTool: (agent: Agent) => string | undefined,
): MarkdownString {
  const text = new MarkdownString("**Tandem** · ");
  text.isTrusted = { enabledCommands: Object.keys(commandLinks) };
  text.appendText(url ?? "the doors are closed").appendMarkdown(`\n\nMode **${currentMode()}**: ${modeWords()}\n\n`);
  for (const agent of agents) {
    const { name, version, dialect, since, calls } = agent;
    const tool = lastTool(agent);
    const called = calls === 1 ? "1 call" : `${calls} calls`;
    const last = tool === undefined ? "" : `, last ${literally(tool)} at ${clock(agent.lastActivity)}`;
    const who = literally(`${name} ${version}`.trim());
    text.appendMarkdown(`- **${who}** (${dialect}), since ${clock(since)}, ${called}${last}\n`);
  }
  if (agents.length === 0 && url !== undefined) text.appendMarkdown("No agent is connected.\n");
  const links = Object.entries(commandLinks).map(([command, words]) => `[${words}](command:${command})`);
  return text.appendMarkdown(`\n${links.join(" · ")}`);
}

/** What an agent says of itself, without what would be taken for markup or an icon. */
function literally(words: string): string {
  return words.replace(/[^\p{L}\p{N}\s.,:;]/gu, "\\$&");
}

function clock(wall: number): string {
  return new Date(wall).toTimeString().slice(0, 8);
}
