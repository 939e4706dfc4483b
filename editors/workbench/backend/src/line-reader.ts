/** Single lines of files, for showing places in them: from the buffer if the file is open, else from the disk. */
import { readFile, stat } from "node:fs/promises";
import { MAX_TEXT_FILE_BYTES } from "@tandem/workspace";
import type { Documents } from "./documents.js";

/** Longest line that is given whole, in UTF-16 units. */
const MAX_LINE_LENGTH = 500;

/** "" where there is no such line. Files asked for at the same time are read once. */
export function createLineReader(documents: Documents): (file: string, line: number) => Promise<string> {
  const reading = new Map<string, Promise<readonly string[]>>();
  const linesOnDisk = (file: string) => {
    const already = reading.get(file);
    if (already) return already;
    const lines = readLines(file).finally(() => reading.delete(file));
    reading.set(file, lines);
    return lines;
  };
  return async (file, line) => {
    const text = documents.get(file)?.text;
    const found = text ? (line <= text.lines ? text.line(line).text : "") : (await linesOnDisk(file))[line - 1];
    return (found ?? "").slice(0, MAX_LINE_LENGTH);
  };
}

async function readLines(file: string): Promise<readonly string[]> {
  try {
    const found = await stat(file);
    if (!found.isFile() || found.size > MAX_TEXT_FILE_BYTES) return [];
    return (await readFile(file, "utf8")).split(/\r\n?|\n/);
  } catch {
    return [];
  }
}
