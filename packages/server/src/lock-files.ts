/**
 * The lock files by which agents of the nexus3 and the claude dialect find this window: written once it listens, again if
 * somebody deletes them, and removed before it stops. What dead windows have left is cleaned away on the way.
 */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type ClaudeLock, claudeLockFolders, lockFileName, type Nexus3Lock, nexus3LockFolder } from "@tandem/protocol";
import { privateFolder, writePrivateFile } from "./private-file.js";
import { removeStaleLocks } from "./stale-locks.js";

export interface LockFilesOptions {
  readonly port: number;
  readonly token: string;
  readonly ideName: string;
  readonly workspaceFolders: readonly string[];
  /** A process that the developer's terminals descend from, by which Claude Code knows its own editor; ours if left out. */
  readonly terminalsPid?: number | undefined;
  readonly dialects: { readonly nexus3: boolean; readonly claude: boolean };
  readonly homeFolder: string;
  /** Where `CLAUDE_CONFIG_DIR` may be. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** How often it is looked whether they are still there, in milliseconds. */
  readonly lookMs?: number;
  /** Hears of each that could not be written; the others are written all the same. */
  readonly onError: (error: unknown) => void;
}

export interface LockFiles {
  /** Of those that could be written. */
  readonly paths: readonly string[];
  /** Removes those that are still ours. */
  close(): Promise<void>;
}

interface Lock {
  readonly folder: string;
  readonly path: string;
  readonly text: string;
}

const LOOK_MS = 2_000;

/** To be called once the window listens. Never rejects. */
export async function keepLockFiles(options: LockFilesOptions): Promise<LockFiles> {
  const { onError, lookMs = LOOK_MS } = options;
  const kept: Lock[] = [];
  for (const lock of locksOf(options)) {
    try {
      await privateFolder(lock.folder);
      await writePrivateFile(lock.path, lock.text);
      kept.push(lock);
    } catch (cause) {
      onError(new Error(`${lock.path} could not be written, so some agents cannot find this window.`, { cause }));
    }
  }
  let busy: Promise<unknown> = removeStaleLocks(kept.map(({ folder }) => folder));
  const restore = async () => {
    for (const lock of kept) if ((await textOf(lock.path)) === undefined) await writeAgain(lock);
  };
  // One round after the other.
  const looking = setInterval(() => {
    busy = busy.then(restore).catch(onError);
  }, lookMs).unref();
  return {
    paths: kept.map(({ path }) => path),
    close: async () => {
      clearInterval(looking);
      await busy;
      for (const lock of kept) await removeOwn(lock).catch(onError);
    },
  };
}

/** Another window's that took the same port since is left alone. */
async function removeOwn({ path, text }: Lock): Promise<void> {
  if ((await textOf(path)) === text) await rm(path, { force: true });
}

/** A folder that is gone as well is made again. */
async function writeAgain({ folder, path, text }: Lock): Promise<void> {
  await privateFolder(folder);
  await writePrivateFile(path, text, { onlyIfAbsent: true });
}

/** Exactly the fields of each kind. */
function locksOf({ environment, homeFolder, dialects, ...window }: LockFilesOptions): readonly Lock[] {
  const { port, token: authToken, ideName, workspaceFolders: folders } = window;
  const nexus3Lock: Nexus3Lock = {
    pid: process.pid,
    workspaceFolders: [...folders],
    ideName,
    transport: "ws",
    authToken,
  };
  const pid = window.terminalsPid ?? process.pid;
  const claudeLock: ClaudeLock = { ...nexus3Lock, pid, runningInWindows: process.platform === "win32" };
  const lockIn = (folder: string, lock: object) => ({
    folder,
    path: join(folder, lockFileName(port)),
    text: `${JSON.stringify(lock)}\n`,
  });
  return [
    ...(dialects.nexus3 ? [lockIn(nexus3LockFolder(homeFolder), nexus3Lock)] : []),
    ...(dialects.claude ? claudeLockFolders(environment, homeFolder).map((folder) => lockIn(folder, claudeLock)) : []),
  ];
}

async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
}
