/**
 * Lock files of windows that are no more. One is removed only if its process is dead, and its port refuses, and the file
 * is this user's and unchanged since it was read; in doubt it stays. A power cut may leave one that is empty.
 */
import type { Stats } from "node:fs";
import { lstat, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { claudeLockSchema, MAX_LOCK_FILE_BYTES, portOfLockFile } from "@tandem/protocol";
import { isAlive, isAnswering } from "./liveness.js";

/** How many are looked at at once. */
const AT_ONCE = 16;
/** Nobody takes so long to write one, in milliseconds. */
const WRITTEN_MS = 60_000;

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
  if (!(await isLeft(path, before)) || (await isAnswering(port)) !== "no") return false;
  const after = await lstat(path);
  if (after.ino !== before.ino || after.mtimeMs !== before.mtimeMs || after.size !== before.size) return false;
  await rm(path);
  return true;
}

async function isLeft(path: string, { size, mtimeMs }: Stats): Promise<boolean> {
  if (size === 0) return Date.now() - mtimeMs > WRITTEN_MS;
  const { pid } = claudeLockSchema.parse(JSON.parse(await readFile(path, "utf8")));
  return pid !== undefined && !isAlive(pid);
}

function isOurs(found: Stats): boolean {
  return found.isFile() && (process.getuid === undefined || found.uid === process.getuid());
}
