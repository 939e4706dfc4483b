/** Paths and `file:` addresses, one to the other. */
import { fileURLToPath, pathToFileURL } from "node:url";

export function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

/** Undefined if the address is not that of a file on this machine. */
export function fileOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined;
  }
}
