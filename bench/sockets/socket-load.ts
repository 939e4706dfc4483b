/** Agents on WebSockets, in a process of their own. */
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { claude, lockFileName, nexus3, nexus3LockFolder, nexus3LockSchema, type WindowFile } from "@tandem/protocol";
import { outputOf } from "../process.js";

export interface Target {
  readonly url: string;
  /** Of the handshake. */
  readonly headers: Readonly<Record<string, string>>;
}

export type SocketJob = Target & { readonly agents: number } & (
    | { readonly what: "arrive" }
    | { readonly what: "stay" }
    | { readonly what: "call"; readonly tool: string; readonly seconds: number }
    | { readonly what: "hear"; readonly tool: string; readonly events: number }
  );

export const agentsProgram = fileURLToPath(new URL("socket-agents.js", import.meta.url));

/** Rejects if anything is answered otherwise than it should be. */
export async function withAgents<Result>(job: SocketJob): Promise<Result> {
  return JSON.parse(await outputOf(process.execPath, [agentsProgram, JSON.stringify(job)])) as Result;
}

/** Where a window takes agents of a dialect, and with which token: as its lock file says. */
export async function targetOf(urls: WindowFile["urls"], dialect: "nexus3" | "claude"): Promise<Target> {
  const { ws: url = "" } = urls;
  const path = join(nexus3LockFolder(homedir()), lockFileName(Number(new URL(url).port)));
  const { authToken } = nexus3LockSchema.parse(JSON.parse(await readFile(path, "utf8")));
  const header = dialect === "nexus3" ? nexus3.AUTHORIZATION_HEADER : claude.AUTHORIZATION_HEADER;
  return { url, headers: { [header]: authToken } };
}
