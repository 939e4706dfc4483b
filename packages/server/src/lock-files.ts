/**
 * The lock files by which agents of the nexus3 and the claude dialect find this window: written once it listens, again if
 * somebody deletes them, and removed before it stops. What dead windows have left is cleaned away on the way.
 */
import { readFile, rm, utimes } from "node:fs/promises";
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
  /** Hears once of each that could not be written; the others are written all the same, and it is tried again. */
  readonly onError: (error: unknown) => void;
}

export interface LockFiles {
  /** Of those that could be written. */
  readonly paths: readonly string[];
  /** The developer looks at this window: of several, agents are to find it first. */
  focused(): void;
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
  const locks = locksOf(options);
  const written = new Set<Lock>();
  const failed = new Set<Lock>();
  const keep = async (lock: Lock) => {
    try {
      if (!written.has(lock)) await write(lock);
      else if ((await textOf(lock.path)) === undefined) await write(lock, { onlyIfAbsent: true });
      written.add(lock);
      failed.delete(lock);
    } catch (cause) {
      if (failed.has(lock)) return;
      failed.add(lock);
      onError(new Error(`${lock.path} could not be written, so some agents cannot find this window.`, { cause }));
    }
  };
  const keepAll = async () => {
    await Promise.all(locks.map(keep));
  };
  await keepAll();
  // One after the other.
  let busy: Promise<unknown> = removeStaleLocks([...written].map(({ folder }) => folder));
  const next = (step: () => Promise<void>) => {
    busy = busy.then(step).catch(onError);
  };
  const looking = setInterval(() => next(keepAll), lookMs).unref();
  return {
    get paths() {
      return locks.filter((lock) => written.has(lock)).map(({ path }) => path);
    },
    focused: () =>
      next(async () => {
        for (const lock of written) if (await isOwn(lock)) await utimes(lock.path, new Date(), new Date());
      }),
    close: async () => {
      clearInterval(looking);
      await busy;
      await Promise.all([...written].map((lock) => removeOwn(lock).catch(onError)));
    },
  };
}

/** Another window's that took the same port since is left alone. */
async function removeOwn(lock: Lock): Promise<void> {
  if (await isOwn(lock)) await rm(lock.path, { force: true });
}

async function isOwn({ path, text }: Lock): Promise<boolean> {
  return (await textOf(path)) === text;
}

/** A folder that is gone is made again. */
async function write({ folder, path, text }: Lock, how: { onlyIfAbsent?: boolean } = {}): Promise<void> {
  await privateFolder(folder);
  await writePrivateFile(path, text, how);
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
