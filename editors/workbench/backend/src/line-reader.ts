/** Single lines of files, for showing places in them: from the buffer if the file is open, else from the disk. */
import type { PathResolver } from "@tandem/host";
import { readTextFile } from "@tandem/workspace";
import type { Documents } from "./documents.js";

/** Longest line that is given whole, in UTF-16 units. */
const MAX_LINE_LENGTH = 500;

/** "" where there is no such line, and for files outside the workspace. Files asked for at the same time are read once. */
export function createLineReader(
  documents: Documents,
  paths: PathResolver,
): (file: string, line: number) => Promise<string> {
  const reading = new Map<string, Promise<readonly string[]>>();
  const linesOnDisk = (file: string) => {
    const already = reading.get(file);
    if (already) return already;
    const lines = readLines(paths, file).finally(() => reading.delete(file));
    reading.set(file, lines);
    return lines;
  };
  return async (file, line) => {
    const text = documents.get(file)?.text;
    const found = text ? (line <= text.lines ? text.line(line).text : "") : (await linesOnDisk(file))[line - 1];
    return (found ?? "").slice(0, MAX_LINE_LENGTH);
  };
}

async function readLines(paths: PathResolver, file: string): Promise<readonly string[]> {
  try {
    const { decoded } = await readTextFile(await paths.file(file));
    return decoded.text.split("\n");
  } catch {
    return [];
  }
}
