/** A home folder of its own for a test: what windows leave there is found by nobody else. */
import { mkdtemp, readdir, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { HOME_VARIABLE } from "@tandem/protocol";
import type { Json } from "./clients/json-socket.js";

export interface Home {
  readonly folder: string;
  /** Every lock file of a dialect that can be read, by port. */
  locks(dialect: "nexus3" | "claude"): Promise<ReadonlyMap<number, Json>>;
  /** Clio's bridge file; undefined if there is none. */
  bridgeFile(): Promise<Json | undefined>;
  /** Removes it, and gives the environment back what it had. */
  close(): Promise<void>;
}

const variables = ["HOME", HOME_VARIABLE, "CLAUDE_CONFIG_DIR", "CLIO_IDE_PORT", "XDG_STATE_HOME"] as const;

/** Becomes the home of this process until it is closed. */
export async function openHome(): Promise<Home> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "tandem-dialects-")));
  const before = variables.map((name) => [name, process.env[name]] as const);
  for (const name of variables) delete process.env[name];
  process.env["HOME"] = folder;
  process.env[HOME_VARIABLE] = join(folder, "tandem");
  return {
    folder,
    locks: (dialect) => readLocks(join(folder, `.${dialect}`, "ide")),
    bridgeFile: () => readJson(join(folder, ".clio/ide/bridge.json")),
    close: async () => {
      for (const [name, value] of before) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function readLocks(folder: string): Promise<ReadonlyMap<number, Json>> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^\d+\.lock$/.test(name));
  const locks = await Promise.all(
    names.map(async (name) => {
      const lock = await readJson(join(folder, name));
      return lock ? [[Number(name.slice(0, -".lock".length)), lock] as const] : [];
    }),
  );
  return new Map(locks.flat());
}

/** Undefined if it is not there, or no JSON. */
async function readJson(path: string): Promise<Json | undefined> {
  try {
    return JSON.parse(await readFile(path, "utf8")) as Json;
  } catch {
    return undefined;
  }
}
