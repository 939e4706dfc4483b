/**
 * Which files to show a server that knows only the projects of open files, so that it knows the whole workspace.
 * A project is a folder with a tsconfig.json or jsconfig.json; it owns the sources below it that no nearer one owns.
 */
import { lstat, readFile } from "node:fs/promises";
import { join, posix } from "node:path";
import type { LiveDocument } from "./document-sync.js";
import type { Language } from "./server-table.js";

const MOST_SEEDS = 200;
/** Of files that belong to no project. */
const MOST_LOOSE = 2000;
/** A project's configuration may leave out some folders; not the biggest three, one hopes. */
const SEEDS_PER_PROJECT = 3;
const MOST_BYTES = 1_000_000;
const MOST_LOOSE_BYTES = 8_000_000;
/** Nothing is on disk by this name. */
const LOOSE_INDEX = ".tandem-loose-files.ts";

export function isProjectFile(file: string): boolean {
  return /(^|\/)[jt]sconfig\.json$/.test(file);
}

export interface Seeds {
  /** To be shown as they are. */
  readonly files: readonly string[];
  /** To be made known: there is no project to name them. */
  readonly loose: readonly string[];
}

/**
 * From workspace files, relative and `/`-separated: of each project one file from each of its biggest folders; if
 * there is no project, as many sources as may be, nearest first.
 */
export function chooseSeeds(files: readonly string[], language: Language): Seeds {
  const projects = new Set(files.filter(isProjectFile).map(posix.dirname));
  const sources = files.filter((file) => posix.extname(file) in language.languageIds && !/\.d\.[cm]?ts$/.test(file));
  if (projects.size === 0) return { files: [], loose: byDepth(sources).slice(0, MOST_LOOSE) };

  const owner = nearestOf(projects);
  const owned = groupBy(sources, (file) => owner(posix.dirname(file)));
  const seeds = byDepth([...projects]).flatMap((project) => seedsOf(project, owned.get(project) ?? []));
  return { files: seeds.slice(0, MOST_SEEDS), loose: [] };
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

/**
 * A document that refers to all of the loose files that are small enough, and are not too much together; undefined if
 * there are none. A server that is shown it reads them itself, which takes a hundredth of the time of showing each.
 */
export async function looseIndex(root: string, loose: readonly string[]): Promise<LiveDocument | undefined> {
  let bytes = 0;
  let text = "";
  for (const relative of loose) {
    const size = await sizeOf(join(root, relative));
    if (size === undefined || bytes + size > MOST_LOOSE_BYTES || /["\r\n]/.test(relative)) continue;
    bytes += size;
    text += `/// <reference path="./${relative}" />\n`;
  }
  return text === "" ? undefined : { file: join(root, LOOSE_INDEX), version: 0, text: () => text };
}

/** In bytes; undefined if it is gone, is no regular file, or is too big to be a seed. */
async function sizeOf(file: string): Promise<number | undefined> {
  const status = await lstat(file).catch(() => undefined);
  return status?.isFile() && status.size <= MOST_BYTES ? status.size : undefined;
}

/** The file as it is on disk now; undefined if it is gone, is no regular file, or is too big to be a seed. */
export async function readSeed(root: string, relative: string): Promise<LiveDocument | undefined> {
  const file = join(root, relative);
  try {
    if ((await sizeOf(file)) === undefined) return undefined;
    const text = await readFile(file, "utf8");
    return { file, version: 0, text: () => text };
  } catch {
    return undefined;
  }
}
