/** Finds the windows that hold a directory, by their lock files. */
import { unlinkSync } from "node:fs";
import { claude, MAX_LOCK_FILE_BYTES, nexus3, portOf } from "@tandem/protocol";
import { folderHolding, realPath } from "./folder-match.js";
import { compareIdes, type IdeInfo } from "./ide-info.js";
import { isAlive, listeningPorts, portRefuses } from "./liveness.js";
import { type Lock, lockFolders, readLocks, type Warn } from "./lock-folders.js";
import { readOwnFile } from "./own-file.js";

/** Sockets that are opened at once to see who listens. */
const PROBES_AT_ONCE = 64;

/** For more ports than this, one look into the kernel's table costs less than asking each. */
const MANY = 50;

/** Where and how to look. */
export interface DiscoveryOptions {
  /** The only folder to look in; the folders of both dialects if left out. */
  readonly lockDir?: string | undefined;
  /** The process's own if left out. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Hears what was passed over, and why. */
  readonly onWarning?: Warn;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The running windows that hold `cwd`, best first: the port that the environment names, then the deepest folder by
 * real path, then the newest focus. A port found under both dialects is one window, nexus3's first.
 * A lock is removed only if its process is gone, its port refuses, and the file is ours and unchanged.
 * Rejects only when aborted.
 */
export async function discoverIdes(cwd: string, options: DiscoveryOptions = {}): Promise<IdeInfo[]> {
  const { environment = process.env, lockDir, onWarning = () => {}, signal } = options;
  signal?.throwIfAborted();
  const directory = realPath(cwd);
  const named = namedPort(environment);
  const seen = lockFolders(environment, lockDir)
    .flatMap((folder) => readLocks(folder, onWarning))
    .map((lock) => ({ lock, dead: lock.content.pid !== undefined && !isAlive(lock.content.pid) }));
  const matching = seen.flatMap(({ lock, dead }) => {
    const matchedFolder = lock.port === named ? undefined : folderHolding(directory, lock.content.workspaceFolders);
    return lock.port === named || matchedFolder !== undefined ? [{ lock, dead, matchedFolder }] : [];
  });
  const refusing = await whichRefuse([...matching, ...leftovers(seen)].map(({ lock }) => lock.port));
  signal?.throwIfAborted();
  for (const { lock } of leftovers(seen)) if (refusing.has(lock.port)) removeStale(lock);
  return matching
    .filter(({ lock }) => !refusing.has(lock.port))
    .filter(({ lock }, i, all) => i === preferred(all, lock.port))
    .map(({ lock, matchedFolder }) => infoOf(lock, matchedFolder))
    .sort(compareIdes);
}

/** Those whose process is gone. */
function leftovers<T extends { readonly dead: boolean }>(locks: readonly T[]): T[] {
  return locks.filter(({ dead }) => dead);
}

/** The port that the terminal's own window has put into the environment. */
function namedPort(environment: NodeJS.ProcessEnv): number | undefined {
  return portOf(environment[nexus3.PORT_VARIABLE]) ?? portOf(environment[claude.PORT_VARIABLE]);
}

/** Of several locks of one port: the first whose process lives, else the first. A dead one is a leftover. */
function preferred(all: readonly { readonly lock: Lock; readonly dead: boolean }[], port: number): number {
  const alive = all.findIndex(({ lock, dead }) => lock.port === port && !dead);
  return alive >= 0 ? alive : all.findIndex(({ lock }) => lock.port === port);
}

async function whichRefuse(ports: readonly number[]): Promise<ReadonlySet<number>> {
  const waiting = [...new Set(ports)];
  const listening = waiting.length > MANY ? listeningPorts() : undefined;
  if (listening) return new Set(waiting.filter((port) => !listening.has(port)));
  const refusing = new Set<number>();
  const probe = async () => {
    for (let port = waiting.pop(); port !== undefined; port = waiting.pop()) {
      if (await portRefuses(port)) refusing.add(port);
    }
  };
  await Promise.all(Array.from({ length: Math.min(PROBES_AT_ONCE, waiting.length) }, probe));
  return refusing;
}

function removeStale({ path, file }: Lock): void {
  const now = readOwnFile(path, MAX_LOCK_FILE_BYTES);
  if ("refused" in now || now.text !== file.text || now.modifiedAt !== file.modifiedAt) return;
  try {
    unlinkSync(path);
  } catch {
    // A folder that cannot be written to keeps its leftovers.
  }
}

function infoOf({ content, port, path, dialect, dialectCertain, file }: Lock, matchedFolder?: string): IdeInfo {
  return {
    pid: content.pid,
    workspaceFolders: content.workspaceFolders,
    ideName: content.ideName,
    transport: content.transport,
    authToken: content.authToken,
    port,
    lockPath: path,
    dialect,
    dialectCertain,
    matchedFolder,
    touchedAt: file.modifiedAt,
  };
}
