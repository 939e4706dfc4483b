/**
 * Replaces a file's bytes so that the disk holds the old file or the new one, never half of either.
 * A file with more than one name is written in place, so that its other names keep leading to it.
 */
import { randomBytes } from "node:crypto";
import { type BigIntStats, constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { WorkspacePath } from "@tandem/host";
import { errors, IdeError } from "@tandem/protocol";
import { type DiskStamp, sameStamp, stampOf } from "./disk-stamp.js";
import { errnoOf } from "./errno.js";

/** Matches the names of the files that are written before they take their place. */
export const temporaryFiles = "**/.tandem-*.tmp";

/** Neither a link nor a pipe in the file's place is waited for or written through. */
const unfollowed = (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface WriteOptions {
  /** The state of the file that is to be replaced; undefined if there must be none, and then neither need its directory be. */
  readonly expected: DiskStamp | undefined;
}

/** Returns the state of the new file. Throws `WRITE_FAILED`, and then the old file is as it was. */
export async function writeFileAtomically(
  path: WorkspacePath,
  bytes: Uint8Array,
  { expected }: WriteOptions,
): Promise<DiskStamp> {
  try {
    const old = await statExpected(path.path, expected);
    if (old === undefined) await makeDirectory(dirname(path.path), path.root);
    else await checkWritable(path.path);
    return old !== undefined && old.nlink > 1n
      ? await writeInPlace(path.path, bytes, old)
      : await replace(path.path, bytes, old);
  } catch (thrown) {
    throw thrown instanceof IdeError ? thrown : errors.writeFailed(path.path, thrown);
  }
}

async function replace(path: string, bytes: Uint8Array, old: BigIntStats | undefined): Promise<DiskStamp> {
  const directory = dirname(path);
  const before = await statDirectory(path);
  const temporary = join(directory, `.tandem-${randomBytes(8).toString("hex")}.tmp`);
  const handle = await open(temporary, "wx", old === undefined ? 0o666 : 0o600);
  try {
    await handle.writeFile(bytes);
    if (old !== undefined) await keepOwnerAndMode(handle, old);
    await handle.sync();
    const stamp = stampOf(await handle.stat({ bigint: true }));
    await statExpected(path, old && stampOf(old));
    const after = await statDirectory(path);
    if (after.dev !== before.dev || after.ino !== before.ino) throw errors.changedOnDisk(path);
    await rename(temporary, path);
    // The renaming moved the time of change, and that alone: what others do from now on is to show.
    const { ctimeNs } = await handle.stat({ bigint: true });
    await syncDirectory(directory);
    return { ...stamp, ctimeNs };
  } catch (thrown) {
    await rm(temporary, { force: true });
    throw thrown;
  } finally {
    await handle.close();
  }
}

/** A rename asks only the directory for permission; the developer may have protected the file itself. */
async function checkWritable(path: string): Promise<void> {
  await (await open(path, constants.O_WRONLY | unfollowed)).close();
}

async function writeInPlace(path: string, bytes: Uint8Array, old: BigIntStats): Promise<DiskStamp> {
  const handle = await open(path, constants.O_RDWR | unfollowed);
  try {
    const opened = await handle.stat({ bigint: true });
    if (!sameStamp(stampOf(opened), stampOf(old))) throw errors.changedOnDisk(path);
    const oldBytes = await handle.readFile();
    try {
      await overwrite(handle, bytes);
    } catch (thrown) {
      await overwrite(handle, oldBytes);
      throw thrown;
    }
    return stampOf(await handle.stat({ bigint: true }));
  } finally {
    await handle.close();
  }
}

/** Grows before it shrinks: a full disk is noticed before anything is cut off. */
async function overwrite(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    written += (await handle.write(bytes, written, bytes.length - written, written)).bytesWritten;
  }
  await handle.truncate(bytes.length);
  await handle.sync();
}

/** What is at the path now; undefined if nothing is. Throws `WRITE_FAILED` if that is not what is expected. */
async function statExpected(path: string, expected: DiskStamp | undefined): Promise<BigIntStats | undefined> {
  const stats = await lstat(path, { bigint: true }).catch((thrown: unknown) => {
    if (errnoOf(thrown) === "ENOENT") return undefined;
    throw thrown;
  });
  const asExpected =
    stats === undefined || expected === undefined
      ? stats === expected
      : stats.isFile() && sameStamp(stampOf(stats), expected);
  if (!asExpected) throw errors.changedOnDisk(path);
  return stats;
}

/** Makes the directory, and those above it up to the root, unless they are there. None is made behind a link. */
async function makeDirectory(directory: string, root: string): Promise<void> {
  const isThere = await realpath(directory).then(
    (real) => real === directory,
    (thrown: unknown) => {
      if (errnoOf(thrown) === "ENOENT" && directory !== root) return false;
      throw thrown;
    },
  );
  if (isThere) return;
  await makeDirectory(dirname(directory), root);
  await mkdir(directory);
}

/** The directory that holds the path, which was real when it was resolved and must still be. */
async function statDirectory(path: string): Promise<BigIntStats> {
  const directory = dirname(path);
  if ((await realpath(directory)) !== directory) throw errors.changedOnDisk(path);
  return stat(directory, { bigint: true });
}

/** Only root may give files away; for others the new file is their own, and must not run as them for anybody. */
async function keepOwnerAndMode(handle: FileHandle, old: BigIntStats): Promise<void> {
  const { uid, gid } = await handle.stat({ bigint: true });
  const isKept =
    (uid === old.uid && gid === old.gid) ||
    (await handle.chown(Number(old.uid), Number(old.gid)).then(
      () => true,
      () => false,
    ));
  await handle.chmod(Number(old.mode) & (isKept ? 0o7777 : 0o777));
}

/** Makes the new name last. The file is already in its place, so what a system refuses here is no failure. */
async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r").catch(() => undefined);
  await directory?.sync().catch(() => undefined);
  await directory?.close();
}
