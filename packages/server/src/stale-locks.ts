/**
 * Lock files of windows that are no more. One is removed only if its process is dead, and its port refuses, and the file
 * is this user's and unchanged since it was read; in doubt it stays.
 */
import type { Stats } from "node:fs";
import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { claudeLockSchema, MAX_LOCK_FILE_BYTES, portOfLockFile } from "@tandem/protocol";

/** How many are looked at at once. */
const AT_ONCE = 16;
const PROBE_MS = 500;

/** Resolves with how many were removed. Never rejects. */
export async function removeStaleLocks(folders: readonly string[]): Promise<number> {
  const paths = (await Promise.all(folders.map(lockPaths))).flat();
  let next = 0;
  let removed = 0;
  const look = async () => {
    for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
      if (await removeIfStale(path).catch(() => false)) removed++;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, look));
  return removed;
}

interface FoundLock {
  readonly path: string;
  readonly port: number;
}

async function lockPaths(folder: string): Promise<FoundLock[]> {
  const names = await readdir(folder).catch(() => []);
  return names.flatMap((name) => {
    const port = portOfLockFile(name);
    return port === undefined ? [] : [{ path: join(folder, name), port }];
  });
}

async function removeIfStale({ path, port }: FoundLock): Promise<boolean> {
  const before = await lstat(path);
  if (!isOurs(before) || before.size > MAX_LOCK_FILE_BYTES) return false;
  const { pid } = claudeLockSchema.parse(JSON.parse(await readFile(path, "utf8")));
  if (pid === undefined || isAlive(pid) || !(await refuses(port))) return false;
  const after = await lstat(path);
  if (after.ino !== before.ino || after.mtimeMs !== before.mtimeMs || after.size !== before.size) return false;
  await rm(path);
  return true;
}

function isOurs(found: Stats): boolean {
  return found.isFile() && (process.getuid === undefined || found.uid === process.getuid());
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

/** False in doubt. */
function refuses(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port, timeout: PROBE_MS });
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once("connect", () => end(false));
    socket.once("timeout", () => end(false));
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED"));
  });
}
