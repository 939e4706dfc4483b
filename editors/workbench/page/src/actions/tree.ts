/** What the developer does in the tree. */
import { effect } from "@preact/signals";
import type { Failure, TreeEntry } from "@tandem/workbench-shared";
import { report, request, tell } from "../backend.js";
import { isConnectionLost, RequestFailure } from "../channel.js";
import { focusText } from "../stage.js";
import { askDeveloper } from "../state/dialogs.js";
import { remembered } from "../state/remembered.js";
import {
  cursorIndex,
  expanded,
  listings,
  nameOf,
  parentOf,
  rows,
  type TreeRow,
  takeListings,
  treeCursor,
  treeEdit,
} from "../state/tree.js";
import { openFile } from "./files.js";

/** The first are seen while the others are still listed. */
const LISTED_AT_ONCE = 100;

/** Many at once: each answer draws the tree anew. */
export async function listDirectories(relatives: readonly string[]): Promise<void> {
  try {
    const { listings } = await request("listDirectories", { relatives: [...relatives] });
    const found = new Map<string, readonly TreeEntry[]>();
    for (const [index, relative] of relatives.entries()) {
      const listing = listings[index];
      if (listing && "entries" in listing) found.set(relative, listing.entries);
      else if (listing) cannotList(relative, listing.error);
    }
    takeListings(found);
  } catch (error) {
    if (!isConnectionLost(error)) report(error);
  }
}

function cannotList(relative: string, { code, message }: Failure): void {
  if (relative) setExpanded(relative, false);
  if (code !== "FILE_NOT_FOUND" || !relative) report(new RequestFailure(code, message));
}

let recalled = "";

/** Opens the directories of a folder that were open when the developer last looked at it in this browser. */
export function recallFolds(root: string): void {
  if (recalled === root) return;
  recalled = root;
  const open = remembered<readonly string[]>(`open-directories ${root}`, []);
  expanded.value = new Set(open.value);
  effect(() => {
    open.value = [...expanded.value];
  });
}

/** Lists again what the developer can see, of those directories or of all. */
export function refresh(directories?: readonly string[]): void {
  const seen = ["", ...expanded.value];
  const stale = directories ? seen.filter((directory) => directories.includes(directory)) : seen;
  for (let from = 0; from < stale.length; from += LISTED_AT_ONCE) {
    void listDirectories(stale.slice(from, from + LISTED_AT_ONCE));
  }
}

export function setExpanded(path: string, open: boolean): void {
  const next = new Set(expanded.value);
  if (open) next.add(path);
  else next.delete(path);
  expanded.value = next;
  if (open && !listings.value.has(path)) void listDirectories([path]);
}

/** Shows where a file is, opening the directories above it. */
export function revealInTree(relative: string): void {
  for (let at = parentOf(relative); at !== ""; at = parentOf(at)) setExpanded(at, true);
  treeCursor.value = relative;
}

export function choose(row: TreeRow, lasting: boolean): void {
  treeCursor.value = row.path;
  if (row.type === "directory") setExpanded(row.path, !row.expanded);
  else if (lasting) void openFile(row.path, false).then(focusText);
  else void openFile(row.path, true);
}

export function moveCursor(step: number): void {
  const all = rows.value;
  const next = all[Math.min(all.length - 1, Math.max(0, cursorIndex.value + step))];
  if (next) treeCursor.value = next.path;
}

/** In the directory of a row, by itself of the one that has the keyboard. */
export function startCreating(beside = rows.value[cursorIndex.value]): void {
  const directory = beside === undefined ? "" : beside.type === "directory" ? beside.path : parentOf(beside.path);
  if (directory) setExpanded(directory, true);
  treeEdit.value = { kind: "create", directory };
}

/** `name` may hold slashes: directories are made as needed. */
export async function finishEdit(name: string): Promise<void> {
  const edit = treeEdit.value;
  treeEdit.value = undefined;
  if (!edit || !name) return;
  if (edit.kind === "create") {
    const relative = edit.directory ? `${edit.directory}/${name}` : name;
    if (await tell("createFile", { relative })) await openFile(relative, false);
    refresh([edit.directory]);
    return;
  }
  const parent = parentOf(edit.path);
  const to = parent ? `${parent}/${name}` : name;
  if (to !== edit.path && (await tell("renameFile", { from: edit.path, to }))) treeCursor.value = to;
  refresh([parent]);
}

export async function removeFile({ path, type }: TreeRow): Promise<void> {
  const answer = await askDeveloper({
    title: `Delete ${nameOf(path)}?`,
    text: type === "directory" ? "Only an empty directory can be deleted." : "It is removed from the disk.",
    choices: [
      { label: "Cancel", value: "cancel" },
      { label: "Delete", value: "delete", primary: true },
    ],
  });
  if (answer !== "delete") return;
  await tell("deleteFile", { relative: path });
  refresh([parentOf(path)]);
}
