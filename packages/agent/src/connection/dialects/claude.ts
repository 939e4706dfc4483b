/** Calls in the claude dialect: the reference's shapes, and those of the servers that differ. */
import { pathToFileURL } from "node:url";
import { errors } from "@tandem/protocol";
import * as z from "zod";
import { parseJson } from "../../parse-json.js";
import {
  type Bases,
  diagnosticsIn,
  diagnosticsText,
  dirtyText,
  editorsIn,
  editorsText,
  foldersText,
  selectionIn,
  selectionText,
  zeroBased,
} from "./claude-shapes.js";
import { type DialectCall, type DialectCalls, decode, openDiffInput } from "./dialect.js";

/** What is known of the server at hand. */
export interface ClaudeServer {
  /** `serverInfo.name`. */
  readonly name: string;
  /** Whether a tool is listed with a parameter of that name. */
  takes(tool: string, parameter: string): boolean;
  /** Whether a tool is listed. */
  lists(tool: string): boolean;
}

/** Emacs' server says line 1 for the first, and column 1. */
function basesOf(serverName: string): Bases {
  return serverName === "claude-code-ide-mcp" ? { line: 1, character: 1 } : zeroBased;
}

const outcome = z.enum(["FILE_SAVED", "DIFF_REJECTED", "TAB_CLOSED"]);

/** How to make each call of this server. */
export function claudeCalls(server: ClaudeServer): DialectCalls {
  const bases = basesOf(server.name);
  const path = (tool: string, filePath: string) => (server.takes(tool, "path") ? { path: filePath } : { filePath });
  const selection = (tool: string) => ({
    tool,
    input: {},
    read: ([text]: readonly string[]) => selectionIn(decode(tool, selectionText, text), bases),
  });
  return {
    // Only `FILE_SAVED` is a yes. A tab that was closed is a no, whoever closed it.
    openDiff: (diff) => ({
      tool: "openDiff",
      input: openDiffInput({ ...diff, tabName: diffTab(diff.tabName) }),
      read: ([verdict, finalText = diff.newFileContents]) =>
        decode("openDiff", outcome, verdict) === "FILE_SAVED"
          ? { outcome: "FILE_SAVED", finalText, written: false }
          : { outcome: "DIFF_REJECTED" },
    }),
    openFile: (filePath, preview) =>
      acknowledged("openFile", { ...path("openFile", filePath), preview, makeFrontmost: true }),
    getDiagnostics: (uri) => ({
      tool: "getDiagnostics",
      input: uri === undefined ? {} : { uri: uri.startsWith("file:") ? uri : pathToFileURL(uri).href },
      read: (texts) => texts.flatMap((text) => diagnosticsIn(decode("getDiagnostics", diagnosticsText, text), bases)),
    }),
    getCurrentSelection: () => selection("getCurrentSelection"),
    // Emacs has no such tool; its current selection outlives the focus.
    getLatestSelection: () =>
      selection(server.lists("getLatestSelection") ? "getLatestSelection" : "getCurrentSelection"),
    getOpenEditors: () => ({
      tool: "getOpenEditors",
      input: {},
      read: ([text]) => editorsIn(decode("getOpenEditors", editorsText, text)),
    }),
    getWorkspaceFolders: () => ({
      tool: "getWorkspaceFolders",
      input: {},
      read: ([text]) => decode("getWorkspaceFolders", foldersText, text),
    }),
    checkDocumentDirty: (filePath) => ({
      tool: "checkDocumentDirty",
      input: { filePath },
      read: ([text]) => decode("checkDocumentDirty", dirtyText, text),
    }),
    saveDocument: (filePath) => acknowledged("saveDocument", path("saveDocument", filePath)),
    closeTab: (tabName) => acknowledged("close_tab", { tab_name: diffTab(tabName) }),
    closeAllDiffTabs: () => acknowledged("closeAllDiffTabs", {}),
  };
}

/** Editors close whatever tab has the name, and a file's tab is called as the file: no diff's may be. */
function diffTab(name: string): string {
  return `${name} (proposed)`;
}

/** A call that says nothing but that it was done, each server in its own words, unless it says `success: false`. */
function acknowledged(tool: string, input: Readonly<Record<string, unknown>>): DialectCall<void> {
  return {
    tool,
    input,
    read: ([text = ""]) => {
      const said = z.object({ success: z.literal(false), message: z.string().default("") }).safeParse(parseJson(text));
      if (said.success) throw errors.internal(`The editor did not do ${tool}: ${said.data.message}`);
    },
  };
}
