/** The files of a work tree as git sees them: tracked and present, or untracked and not ignored. */
import { join } from "node:path";
import { errors, type GitStatus } from "@tandem/protocol";
import { type BytePath, encodePath } from "./byte-path.js";
import { filterNames, parseStatus, runGit, type StatusEntry, tryGit } from "./git.js";

export interface FoundFiles {
  /** From the root, in byte order. A submodule, or a repository inside, is a directory and ends in "/". */
  readonly paths: readonly BytePath[];
  readonly statuses: ReadonlyMap<BytePath, GitStatus>;
}

/**
 * `directory` is relative to the root and may lie in a submodule: the repository around it is asked.
 * Undefined if git has no say there: no git, no work tree, one of another owner, or a root that the work tree around it
 * ignores.
 */
export async function gitFiles(root: string, directory: string, signal?: AbortSignal): Promise<FoundFiles | undefined> {
  const folder = join(root, directory);
  const asked = filterNames(folder, { signal });
  asked.catch(() => {});
  const prefix = await prefixInWorkTree(folder, signal);
  if (prefix === undefined) return undefined;
  const withoutFilters = await asked;
  // `ls-files` is done long before `status` is, and is read meanwhile.
  const [tracked, changes] = await Promise.all([
    runGit(folder, ["ls-files", "-z", "-c", "-s", "-t"], { signal }).then(parseTracked),
    runGit(folder, [...statusCommand, "--", "."], { signal, withoutFilters }).then(parseStatus),
  ]);
  const found = merge(tracked, changes, prefix);
  if (found.paths.length === 0 && prefix !== "" && (await isIgnored(root, signal))) return undefined;
  return directory === "" ? found : below(encodePath(directory), found);
}

export const statusCommand = ["status", "--porcelain=v2", "-z", "-uall", "--ignore-submodules=dirty"];

/** No repository, or one that git does not trust because it is somebody else's. */
const hasNoSay = /not a git repository|dubious ownership|unsafe repository/;

/** Where the folder lies below the top of its work tree: "" or a path that ends in "/". */
export async function prefixInWorkTree(folder: string, signal?: AbortSignal): Promise<BytePath | undefined> {
  const result = await tryGit(folder, ["rev-parse", "--is-inside-work-tree", "--show-prefix"], { signal });
  if (result === undefined || hasNoSay.test(result.stderr)) return undefined;
  if (result.exitCode !== 0) throw errors.gitFailed(result.stderr.trim());
  const [, prefix] = /^true\n(.*)\n$/s.exec(result.stdout.toString("latin1")) ?? [];
  return prefix;
}

/** Whether the repository around a folder that was opened for itself leaves it out. */
async function isIgnored(root: string, signal: AbortSignal | undefined): Promise<boolean> {
  // The only command here that does not know literal paths.
  const result = await tryGit(root, ["--no-literal-pathspecs", "check-ignore", "-q", "."], { signal });
  return result?.exitCode === 0;
}

interface Tracked {
  /** In byte order. */
  readonly files: readonly BytePath[];
  readonly submodules: readonly BytePath[];
}

/** Reads `ls-files -z -s -t`: "H 100644 <object> <stage>\t<path>". In one pass, for there may be many. */
function parseTracked(output: Buffer): Tracked {
  const files: BytePath[] = [];
  const submodules: BytePath[] = [];
  const records = output.toString("latin1");
  let last = "";
  let from = 0;
  for (let end = records.indexOf("\0"); end >= 0; end = records.indexOf("\0", from)) {
    const path = records.slice(records.indexOf("\t", from) + 1, end);
    const isSparse = records[from] === "S";
    const isSubmodule = records.startsWith("160000", from + 2);
    from = end + 1;
    // Kept out of the work tree by a sparse checkout, or another side of a conflicted file.
    if (isSparse || path === last) continue;
    last = path;
    (isSubmodule ? submodules : files).push(path);
  }
  return { files, submodules };
}

function merge({ files, submodules }: Tracked, changes: readonly StatusEntry[], prefix: BytePath): FoundFiles {
  const statuses = new Map<BytePath, GitStatus>();
  const deleted: BytePath[] = [];
  const others: BytePath[] = [];
  for (const { path: fromTop, status } of changes) {
    const path = fromTop.slice(prefix.length);
    if (status === "deleted") deleted.push(path);
    else statuses.set(path, status);
    if (status === "untracked") others.push(path);
  }
  for (const path of submodules) {
    if (deleted.includes(path)) continue;
    others.push(`${path}/`);
    const status = statuses.get(path);
    if (status !== undefined) statuses.set(`${path}/`, status);
  }
  return { paths: mergeSorted(files, others.sort(), deleted.sort()), statuses };
}

/** `files` and `others` as one list, without what was deleted. All three are in byte order. */
function mergeSorted(files: readonly BytePath[], others: readonly BytePath[], deleted: readonly BytePath[]) {
  if (others.length === 0 && deleted.length === 0) return files;
  const merged: BytePath[] = [];
  let nextOther = 0;
  let nextDeleted = 0;
  for (const path of files) {
    for (let other = others[nextOther]; other !== undefined && other < path; other = others[++nextOther]) {
      merged.push(other);
    }
    while ((deleted[nextDeleted] ?? path) < path) nextDeleted++;
    if (path !== deleted[nextDeleted]) merged.push(path);
  }
  return merged.concat(others.slice(nextOther));
}

function below(directory: BytePath, { paths, statuses }: FoundFiles): FoundFiles {
  return {
    paths: paths.map((path) => `${directory}/${path}`),
    statuses: new Map(Array.from(statuses, ([path, status]) => [`${directory}/${path}`, status])),
  };
}
