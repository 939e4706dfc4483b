/** The folder's tree: directories are listed when they are first looked into. */
import { computed, signal } from "@preact/signals";
import type { TreeEntry } from "@tandem/workbench-shared";

/** Path of the directory, "" for the folder → its entries, sorted. */
export type Listings = ReadonlyMap<string, readonly TreeEntry[]>;

export interface TreeRow extends TreeEntry {
  readonly depth: number;
  /** 1-based, among the entries of its directory, and how many these are. */
  readonly place: number;
  readonly beside: number;
  readonly expanded: boolean;
}

/** A name being typed in the tree: of a new file in `directory`, or of the entry `path`. */
export type TreeEdit =
  | { readonly kind: "create"; readonly directory: string }
  | { readonly kind: "rename"; readonly path: string };

export const listings = signal<Listings>(new Map());
export const expanded = signal<ReadonlySet<string>>(new Set());
/** Path of the row that has the keyboard. */
export const treeCursor = signal<string | undefined>(undefined);
export const treeEdit = signal<TreeEdit | undefined>(undefined);

export const rows = computed(() => visibleRows(listings.value, expanded.value));

export const cursorIndex = computed(() => rows.value.findIndex(({ path }) => path === treeCursor.value));

export function visibleRows(known: Listings, open: ReadonlySet<string>): TreeRow[] {
  const found: TreeRow[] = [];
  const visit = (directory: string, depth: number) => {
    const entries = known.get(directory) ?? [];
    for (const [index, entry] of entries.entries()) {
      const isOpen = entry.type === "directory" && open.has(entry.path);
      found.push({ ...entry, depth, place: index + 1, beside: entries.length, expanded: isOpen });
      if (isOpen) visit(entry.path, depth + 1);
    }
  };
  visit("", 0);
  return found;
}

/** Directories first, then by name as people sort. */
export function sortEntries(entries: readonly TreeEntry[]): TreeEntry[] {
  const compare = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" }).compare;
  return entries.toSorted((a, b) => {
    if (a.type !== b.type) return a.type === "directory" ? -1 : 1;
    return compare(a.name, b.name);
  });
}

export function takeListings(found: Listings): void {
  const next = new Map(listings.value);
  for (const [directory, entries] of found) next.set(directory, sortEntries(entries));
  listings.value = next;
}

export function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
