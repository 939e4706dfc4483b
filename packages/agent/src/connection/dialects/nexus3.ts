/** Calls in the nexus3 dialect, whose values are almost ours. */
import { nexus3 } from "@tandem/protocol";
import type * as z from "zod";
import { type DialectCall, type DialectCalls, decode, openDiffInput } from "./dialect.js";

const { tools } = nexus3;

/** A call whose first text is the value. */
function call<V, T>(
  tool: nexus3.ToolName,
  text: z.ZodType<V, string>,
  input: Readonly<Record<string, unknown>>,
  map: (value: V, texts: readonly string[]) => T,
): DialectCall<T> {
  return { tool, input, read: (texts) => map(decode(tool, text, texts[0]), texts) };
}

const nothing = () => undefined;

/** How to make each call. */
export const nexus3Calls: DialectCalls = {
  // The host has saved the file. The text comes along from hosts that let the developer change it.
  openDiff: (diff) =>
    call("openDiff", tools.openDiff.text, openDiffInput(diff), (outcome, [, finalText = diff.newFileContents]) =>
      outcome === "FILE_SAVED" ? { outcome, finalText, written: true } : { outcome },
    ),
  openFile: (filePath, preview) => call("openFile", tools.openFile.text, { filePath, preview }, nothing),
  getDiagnostics: (uri) =>
    call("getDiagnostics", tools.getDiagnostics.text, uri === undefined ? {} : { uri }, (found) =>
      found.map(({ source, ...rest }) => ({ ...rest, ...(source != null && { source }) })),
    ),
  getCurrentSelection: () =>
    call("getCurrentSelection", tools.getCurrentSelection.text, {}, (selection) => selection ?? undefined),
  getLatestSelection: () =>
    call("getLatestSelection", tools.getLatestSelection.text, {}, (selection) => selection ?? undefined),
  getOpenEditors: () =>
    call("getOpenEditors", tools.getOpenEditors.text, {}, (editors) =>
      editors.map(({ languageId, ...rest }) => ({ ...rest, ...(languageId != null && { languageId }) })),
    ),
  getWorkspaceFolders: () => call("getWorkspaceFolders", tools.getWorkspaceFolders.text, {}, (folders) => folders),
  checkDocumentDirty: (filePath) =>
    call("checkDocumentDirty", tools.checkDocumentDirty.text, { filePath }, ({ dirty }) => dirty),
  saveDocument: (filePath) => call("saveDocument", tools.saveDocument.text, { filePath }, nothing),
  closeTab: (tabName) => call("closeTab", tools.closeTab.text, { tabName }, nothing),
  closeAllDiffTabs: () => call("closeAllDiffTabs", tools.closeAllDiffTabs.text, {}, nothing),
};
