/** The whole text that a file would have after a tool call, computed without doing it. */
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { errors } from "@tandem/protocol";
import { readTextFile } from "../files/text-file.js";
import { edits } from "./edits.js";
import { type ToolCall, writesFile } from "./tool-call.js";

/** A file before and after. */
export interface ProposedContent {
  /** Null if there is no file. */
  readonly before: string | null;
  readonly after: string;
}

/**
 * For the six tools that write a file; throws `NOT_SUPPORTED` for any other. `path` is absolute. Throws `INVALID_INPUT` or
 * `RANGE_INVALID` if the call does not fit the file, `FILE_NOT_FOUND` or `BINARY_FILE` if the file does not fit the call.
 * Relative paths in the call, such as a patch's `diff_file`, are below `cwd`.
 */
export async function proposedContent(call: ToolCall, path: string, cwd = process.cwd()): Promise<ProposedContent> {
  if (!writesFile(call.name)) throw errors.notSupported(`${call.name} does not write a file.`);
  const input = call.name === "patch" ? await withDiff(call.arguments, cwd) : call.arguments;
  const before = (await readTextFile(path))?.text ?? null;
  const makesFile = call.name === "write_file" || call.name === "append_file" || call.name === "patch";
  if (before === null && !makesFile) throw errors.fileNotFound(path);
  return { before, after: edits[call.name](before ?? "", input, path) };
}

/** A diff may lie in a file. */
async function withDiff(input: ToolCall["arguments"], cwd: string): Promise<ToolCall["arguments"]> {
  const { diff, diff_file: file } = input;
  if (diff || typeof file !== "string" || file === "") return input;
  try {
    return { ...input, diff: await readFile(resolve(cwd, file), "utf8") };
  } catch {
    throw errors.fileNotFound(resolve(cwd, file));
  }
}
