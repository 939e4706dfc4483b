/** Writes and removes the file by which programs of the same user find this window. */
import { chmod, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { tandemHome, WINDOWS_FOLDER, type WindowFile } from "@tandem/protocol";

export interface WrittenWindowFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** To be called once the window listens. Throws if the folder is not safe to put a token in. */
export async function writeWindowFile(window: WindowFile, environment = process.env): Promise<WrittenWindowFile> {
  const folder = join(tandemHome(environment, homedir()), WINDOWS_FOLDER);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await checkFolder(folder);
  const path = join(folder, `${window.id}.json`);
  const temporary = `${path}.new`;
  const file = await open(temporary, "wx", 0o600);
  try {
    await file.writeFile(`${JSON.stringify(window, null, 2)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(temporary, path);
  return { path, remove: () => rm(path, { force: true }) };
}

async function checkFolder(folder: string): Promise<void> {
  const found = await lstat(folder);
  if (!found.isDirectory()) throw new Error(`${folder} is not a folder.`);
  const uid = process.getuid?.();
  if (uid !== undefined && found.uid !== uid) throw new Error(`${folder} belongs to another user.`);
  if (uid !== undefined && (found.mode & 0o077) !== 0) await chmod(folder, 0o700);
}
