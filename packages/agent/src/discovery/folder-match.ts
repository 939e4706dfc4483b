/** Which of a window's folders a directory lies in. */
import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";

/** The real path; the path itself where there is nothing. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path);
  }
}

/** The deepest of the folders that hold `directory`, as a real path. Takes a real path for `directory`. */
export function folderHolding(directory: string, folders: readonly string[]): string | undefined {
  return folders
    .map(realPath)
    .filter((folder) => directory === folder || directory.startsWith(withSeparator(folder)))
    .sort((a, b) => b.length - a.length)[0];
}

function withSeparator(folder: string): string {
  return folder.endsWith(sep) ? folder : folder + sep;
}
