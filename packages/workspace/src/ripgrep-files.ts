/** The files of a folder that git does not know, without what ignore files leave out. */
import { errors } from "@tandem/protocol";
import { type BytePath, splitPaths } from "./byte-path.js";
import { runProgram } from "./run-program.js";

/** Ignore files count as if the folder were a repository of its own; those above it have no say. */
const listCommand = [
  "--no-config",
  "--files",
  "--hidden",
  "--no-require-git",
  "--no-ignore-parent",
  "-g",
  "!.git",
  "-0",
];

/** From the root, in byte order. What cannot be read is left out. `program` is ripgrep; left out: the one that comes along. */
export async function ripgrepFiles(root: string, signal?: AbortSignal, program?: string): Promise<readonly BytePath[]> {
  const ripgrep = program ?? (await import("@vscode/ripgrep")).rgPath;
  const { exitCode, stdout, stderr } = await runProgram(ripgrep, listCommand, { cwd: root, signal });
  // 1 is "nothing found"; 2 is "something went wrong", and what was found is still printed.
  if (exitCode > 1 && stdout.length === 0) throw errors.internal(`ripgrep failed: ${stderr.trim().slice(0, 2000)}`);
  return splitPaths(stdout).sort();
}
