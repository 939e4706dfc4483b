/** Documents of files, whether they were open or not, with the text that is on disk if they have no unsaved changes. */
import type { WorkspacePath } from "@tandem/host";
import { type DiskStamp, readStamp, readTextFile, sameStamp } from "@tandem/workspace";
import { type TextDocument, workspace } from "vscode";
import { DocumentText } from "./document-text.js";
import type { Folders } from "./folders.js";
import { textOf } from "./text-version.js";
import { until } from "./until.js";

/** VS Code notices a change on disk by itself; it is waited for so long at most, in milliseconds. */
const FOLLOW_MS = 2000;

/** Opened in the background if it is not open. Throws `FILE_TOO_LARGE`, `BINARY_FILE` or `FILE_NOT_FOUND`. */
export async function openDocument(folders: Folders, path: WorkspacePath): Promise<TextDocument> {
  const open = await followedDocument(folders, path);
  if (open) return open;
  // Says what is wrong with a file that cannot be opened.
  await readTextFile(path);
  return workspace.openTextDocument(folders.uriOf(path));
}

/** The document if it is open, once it holds what is on disk or has unsaved changes. */
export async function followedDocument(folders: Folders, path: WorkspacePath): Promise<TextDocument | undefined> {
  const document = folders.documentOf(path);
  if (!document) return undefined;
  await follow(document, path);
  return document.isClosed ? undefined : document;
}

/** The state of the disk that a document is known to hold. */
const known = new WeakMap<TextDocument, { readonly stamp: DiskStamp; readonly version: number }>();

async function follow(document: TextDocument, path: WorkspacePath): Promise<void> {
  if (document.isDirty) return;
  const stamp = await readStamp(path).catch(() => undefined);
  const before = known.get(document);
  const isKnown = before?.version === document.version && stamp?.settled && sameStamp(before.stamp, stamp);
  if (!stamp || isKnown) return;
  const file = await readTextFile(path).catch(() => undefined);
  if (!file) return;
  const onDisk = DocumentText.of(file.decoded.text).toString();
  const holds = () => document.isDirty || document.isClosed || textOf(document).text.toString() === onDisk;
  await until(workspace.onDidChangeTextDocument, holds, FOLLOW_MS);
  // Also if it does not follow, as where the developer has chosen another encoding: once is enough to wait for that.
  known.set(document, { stamp: file.stamp, version: document.version });
}
