/** The commands around the doors, and the menu that offers them. */
import { type Mode, modes } from "@tandem/host";
import { commands, Disposable, env, type OutputChannel, type QuickPickItem, window } from "vscode";
import type { Doors } from "./doors.js";
import { changeMode, currentMode } from "./settings.js";

const modeWords: Readonly<Record<Mode, string>> = {
  review: "You decide every change",
  trust: "Changes are applied at once; protected files are still reviewed",
  "read-only": "Agents can look, and change nothing",
};

export function registerMenu(doors: Doors, channel: OutputChannel): Disposable {
  const url = () => doors.window?.bridge.window.urls.mcp;
  const table: Readonly<Record<string, () => Promise<void>>> = {
    "tandem.menu": async () => {
      const chosen = await window.showQuickPick(entries(url()), { title: "Tandem", placeHolder: describe(doors) });
      if (chosen) await commands.executeCommand(chosen.command);
    },
    "tandem.mode": async () => {
      const items = modes.map((mode) => ({
        label: mode,
        description: modeWords[mode],
        picked: mode === currentMode(),
        mode,
      }));
      const chosen = await window.showQuickPick(items, { title: "Mode", placeHolder: `Now: ${currentMode()}` });
      if (chosen) await changeMode(chosen.mode);
    },
    "tandem.copyUrl": async () => {
      const address = url();
      if (address !== undefined) await env.clipboard.writeText(address);
      void window.setStatusBarMessage(address === undefined ? "The doors are closed" : `Copied ${address}`, 3000);
    },
    "tandem.showLog": async () => channel.show(true),
    "tandem.stop": () => doors.close(),
    "tandem.start": () => doors.open(),
  };
  return Disposable.from(...Object.entries(table).map(([name, run]) => commands.registerCommand(name, run)));
}

function describe(doors: Doors): string {
  const agents = doors.window?.core.agents.connected() ?? [];
  if (!doors.window) return "The doors are closed";
  return agents.length === 0 ? "No agent is connected" : agents.map(({ name }) => name).join(", ");
}

function entries(url: string | undefined): readonly (QuickPickItem & { readonly command: string })[] {
  const always = [
    { label: "$(shield) Mode", description: currentMode(), command: "tandem.mode" },
    { label: "$(output) Show the activity log", command: "tandem.showLog" },
  ];
  if (url === undefined) return [{ label: "$(plug) Open the doors again", command: "tandem.start" }, ...always];
  return [
    ...always,
    { label: "$(copy) Copy the MCP address", description: url, command: "tandem.copyUrl" },
    { label: "$(debug-disconnect) Stop everything now", description: "ends every connection", command: "tandem.stop" },
  ];
}
