/** The developer's settings. They are the user's, never the workspace's: a repository must not choose its own mode. */
import { type Mode, modes, type SaveOnAccept, savePolicies } from "@tandem/host";
import { ConfigurationTarget, workspace } from "vscode";

export const SECTION = "tandem";

/** A folder that is not trusted is never trusted with changes. */
export function currentMode(): Mode {
  const mode = oneOf(modes, "mode", "review");
  return mode === "trust" && !workspace.isTrusted ? "review" : mode;
}

const explanations: Readonly<Record<Mode, string>> = {
  review: "you decide every change",
  trust: "changes are applied at once; protected files are still reviewed",
  "read-only": "agents can look, and change nothing",
};

/** What a mode means here; the current one if left out. */
export function modeWords(mode: Mode = currentMode()): string {
  return mode === "trust" && !workspace.isTrusted ? "in Restricted Mode you decide every change" : explanations[mode];
}

export async function changeMode(mode: Mode): Promise<void> {
  await settings().update("mode", mode, ConfigurationTarget.Global);
}

export function saveOnAccept(): SaveOnAccept {
  return oneOf(savePolicies, "saveOnAccept", "never");
}

const places = ["beside", "front"] as const;

/** Where a review opens: beside what is in front, or over it. */
export function reviewPlace(): (typeof places)[number] {
  return oneOf(places, "review.place", "beside");
}

const styles = ["side-by-side", "inline"] as const;

/** How changes are shown that can be decided one by one. */
export function reviewStyle(): (typeof styles)[number] {
  return oneOf(styles, "review.style", "side-by-side");
}

export function bridgeSettings() {
  return {
    port: settings().get<number>("port", 0),
    tokenRequired: settings().get<boolean>("requireToken", false),
    extraHosts: settings().get<readonly string[]>("allowedHosts", []),
    dialects: {
      nexus3: settings().get<boolean>("dialects.nexus3", true),
      claude: settings().get<boolean>("dialects.claude", true),
      clio: settings().get<boolean>("dialects.clio", true),
    },
  };
}

function settings() {
  return workspace.getConfiguration(SECTION);
}

function oneOf<T extends string>(values: readonly T[], name: string, otherwise: T): T {
  const value = settings().get<string>(name);
  return values.find((known) => known === value) ?? otherwise;
}
