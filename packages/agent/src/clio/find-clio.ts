/** Where a window of the clio dialect listens: the terminal's variable first, then the file of the window with the focus. */
import { homedir } from "node:os";
import { clio, MAX_LOCK_FILE_BYTES, portOf } from "@tandem/protocol";
import { readOwnFile } from "../discovery/own-file.js";
import { parseJson } from "../parse-json.js";

/** Ports to try, in this order. A file that others could have written is passed over. */
export function clioPorts(environment: NodeJS.ProcessEnv): number[] {
  const file = readOwnFile(clio.bridgeFilePath(environment["HOME"] || homedir()), MAX_LOCK_FILE_BYTES);
  const parsed = "refused" in file ? undefined : clio.bridgeFileSchema.safeParse(parseJson(file.text));
  const ports = [portOf(environment[clio.PORT_VARIABLE]), parsed?.data?.port];
  return [...new Set(ports.filter((port) => port !== undefined))];
}
