/**
 * Tells programs in the integrated terminals which window they belong to. Not by Claude Code's variable: others that set
 * no token of their own would be led to a door that refuses them; they find the lock file instead.
 */
import { clio, nexus3 } from "@tandem/protocol";
import { portOfUrl } from "@tandem/server";
import type { Disposable, EnvironmentVariableCollection } from "vscode";
import type { Doors } from "./doors.js";

export function tellTerminals(doors: Doors, variables: EnvironmentVariableCollection): Disposable {
  variables.persistent = false;
  variables.description = "Where agents find this window";
  return doors.onDidChange(() => {
    variables.clear();
    const { ws, clio: clioUrl } = doors.window?.bridge.window.urls ?? {};
    if (ws !== undefined) variables.replace(nexus3.PORT_VARIABLE, String(portOfUrl(ws)));
    if (clioUrl !== undefined) variables.replace(clio.PORT_VARIABLE, String(portOfUrl(clioUrl)));
  });
}
