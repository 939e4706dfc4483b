/**
 * The nexus3 dialect: eleven tools over MCP on a WebSocket, each answering one text.
 * Lines are 1-based, characters 0-based. On acceptance of a diff the host saves the file.
 */
import * as z from "zod";
import { MAX_LINE } from "../position.js";
import { severities } from "../tools/diagnostics.js";
import { dialectTool, diffOutcomes, json, openDiffInput } from "./dialect-tool.js";

/** Carries the lock file's token in the WebSocket's handshake, and tells this dialect from others on the same port. */
export const AUTHORIZATION_HEADER = "x-nexus3-ide-authorization";
/** Set in the terminals of a window: the port that an agent started there should take. */
export const PORT_VARIABLE = "NEXUS3_IDE_PORT";
/** What is answered to a client that asks for no later version. */
export const PROTOCOL_VERSION = "2024-11-05";
/** What `initialize` answers of the host. */
export const serverInfo = { name: "nexus3-ide", version: "0.1.0" } as const;

/**
 * `capabilities.experimental.tandem` of an agent. With `finalText` it takes the developer's own edits:
 * `FILE_SAVED` is then followed by a second content item, the text that was saved.
 * A host that heeds it answers with the same among its own capabilities.
 */
export const tandemCapabilitySchema = z.object({ finalText: z.boolean().default(false) });

const line = z.int().min(1).max(MAX_LINE);
const character = z.int().min(0).max(MAX_LINE);
const filePath = z.string().min(1).max(4096).describe("Absolute path");

/** An entry of `getDiagnostics`. */
export const diagnosticSchema = z.object({
  filePath: z.string(),
  line,
  message: z.string(),
  severity: z.enum(severities),
  source: z.string().nullish(),
});

/** What both selection tools tell. */
export const selectionSchema = z.object({
  filePath: z.string(),
  text: z.string(),
  startLine: line,
  startCharacter: character,
  endLine: line,
  endCharacter: character,
});

/** An entry of `getOpenEditors`. */
export const editorSchema = z.object({
  filePath: z.string(),
  isActive: z.boolean(),
  isDirty: z.boolean(),
  languageId: z.string().nullish(),
});

const ok = z.literal("ok");

/** The eleven, in the specification's order. */
export const tools = {
  openDiff: dialectTool(
    "Show a proposed text of a file beside the present one. Answers when the developer has accepted (FILE_SAVED) or rejected (DIFF_REJECTED) it.",
    openDiffInput,
    z.enum(diffOutcomes),
  ),
  openFile: dialectTool(
    "Open a file in the editor.",
    { filePath, preview: z.boolean().optional().describe("In a tab that the next file replaces (default false)") },
    ok,
  ),
  getDiagnostics: dialectTool(
    "Errors, warnings and hints of the language servers, for one file or for all.",
    { uri: z.string().max(8192).optional().describe("file:// URI of a file; all files if left out") },
    json(z.array(diagnosticSchema)),
  ),
  getCurrentSelection: dialectTool(
    "The selection in the editor that has the focus, or null.",
    {},
    json(selectionSchema.nullable()),
  ),
  getLatestSelection: dialectTool(
    "The latest selection, also when the editor has lost the focus since, or null.",
    {},
    json(selectionSchema.nullable()),
  ),
  getOpenEditors: dialectTool("The open tabs.", {}, json(z.array(editorSchema))),
  getWorkspaceFolders: dialectTool("The folders that are open.", {}, json(z.array(z.string()))),
  checkDocumentDirty: dialectTool(
    "Whether a file has unsaved changes.",
    { filePath },
    json(z.object({ dirty: z.boolean() })),
  ),
  saveDocument: dialectTool("Save a file's unsaved changes.", { filePath }, ok),
  closeTab: dialectTool(
    "Close a tab that you opened; a diff that is still open there counts as rejected.",
    { tabName: z.string().min(1).max(1000).describe("The tab_name given to openDiff") },
    ok,
  ),
  closeAllDiffTabs: dialectTool("Close all diffs that you opened; those still open count as rejected.", {}, ok),
} as const;

export type ToolName = keyof typeof tools;
