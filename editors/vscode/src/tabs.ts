/** The tabs of files. A review's own tab is none of its file. */
import { commands, type Tab, TabInputText, TabInputTextDiff, type Uri, window } from "vscode";

export interface FileTab {
  readonly uri: Uri;
  readonly tab: Tab;
}

/** In their order. */
export function fileTabs(): readonly FileTab[] {
  return window.tabGroups.all.flatMap(({ tabs }) => tabs).flatMap((tab) => urisOf(tab).map((uri) => ({ uri, tab })));
}

/** Tell of a change of the tabs. */
export const tabEvents = [window.tabGroups.onDidChangeTabs, window.tabGroups.onDidChangeTabGroups];

/** Behind the one that the developer is in. */
export async function openBehind(uri: Uri, { preview = false } = {}): Promise<void> {
  await commands.executeCommand("vscode.open", uri, { background: true, preserveFocus: true, preview });
}

function urisOf({ input }: Tab): readonly Uri[] {
  if (input instanceof TabInputText && input.uri.scheme === "file") return [input.uri];
  if (input instanceof TabInputTextDiff && input.modified.scheme === "file") return [input.modified];
  return [];
}
