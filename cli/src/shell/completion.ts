/** What a command line could become. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { plainWord, typedWord } from "./words.js";

/** What can stand after a command. */
export interface Completable {
  readonly name: string;
  /** Paths below the folder, or one of these words. */
  readonly takes?: "path" | readonly string[];
}

/** Candidates, and the part of the line that they replace. */
export function completeLine(
  line: string,
  commands: readonly Completable[],
  folder: string,
): [candidates: string[], part: string] {
  const space = line.search(/\s/);
  if (space < 0) return [commands.map(({ name }) => `${name} `).filter(begins(line)), line];
  const takes = commands.find(({ name }) => name === line.slice(0, space))?.takes;
  const part = /(?:\\.|[^\s\\])*$/.exec(line)?.[0] ?? "";
  if (takes === undefined || /["']/.test(part)) return [[], part];
  const redirected = part.startsWith("<") ? "<" : "";
  if (takes === "path")
    return [pathsLike(part.slice(redirected.length), folder).map((path) => redirected + path), part];
  const onlyWord = line.slice(space).trim() === part;
  return [onlyWord ? takes.filter(begins(part)) : [], part];
}

function begins(part: string): (candidate: string) => boolean {
  return (candidate) => candidate.startsWith(part);
}

/** As they are to be typed; folders end with a slash. Hidden ones only if asked for. */
function pathsLike(part: string, folder: string): string[] {
  const slash = part.lastIndexOf("/") + 1;
  const [above, beginning] = [part.slice(0, slash), plainWord(part.slice(slash))];
  try {
    return readdirSync(join(folder, plainWord(above)), { withFileTypes: true })
      .filter(({ name }) => name.startsWith(beginning) && (beginning.startsWith(".") || !name.startsWith(".")))
      .map((entry) => `${above}${typedWord(entry.name)}${entry.isDirectory() ? "/" : ""}`)
      .sort();
  } catch {
    return [];
  }
}
