/**
 * Files by which programs of the same user find a window: for that user alone, and never seen half written. They are not
 * synced: a power cut ends the window as well.
 */
import { randomBytes } from "node:crypto";
import { chmod, link, lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";

/** Makes the folder if it is missing. Throws if it is not safe to put a secret in. */
export async function privateFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder.`);
  const uid = process.getuid?.();
  if (uid !== undefined && found.uid !== uid) throw new Error(`${folder} belongs to another user.`);
  if (uid !== undefined && (found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}

/** Takes the place of what is there; with `onlyIfAbsent` it leaves that alone. The folder has to be a private one. */
export async function writePrivateFile(path: string, text: string, { onlyIfAbsent = false } = {}): Promise<void> {
  const temporary = besides(path);
  try {
    await writeFile(temporary, text, { flag: "wx", mode: 0o600 });
    if (onlyIfAbsent) await linkIfAbsent(temporary, path);
    else await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** The file gets the other name, unless there is one of that name; its own it loses in any case. */
export async function linkIfAbsent(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  await rm(from, { force: true });
}

/** A name in the same folder that nobody else uses. */
export function besides(path: string): string {
  return `${path}.${randomBytes(6).toString("hex")}.new`;
}
