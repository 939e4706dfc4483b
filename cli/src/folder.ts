/** The folder that a command is about. */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "./output.js";

/** Its absolute path; the current folder if left out. Throws `UsageError` if there is no such folder. */
export async function existingFolder(folder = "."): Promise<string> {
  const path = resolve(folder);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no folder ${path}. (tandem --help shows the commands.)`);
  if (!found.isDirectory()) throw new UsageError(`${path} is not a folder; give the folder that it is in.`);
  return path;
}
