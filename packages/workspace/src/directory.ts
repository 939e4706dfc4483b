/** What is in one directory, with what ignore rules leave out marked instead of hidden. */
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { WorkspacePath } from "@tandem/host";
import { ignoredNames } from "./git-ignored.js";
import { globMatcher } from "./glob.js";
import { temporaryFiles } from "./write-file.js";

export interface DirectoryEntry {
  readonly name: string;
  /** From the root, `/`-separated. */
  readonly path: string;
  readonly type: "file" | "directory";
  readonly ignored: boolean;
}

const alwaysHidden = ["**/.git", temporaryFiles];
const order = new Intl.Collator("en", { numeric: true });

/** Directories first, by name. Patterns of `excludes` are over paths from the root. */
export async function listDirectory(
  directory: WorkspacePath,
  excludes: readonly string[] = [],
): Promise<readonly DirectoryEntry[]> {
  const isHidden = globMatcher([...alwaysHidden, ...excludes]);
  const pathOf = (name: string) => (directory.relative === "" ? name : `${directory.relative}/${name}`);
  const shown = (await readdir(directory.path, { withFileTypes: true })).filter(({ name }) => !isHidden(pathOf(name)));
  const [types, ignored] = await Promise.all([
    Promise.all(shown.map((entry) => typeOf(entry, directory.path))),
    ignoredNames(
      directory.path,
      shown.map(({ name }) => name),
    ),
  ]);
  return shown
    .map(({ name }, index) => ({
      name,
      path: pathOf(name),
      type: types[index] ?? ("file" as const),
      ignored: ignored.has(name),
    }))
    .sort((a, b) => (a.type === b.type ? order.compare(a.name, b.name) : a.type === "directory" ? -1 : 1));
}

/** A link counts as what it leads to; where it may be followed is the resolver's to say. */
async function typeOf(entry: Dirent, folder: string): Promise<DirectoryEntry["type"]> {
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? "directory" : "file";
  const target = await stat(join(folder, entry.name)).catch(() => undefined);
  return target?.isDirectory() ? "directory" : "file";
}
