/** From sorted paths to one page of a tree's entries. Pure; makes entries only for the page. */
import type { FileListing } from "@tandem/host";
import type { FileEntry, GitStatus } from "@tandem/protocol";
import { type BytePath, decodePath } from "./byte-path.js";

export interface PageRequest {
  /** From the root, without a final "/"; "" is the root. */
  readonly directory: BytePath;
  readonly recursive: boolean;
  readonly limit: number;
  /** `next` of the page before; it need not exist any more. */
  readonly after: string | undefined;
}

/**
 * `paths` are relative to the root and in byte order; one that ends in "/" is a directory of which no contents
 * are known. A directory's place in the order is that of its path with "/", and so its contents follow it.
 */
export function pageOfTree(
  paths: readonly BytePath[],
  statuses: ReadonlyMap<BytePath, GitStatus>,
  { directory, recursive, limit, after }: PageRequest,
): FileListing {
  const top = directory === "" ? "" : `${directory}/`;
  const entries: FileEntry[] = [];
  let last: BytePath | undefined;
  let total = 0;
  let more = false;

  const visit = (path: BytePath) => {
    total++;
    if (after !== undefined && path <= after) return;
    if (entries.length === limit) {
      more = true;
      return;
    }
    entries.push(entryOf(path, statuses.get(path)));
    last = path;
  };

  /** The directories that hold the present path, each with its final "/", outermost first. */
  const open: BytePath[] = [];
  let inner = top;
  for (const path of paths) {
    if (!path.startsWith(top) || path === top) continue;
    while (!path.startsWith(inner)) inner = open.pop() ?? top;
    if (!recursive && inner !== top) continue;
    for (let slash = path.indexOf("/", inner.length); slash >= 0; slash = path.indexOf("/", slash + 1)) {
      open.push(inner);
      inner = path.slice(0, slash + 1);
      visit(inner);
      if (!recursive) break;
    }
    if (inner === top || (recursive && inner !== path)) visit(path);
  }
  return { entries, total, next: more ? last : undefined };
}

function entryOf(path: BytePath, gitStatus: GitStatus | undefined): FileEntry {
  const isDirectory = path.endsWith("/");
  const shown = decodePath(isDirectory ? path.slice(0, -1) : path);
  return {
    name: shown.slice(shown.lastIndexOf("/") + 1),
    path: shown,
    type: isDirectory ? "directory" : "file",
    ...(gitStatus !== undefined && { gitStatus }),
  };
}
