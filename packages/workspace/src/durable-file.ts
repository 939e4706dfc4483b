/** Private files that outlast a crash: what has been waited for here is on disk. Failures are the system's own. */
import { constants } from "node:fs";
import { chmod, type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { errnoOf } from "./errno.js";

/** What follows a file's name while its next state is being written. */
export const UNFINISHED = ".new";

/**
 * A flag to open a file with: what is written is on disk when the write returns, in one step instead of two, so that
 * nothing waits for us between them. 0 where the system has no such thing, or means less by it than by a sync.
 */
export const SYNCED_WRITES: number = process.platform === "linux" ? constants.O_DSYNC : 0;

/**
 * Makes the folder, and those above it, as far as they are missing. Nobody else can look into it. Nothing in it lasts
 * before what is returned has been called and waited for.
 */
export async function makePrivateFolder(folder: string): Promise<() => Promise<void>> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  if (first === undefined) return async () => {};
  const top = dirname(resolve(first));
  return async () => {
    for (let made = resolve(folder); made !== top; made = dirname(made)) await syncFolder(dirname(made));
  };
}

/** Writes all of the bytes, however many calls it takes. Not synced, unless the file is. `position` is in bytes. */
export async function writeAll(handle: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const rest = bytes.length - written;
    written += (await handle.write(bytes, written, rest, position + written)).bytesWritten;
  }
}

/**
 * Puts a new file with these bytes, synced, in the place of the old one; readers see one or the other.
 * Returns it open for writing. Its name lasts once `syncFolder` has been waited for. If it throws, the old file stays.
 */
export async function replaceFile(path: string, bytes: Uint8Array): Promise<FileHandle> {
  const { O_WRONLY, O_CREAT, O_TRUNC } = constants;
  const handle = await open(path + UNFINISHED, O_WRONLY | O_CREAT | O_TRUNC | SYNCED_WRITES, 0o600);
  try {
    await writeAll(handle, bytes, 0);
    await handle.sync();
    await rename(path + UNFINISHED, path);
    return handle;
  } catch (thrown) {
    await handle.close();
    await rm(path + UNFINISHED, { force: true });
    throw thrown;
  }
}

/** Writes a file beside the given one that was not there before: `<path>.damaged-<n>`. Returns its path. */
export async function setAside(path: string, bytes: Uint8Array): Promise<string> {
  for (let number = 1; ; number++) {
    const aside = `${path}.damaged-${number}`;
    const handle = await open(aside, "wx", 0o600).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code === "EEXIST") return undefined;
      throw thrown;
    });
    if (handle === undefined) continue;
    try {
      await writeAll(handle, bytes, 0);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await syncFolder(dirname(path));
    return aside;
  }
}

/** Some file systems know no such thing for a folder. */
const unknown = new Set(["EINVAL", "ENOTSUP"]);

/** Makes the names in a folder last. Does nothing where a folder cannot be opened as a file can, or not be synced. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } catch (thrown) {
    if (!unknown.has(errnoOf(thrown) ?? "")) throw thrown;
  } finally {
    await handle.close();
  }
}
