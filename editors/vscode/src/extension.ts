/** Where VS Code comes in: puts the window's parts together, and takes them apart. */
import type { Agent, SettledCall } from "@tandem/host";
import { commands, type ExtensionContext, window, workspace } from "vscode";
import { showAgents } from "./agents-status.js";
import { Doors } from "./doors.js";
import { registerMenu } from "./menu.js";
import { tellTerminals } from "./terminals.js";

let doors: Doors | undefined;

export function activate({ subscriptions, environmentVariableCollection }: ExtensionContext): void {
  const channel = window.createOutputChannel("Tandem", { log: true });
  const lastTools = new Map<string, string>();
  const opened = new Doors({
    log: (message) => channel.info(message),
    onSettled: (call) => {
      channel.info(describe(call));
      lastTools.set(call.agent.id, call.tool);
      status.update();
    },
  });
  const status = showAgents(opened, ({ id }: Agent) => lastTools.get(id));
  const tell = () => void commands.executeCommand("setContext", "tandem.open", opened.window !== undefined);
  subscriptions.push(
    channel,
    status,
    registerMenu(opened, channel),
    opened.onDidChange(tell),
    tellTerminals(opened, environmentVariableCollection),
    workspace.onDidChangeWorkspaceFolders(() => {
      void opened.close();
      void opened.open();
    }),
  );
  doors = opened;
  void opened.open();
}

export async function deactivate(): Promise<void> {
  await doors?.close();
}

function describe({ agent, tool, milliseconds, error }: SettledCall): string {
  const outcome = error ? `, ${error.code}: ${error.message}` : "";
  return `${agent.name}: ${tool}, ${milliseconds.toFixed(0)} ms${outcome}`;
}
