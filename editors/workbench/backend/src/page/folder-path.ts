/** Paths as a page writes them, from the folder, and as everything behind it takes them. */
import { sep } from "node:path";
import { errors } from "@tandem/protocol";
import type { WorkspacePaths } from "@tandem/workspace";

/** Joined by hand: what `..` and links mean is the resolver's to find out. */
export function inFolder({ roots: [root] }: WorkspacePaths, relative: string): string {
  if (root === undefined) throw errors.noWorkspace();
  return `${root}${sep}${relative}`;
}

/** The path itself counts. */
export function isBelow(path: string, other: string): boolean {
  return other === path || other.startsWith(path + sep);
}
