/** What is in directories, with what ignore rules leave out marked instead of hidden. */
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import type { PathResolver, WorkspacePath } from "@tandem/host";
import { IdeError } from "@tandem/protocol";
import { exists } from "./file-operations.js";
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

/**
 * In their order what is in each: directories first, by name; or why it cannot be listed. Paths and patterns of
 * `excludes` are from the root. Git is asked once for each repository that they lie in.
 */
export async function listDirectories(
  paths: Pick<PathResolver, "directory">,
  relatives: readonly string[],
  excludes: readonly string[] = [],
): Promise<readonly (readonly DirectoryEntry[] | IdeError)[]> {
  const isHidden = globMatcher([...alwaysHidden, ...excludes]);
  const list = async (relative: string) => entriesOf(await paths.directory(relative), isHidden);
  const listings = await Promise.all(relatives.map((relative) => list(relative).catch(IdeError.from)));
  const ignored = await ignoredPaths(listings.filter((listing) => "entries" in listing));
  return listings.map((listing) => {
    if (listing instanceof IdeError) return listing;
    const { directory, entries } = listing;
    return entries.map((entry) => ({ ...entry, ignored: ignored.has(join(directory.path, entry.name)) }));
  });
}

interface Listing {
  readonly directory: WorkspacePath;
  readonly entries: readonly Omit<DirectoryEntry, "ignored">[];
}

async function entriesOf(directory: WorkspacePath, isHidden: (path: string) => boolean): Promise<Listing> {
  const { path, relative } = directory;
  const pathOf = (name: string) => (relative === "" ? name : `${relative}/${name}`);
  const shown = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !isHidden(pathOf(name)));
  const entries = await Promise.all(
    shown.map(async (entry) => ({ name: entry.name, path: pathOf(entry.name), type: await typeOf(entry, path) })),
  );
  entries.sort((a, b) => (a.type === b.type ? order.compare(a.name, b.name) : a.type === "directory" ? -1 : 1));
  return { directory, entries };
}

/** A link counts as what it leads to; where it may be followed is the resolver's to say. */
async function typeOf(entry: Dirent, folder: string): Promise<DirectoryEntry["type"]> {
  if (!entry.isSymbolicLink()) return entry.isDirectory() ? "directory" : "file";
  const target = await stat(join(folder, entry.name)).catch(() => undefined);
  return target?.isDirectory() ? "directory" : "file";
}

/** Absolute ones, of the entries. */
async function ignoredPaths(listings: readonly Listing[]): Promise<ReadonlySet<string>> {
  const repositoryOf = repositoryFinder();
  const byRepository = new Map<string, string[]>();
  for (const { directory, entries } of listings) {
    const repository = await repositoryOf(directory);
    const names = byRepository.get(repository) ?? [];
    byRepository.set(repository, names);
    const prefix = relative(repository, directory.path).split(sep).join("/");
    for (const { name } of entries) names.push(prefix === "" ? name : `${prefix}/${name}`);
  }
  const found = await Promise.all(
    [...byRepository].map(async ([repository, names]) =>
      [...(await ignoredNames(repository, names))].map((name) => join(repository, name)),
    ),
  );
  return new Set(found.flat());
}

/** Finds the repository that a directory lies in: its own or one above it, the root at the latest. Looks once at each. */
function repositoryFinder(): (directory: WorkspacePath) => Promise<string> {
  const known = new Map<string, Promise<boolean>>();
  const isRepository = (path: string) => {
    const found = known.get(path) ?? exists(join(path, ".git"));
    known.set(path, found);
    return found;
  };
  return async ({ path, root }) => {
    let at = path;
    while (at !== root && !(await isRepository(at))) at = dirname(at);
    return at;
  };
}
