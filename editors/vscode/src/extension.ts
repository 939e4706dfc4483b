/** Where VS Code comes in: opens the window to agents, and closes it. */
import { type ExtensionContext, window, workspace } from "vscode";
import { openWindow, type TandemWindow } from "./tandem-window.js";

let opened: Promise<TandemWindow> | undefined;

export function activate(context: ExtensionContext): void {
  const channel = window.createOutputChannel("Tandem", { log: true });
  const open = () =>
    openWindow({
      log: (message) => channel.info(message),
      onSettled: ({ agent, tool, milliseconds, error }) =>
        channel.info(
          `${agent.name}: ${tool}, ${milliseconds.toFixed(0)} ms${error ? `, ${error.code}: ${error.message}` : ""}`,
        ),
    });
  opened = open();
  opened.catch((error: unknown) => channel.error(String(error)));
  context.subscriptions.push(
    channel,
    workspace.onDidChangeWorkspaceFolders(() => {
      const before = opened;
      opened = (async () => {
        await (await before?.catch(() => undefined))?.close();
        return open();
      })();
      opened.catch((error: unknown) => channel.error(String(error)));
    }),
  );
}

export async function deactivate(): Promise<void> {
  await (await opened?.catch(() => undefined))?.close();
}
