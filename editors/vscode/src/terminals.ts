/**
 * Tells programs in the integrated terminals which window they belong to. Not by Claude Code's variable: others that set
 * no token of their own would be led to a door that refuses them; they find the lock file instead.
 */
import { delimiter } from "node:path";
import { clio, nexus3 } from "@tandem/protocol";
import { portOfUrl } from "@tandem/server";
import type { Disposable, EnvironmentVariableCollection } from "vscode";
import type { Doors } from "./doors.js";

/** `commandFolder` has the `tandem` command, behind all others of that name. */
export function tellTerminals(
  doors: Doors,
  variables: EnvironmentVariableCollection,
  commandFolder: string,
): Disposable {
  variables.persistent = false;
  variables.description = "Where agents find this window, and the tandem command";
  return doors.onDidChange(() => {
    variables.clear();
    variables.append("PATH", `${delimiter}${commandFolder}`);
    const { ws, clio: clioUrl } = doors.window?.bridge.window.urls ?? {};
    if (ws !== undefined) variables.replace(nexus3.PORT_VARIABLE, String(portOfUrl(ws)));
    if (clioUrl !== undefined) variables.replace(clio.PORT_VARIABLE, String(portOfUrl(clioUrl)));
  });
}
