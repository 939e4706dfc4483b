/**
 * Which files to show a server that knows only the projects of open files, so that it knows the whole workspace.
 * A project is a folder with a tsconfig.json or jsconfig.json; it owns the sources below it that no nearer one owns.
 */
import { lstat, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { LiveDocument } from "./document-sync.js";
import type { Language } from "./server-table.js";

const MOST_SEEDS = 60;
/** A project's configuration may leave out some folders; not the biggest three, one hopes. */
const SEEDS_PER_PROJECT = 3;
const MOST_BYTES = 1_000_000;

export function isProjectFile(file: string): boolean {
  return /(^|\/)[jt]sconfig\.json$/.test(file);
}

/**
 * From workspace files, relative and `/`-separated: of each project one file from each of its biggest folders; if
 * there is no project, as many files as may be, since each of them is a project of its own.
 */
export function chooseSeeds(files: readonly string[], language: Language): string[] {
  const projects = new Set(files.filter(isProjectFile).map(posix.dirname));
  const sources = files.filter((file) => posix.extname(file) in language.languageIds && !/\.d\.[cm]?ts$/.test(file));
  if (projects.size === 0) return byDepth(sources).slice(0, MOST_SEEDS);

  const owner = nearestOf(projects);
  const owned = groupBy(sources, (file) => owner(posix.dirname(file)));
  return byDepth([...projects])
    .flatMap((project) => seedsOf(project, owned.get(project) ?? []))
    .slice(0, MOST_SEEDS);
}

function seedsOf(project: string, sources: readonly string[]): string[] {
  const typed = sources.filter((file) => /\.[cm]?tsx?$/.test(file));
  const folders = groupBy(typed.length > 0 ? typed : sources, (file) => firstSegment(posix.relative(project, file)));
  const biggest = [...folders.values()].sort((a, b) => b.length - a.length).slice(0, SEEDS_PER_PROJECT);
  return biggest.flatMap((folder) => byDepth(folder).slice(0, 1));
}

/** The folder itself or the nearest above it that is in the set; undefined if there is none. */
function nearestOf(set: ReadonlySet<string>): (folder: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const nearest = (folder: string): string | undefined => {
    if (set.has(folder)) return folder;
    if (folder === ".") return undefined;
    if (!known.has(folder)) known.set(folder, nearest(posix.dirname(folder)));
    return known.get(folder);
  };
  return nearest;
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** "" for a file that lies in no folder. */
function firstSegment(path: string): string {
  return path.slice(0, Math.max(0, path.indexOf("/")));
}

function byDepth(paths: readonly string[]): string[] {
  const depth = (path: string) => path.split("/").length;
  return [...paths].sort((a, b) => depth(a) - depth(b) || (a < b ? -1 : 1));
}

/** The file as it is on disk now; undefined if it is gone, is no regular file, or is too big to be a seed. */
export async function readSeed(root: string, relative: string): Promise<LiveDocument | undefined> {
  const file = join(root, relative);
  try {
    const status = await lstat(file);
    if (!status.isFile() || status.size > MOST_BYTES) return undefined;
    const text = await readFile(file, "utf8");
    return { file, version: 0, text: () => text };
  } catch {
    return undefined;
  }
}
