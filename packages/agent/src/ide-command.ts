/** The command `/ide` of an agent's prompt. */
import type { IdeBridge } from "./bridge/ide-bridge.js";
import { oneLine } from "./context/one-line.js";
import type { IdeInfo } from "./discovery/ide-info.js";

/** What to print when an agent has connected by itself. */
export function connectedLine({ ideName }: IdeInfo): string {
  return `IDE connected: ${oneLine(ideName)}`;
}

const usage = "/ide, /ide connect [port], /ide disconnect";

/**
 * Does what stands behind `/ide` and gives the lines to print: nothing shows the state, `connect` looks for a window of
 * `cwd` (or takes the one with that port), `disconnect` leaves it. Rejects only when aborted.
 */
export async function ideCommand(
  bridge: IdeBridge | undefined,
  args: string,
  { cwd = process.cwd(), signal }: { cwd?: string; signal?: AbortSignal | undefined } = {},
): Promise<string> {
  if (!bridge || bridge.state.status === "disabled") return "The editor is switched off (ide.enabled).";
  const [verb, port, ...rest] = args.trim().split(/\s+/);
  if (rest.length > 0) return usage;
  if (!verb) return stateLines(bridge);
  if (verb === "connect") return connect(bridge, cwd, port, signal);
  if (verb !== "disconnect" || port) return usage;
  const name = bridge.connection?.ideInfo.ideName;
  await bridge.disconnect();
  return name === undefined ? "Not connected." : `Disconnected: ${oneLine(name)}`;
}

async function connect(
  bridge: IdeBridge,
  cwd: string,
  port: string | undefined,
  signal?: AbortSignal,
): Promise<string> {
  const warnings: string[] = [];
  const found = await bridge.discover(cwd, { signal, onWarning: (text) => warnings.push(text) });
  const wanted = port === undefined ? found : found.filter((ide) => String(ide.port) === port);
  const reasons: string[] = [];
  for (const ide of wanted) {
    try {
      await bridge.connect(ide, { signal });
      const others = found.filter((other) => other !== ide);
      return [connectedLine(ide), ...choice(others)].join("\n");
    } catch (error) {
      signal?.throwIfAborted();
      reasons.push(`${nameOf(ide)}: ${oneLine((error as Error).message)}`);
    }
  }
  if (reasons.length > 0) return reasons.join("\n");
  const nothing =
    port === undefined ? `No window holds ${oneLine(cwd)}.` : `No window holds ${oneLine(cwd)} on port ${port}.`;
  return [nothing, ...warnings.map(oneLine), ...choice(found)].join("\n");
}

function stateLines({ state }: IdeBridge): string {
  switch (state.status) {
    case "connected": {
      const { ide, alternatives } = state;
      const about = `  port ${ide.port}, ${ide.dialect} dialect, ${ide.workspaceFolders.map(oneLine).join(", ")}`;
      return [`Connected: ${oneLine(ide.ideName)}`, about, ...choice(alternatives)].join("\n");
    }
    case "connecting":
      return "Connecting.";
    case "waiting":
      return `Not connected; trying again. ${oneLine(state.reason)}`;
    case "disconnected":
      return `Not connected. ${oneLine(state.reason)}`;
    case "disabled":
      return "The editor is switched off (ide.enabled).";
  }
}

function choice(others: readonly IdeInfo[]): string[] {
  if (others.length === 0) return [];
  return [`  Also here: ${others.map(nameOf).join(", ")}. /ide connect <port> takes another.`];
}

function nameOf({ ideName, port }: IdeInfo): string {
  return `${oneLine(ideName)} (port ${port})`;
}
