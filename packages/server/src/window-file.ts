/** Writes and removes the file by which programs of the same user find this window. */
import { rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { tandemHome, WINDOWS_FOLDER, type WindowFile } from "@tandem/protocol";
import { privateFolder, writePrivateFile } from "./private-file.js";

export interface WrittenWindowFile {
  readonly path: string;
  remove(): Promise<void>;
}

/** To be called once the window listens. Throws if the folder is not safe to put a token in. */
export async function writeWindowFile(
  window: WindowFile,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<WrittenWindowFile> {
  const folder = join(tandemHome(environment, homedir()), WINDOWS_FOLDER);
  await privateFolder(folder);
  const path = join(folder, `${window.id}.json`);
  await writePrivateFile(path, `${JSON.stringify(window, null, 2)}\n`);
  return { path, remove: () => rm(path, { force: true }) };
}
