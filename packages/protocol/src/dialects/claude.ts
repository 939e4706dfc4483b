/**
 * The claude dialect, as the real client has it: MCP over a WebSocket, results as text.
 * Lines and characters are 0-based. The host never writes: on acceptance of a diff the agent does.
 * `openDiff` answers two content items: `FILE_SAVED` and the final text, or `DIFF_REJECTED` and the tab's name.
 */
import * as z from "zod";
import { MAX_LINE } from "../position.js";
import { dialectTool, diffOutcomes, json, openDiffInput } from "./dialect-tool.js";

/** Carries the lock file's token in the WebSocket's handshake. */
export const AUTHORIZATION_HEADER = "x-claude-code-ide-authorization";
/** Offered by the client; a server that does not select it is hung up on. */
export const SUBPROTOCOL = "mcp";
/** Set in the terminals of a window: the port that an agent started there should take. */
export const PORT_VARIABLE = "CLAUDE_CODE_SSE_PORT";
/** The real client hangs up on a longer message, in bytes. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** As the client spells them. */
export const severities = ["Error", "Warning", "Info", "Hint"] as const;

const number = z.int().min(0).max(MAX_LINE);
const position = z.object({ line: number, character: number });
const range = z.object({ start: position, end: position });
const filePath = z.string().min(1).max(4096).describe("Absolute path");
const failure = z.object({ success: z.literal(false), message: z.string() });

/** An entry of `getDiagnostics`. */
export const diagnosticsOfFileSchema = z.object({
  uri: z.string(),
  diagnostics: z.array(
    z.object({
      message: z.string(),
      severity: z.enum(severities),
      range,
      source: z.string().optional(),
      code: z.union([z.string(), z.number()]).optional(),
    }),
  ),
});

/** A selection that there is. */
export const selectionSchema = z.object({
  success: z.literal(true),
  text: z.string(),
  filePath: z.string(),
  fileUrl: z.string().optional(),
  selection: range.extend({ isEmpty: z.boolean().optional() }),
});

/** An entry of `getOpenEditors`. */
export const tabSchema = z.object({
  uri: z.string(),
  label: z.string(),
  languageId: z.string(),
  isActive: z.boolean(),
  isDirty: z.boolean(),
  fileName: z.string().optional(),
  isPinned: z.boolean().optional(),
  isPreview: z.boolean().optional(),
  isUntitled: z.boolean().optional(),
  groupIndex: z.int().optional(),
  viewColumn: z.int().optional(),
  isGroupActive: z.boolean().optional(),
  lineCount: z.int().optional(),
});

const selected = json(z.union([selectionSchema, failure]));

/** All but `executeCode`, which no host of ours runs. */
export const tools = {
  openDiff: dialectTool(
    "Show a proposed text of a file beside the present one and wait for the developer's decision.",
    openDiffInput,
    z.enum(diffOutcomes),
  ),
  close_tab: dialectTool(
    "Close a diff by its tab name; one that is still open counts as rejected.",
    { tab_name: z.string().min(1).max(1000).describe("The tab_name given to openDiff") },
    z.literal("TAB_CLOSED"),
  ),
  closeAllDiffTabs: dialectTool(
    "Close all diffs that you opened.",
    {},
    z.templateLiteral(["CLOSED_", z.int(), "_DIFF_TABS"]),
  ),
  getDiagnostics: dialectTool(
    "Errors, warnings and hints of the language servers, for one file or for all.",
    { uri: z.string().max(8192).optional().describe("file:// URI of a file; all files if left out") },
    json(z.array(diagnosticsOfFileSchema)),
  ),
  openFile: dialectTool(
    "Open a file in the editor and select a part of it.",
    {
      filePath,
      preview: z.boolean().default(false).describe("In a tab that the next file replaces"),
      startText: z.string().optional().describe("The selection begins at this text"),
      endText: z.string().optional().describe("The selection ends with this text"),
      selectToEndOfLine: z.boolean().default(false).describe("Extend the selection to the end of its line"),
      makeFrontmost: z.boolean().default(true).describe("Bring the tab to the front"),
    },
    // In front: a sentence. Behind: what was opened.
    z.union([
      json(
        z.object({ success: z.literal(true), filePath: z.string(), languageId: z.string(), lineCount: z.int().min(0) }),
      ),
      z.templateLiteral(["Opened file: ", z.string()]),
    ]),
  ),
  getCurrentSelection: dialectTool("The selection in the editor that has the focus.", {}, selected),
  getLatestSelection: dialectTool("The latest selection, also when the editor has lost the focus since.", {}, selected),
  getOpenEditors: dialectTool("The open tabs.", {}, json(z.object({ tabs: z.array(tabSchema) }))),
  getWorkspaceFolders: dialectTool(
    "The folders that are open.",
    {},
    json(
      z.object({
        success: z.literal(true),
        folders: z.array(z.object({ name: z.string(), uri: z.string(), path: z.string() })),
        rootPath: z.string().nullable(),
      }),
    ),
  ),
  checkDocumentDirty: dialectTool(
    "Whether a file has unsaved changes.",
    { filePath },
    json(
      z.union([
        z.object({ success: z.literal(true), filePath: z.string(), isDirty: z.boolean(), isUntitled: z.boolean() }),
        failure,
      ]),
    ),
  ),
  saveDocument: dialectTool(
    "Save a file's unsaved changes.",
    { filePath },
    json(
      z.union([
        z.object({ success: z.literal(true), filePath: z.string(), saved: z.boolean(), message: z.string() }),
        failure,
      ]),
    ),
  ),
} as const;

export type ToolName = keyof typeof tools;

/** Notifications, by method: what each carries. */
export const notifications = {
  /** Host to agent. `selection` is null where no text can be selected; without it the real client hears nothing. */
  selection_changed: z.object({
    text: z.string().optional(),
    filePath: z.string().optional(),
    fileUrl: z.string().optional(),
    selection: range.extend({ isEmpty: z.boolean().optional() }).nullish(),
  }),
  /** Host to agent: the developer points at a file, or at lines of it. */
  at_mentioned: z.object({ filePath: z.string(), lineStart: number.nullish(), lineEnd: number.nullish() }),
  /** Agent to host, after `notifications/initialized`. */
  ide_connected: z.object({ pid: z.int().min(1) }),
} as const;

export type NotificationName = keyof typeof notifications;
export type Notification<Name extends NotificationName> = z.infer<(typeof notifications)[Name]>;
