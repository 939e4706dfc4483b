/** The commands around the doors, and the menu that offers them. */
import { modes } from "@tandem/host";
import { commands, Disposable, env, type OutputChannel, type QuickPickItem, window } from "vscode";
import type { Doors } from "./doors.js";
import { changeMode, currentMode, modeWords } from "./settings.js";

export function registerMenu(doors: Doors, channel: OutputChannel): Disposable {
  const url = () => doors.window?.bridge.window.urls.mcp;
  const table: Readonly<Record<string, () => Promise<void>>> = {
    "tandem.menu": async () => {
      const chosen = await window.showQuickPick(entries(doors), { title: "Tandem", placeHolder: describe(doors) });
      if (chosen) await commands.executeCommand(chosen.command);
    },
    "tandem.mode": async () => {
      const items = modes.map((mode) => ({
        label: mode,
        description: modeWords(mode),
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
    "tandem.disconnect": async () => {
      const chosen = await window.showQuickPick(agentItems(doors), {
        title: "Disconnect an agent",
        placeHolder: "Its connections end. It may come again.",
      });
      if (chosen) doors.window?.core.agents.disconnect(chosen.id);
    },
    "tandem.stop": () => doors.stop(),
    "tandem.start": () => doors.open(),
  };
  return Disposable.from(...Object.entries(table).map(([name, run]) => commands.registerCommand(name, run)));
}

function connected({ window: opened }: Doors) {
  return opened?.core.agents.connected() ?? [];
}

function agentItems(doors: Doors): readonly (QuickPickItem & { readonly id: string })[] {
  return connected(doors).map(({ name, version, dialect, id }) => ({
    label: name,
    description: `${version} (${dialect})`.trim(),
    id,
  }));
}

function describe(doors: Doors): string {
  const agents = connected(doors);
  if (!doors.window) return "The doors are closed";
  return agents.length === 0 ? "No agent is connected" : agents.map(({ name }) => name).join(", ");
}

function entries(doors: Doors): readonly (QuickPickItem & { readonly command: string })[] {
  const url = doors.window?.bridge.window.urls.mcp;
  const always = [
    { label: "$(shield) Mode", description: `${currentMode()}: ${modeWords()}`, command: "tandem.mode" },
    { label: "$(output) Show the activity log", command: "tandem.showLog" },
  ];
  if (url === undefined) return [{ label: "$(plug) Open the doors again", command: "tandem.start" }, ...always];
  const stopWords = "ends every connection; what waits for you is kept";
  const agents = connected(doors).length;
  return [
    ...always,
    { label: "$(copy) Copy the MCP address", description: url, command: "tandem.copyUrl" },
    ...(agents > 0 ? [{ label: "$(debug-disconnect) Disconnect an agent…", command: "tandem.disconnect" }] : []),
    { label: "$(debug-stop) Stop everything now", description: stopWords, command: "tandem.stop" },
  ];
}
