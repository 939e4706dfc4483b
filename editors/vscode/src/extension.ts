/** Where VS Code comes in: puts the window's parts together, and takes them apart. */
import { commands, type ExtensionContext, window, workspace } from "vscode";
import { ActivityLog } from "./activity-log.js";
import { showAgents } from "./agents-status.js";
import { commandLineOf, registerInstallation } from "./command-line.js";
import { Doors } from "./doors.js";
import { registerMenu } from "./menu.js";
import { tellTerminals } from "./terminals.js";

let doors: Doors | undefined;

export function activate(context: ExtensionContext): void {
  const channel = window.createOutputChannel("Tandem", { log: true });
  const log = new ActivityLog((line) => channel.info(line));
  const commandLine = commandLineOf(context);
  const opened = new Doors({
    log: (message) => log.say(message),
    onOpen: (core) => log.follow(core),
    onSettled: (call) => {
      log.settled(call);
      status.update();
    },
  });
  const status = showAgents(opened, (agent) => log.lastTool(agent));
  const tell = () => void commands.executeCommand("setContext", "tandem.stopped", opened.window === undefined);
  context.subscriptions.push(
    channel,
    log,
    status,
    registerMenu(opened, channel),
    registerInstallation(commandLine),
    opened.onDidChange(tell),
    tellTerminals(opened, context.environmentVariableCollection, commandLine.folder),
    workspace.onDidChangeWorkspaceFolders(() => void opened.reopen()),
  );
  doors = opened;
  void opened.open();
  commandLine.keep().catch((error: unknown) => log.say(`The tandem command: ${error}`));
}

export async function deactivate(): Promise<void> {
  await doors?.close();
}
