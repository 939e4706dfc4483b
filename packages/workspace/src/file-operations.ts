/** Makes, moves and removes files for the developer. Nothing that exists is ever replaced. */
import { chmod, lstat, mkdir, readFile, realpath, rename, rmdir, unlink } from "node:fs/promises";
import { dirname, sep } from "node:path";
import type { WorkspacePath } from "@tandem/host";
import { errors, IdeError } from "@tandem/protocol";
import type { DiskStamp } from "./disk-stamp.js";
import { errnoOf } from "./errno.js";
import { MAX_TEXT_FILE_BYTES } from "./text-file.js";
import { writeFileAtomically } from "./write-file.js";

/** Makes the file, and the folders above it that are missing. Throws `WRITE_FAILED`, also if there is one already. */
export async function createFile(path: WorkspacePath, bytes: Uint8Array): Promise<DiskStamp> {
  await makeFolder(path);
  return writeFileAtomically(path, bytes, { expected: undefined });
}

/**
 * Returns what makes the file again, with its bytes and permissions, and throws as `createFile` does. It throws
 * `WRITE_FAILED` as well if the file is longer than texts may be, or could not be read.
 */
export async function keepFile(path: WorkspacePath): Promise<() => Promise<void>> {
  const kept = await readKept(path.path).catch((thrown: unknown) => errors.writeFailed(path.path, thrown));
  return async () => {
    if (kept instanceof Error) throw kept;
    await createFile(path, kept.bytes);
    await attempt(path, () => chmod(path.path, kept.mode & 0o7777));
  };
}

async function readKept(path: string) {
  const stats = await lstat(path);
  if (!stats.isFile() || stats.size > MAX_TEXT_FILE_BYTES) throw new Error("it could not be kept");
  return { bytes: await readFile(path), mode: stats.mode };
}

/** `to` is a path for a new file. Throws `STALE` if there is something by now, or `WRITE_FAILED`. */
export async function moveEntry(from: WorkspacePath, to: WorkspacePath): Promise<void> {
  if (`${to.path}${sep}`.startsWith(`${from.path}${sep}`)) {
    throw errors.invalidInput(`${from.path} cannot be moved into itself.`);
  }
  await makeFolder(to);
  await attempt(to, async () => {
    await checkFolder(from);
    if (await exists(to.path)) throw errors.fileExists(to.path);
    await rename(from.path, to.path);
  });
}

/** A directory must be empty. Throws `INVALID_INPUT` if it is not, or `WRITE_FAILED`. */
export async function removeEntry(path: WorkspacePath): Promise<void> {
  await attempt(path, async () => {
    await checkFolder(path);
    const stats = await lstat(path.path);
    await (stats.isDirectory() ? rmdir(path.path) : unlink(path.path));
  });
}

async function makeFolder(path: WorkspacePath): Promise<void> {
  await attempt(path, async () => {
    await mkdir(dirname(path.path), { recursive: true });
    await checkFolder(path);
  });
}

/** The folder was real when the path was resolved; it must not have been swapped for a link since. */
async function checkFolder({ path }: WorkspacePath): Promise<void> {
  if ((await realpath(dirname(path))) !== dirname(path)) throw errors.outsideWorkspace(path);
}

/** Whether anything has that name, a link that leads nowhere too. */
export async function exists(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

async function attempt(path: WorkspacePath, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } catch (thrown) {
    if (thrown instanceof IdeError) throw thrown;
    if (errnoOf(thrown) === "ENOENT") throw errors.fileNotFound(path.path);
    if (errnoOf(thrown) === "ENOTEMPTY") throw errors.invalidInput(`The directory ${path.path} is not empty.`);
    throw errors.writeFailed(path.path, thrown);
  }
}
