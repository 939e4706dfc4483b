/** The claude dialect, as the real client has it: 0-based positions, and files that only the agent writes. */
import { basename } from "node:path";
import { claude, type Diagnostic, type IdeError, toZeroBased } from "@tandem/protocol";
import { serverInfo } from "../mcp/identity.js";
import { claudeEvents, notificationOf } from "./claude-events.js";
import { diagnosticsOf } from "./diagnostics.js";
import { type Dialect, type DialectHandlers, dialectOf } from "./dialect.js";
import type { DialectCall } from "./dialect-call.js";
import { fileUri } from "./file-uri.js";
import { findText, type TextMarks } from "./find-text.js";
import { decideDiff } from "./tabs.js";

const handlers: DialectHandlers<typeof claude.tools> = {
  openDiff: async (input, call) => {
    const terms = { title: input.tab_name, writes: "agent", save: false, editable: true } as const;
    const finalText = await decideDiff(input, terms, call);
    return finalText === undefined ? ["DIFF_REJECTED", input.tab_name] : ["FILE_SAVED", finalText];
  },

  close_tab: async ({ tab_name }, call) => {
    await call.diffs.close(tab_name);
    return ["TAB_CLOSED"];
  },

  closeAllDiffTabs: async (_, call) => [`CLOSED_${await call.diffs.close()}_DIFF_TABS`],

  getDiagnostics: async ({ uri: asked }, call) => [
    (await diagnosticsOf(asked, call)).map(({ file, diagnostics }) => ({
      // The asked one is named as it was asked for: the client compares.
      uri: asked ?? fileUri(file),
      diagnostics: diagnostics.map(diagnosticOf),
    })),
  ],

  openFile: async ({ filePath, preview, makeFrontmost: show, ...marks }, call) => {
    const select = await rangeOf(filePath, marks, call);
    const opened = await call.ask("ide.editor.open", { file: filePath, preview, show, ...(select && { select }) });
    if (show) return [`Opened file: ${filePath}`];
    return [{ success: true, filePath, languageId: opened.language, lineCount: opened.totalLines }];
  },

  getCurrentSelection: async (_, call) => [await selectionOf(call, false)],
  getLatestSelection: async (_, call) => [await selectionOf(call, true)],

  getOpenEditors: async (_, call) => {
    const { files } = await call.ask("ide.editor.getOpenFiles", {});
    const tabs = files.map(({ file, active, dirty, preview, language }) => ({
      uri: fileUri(file),
      label: basename(file),
      languageId: language,
      isActive: active,
      isDirty: dirty,
      fileName: file,
      isPinned: false,
      isPreview: preview,
      isUntitled: false,
      groupIndex: 0,
      viewColumn: 1,
      isGroupActive: true,
    }));
    return [{ tabs }];
  },

  getWorkspaceFolders: async (_, call) => {
    const { roots } = await call.ask("ide.file.getRoots", {});
    const folders = roots.map((path) => ({ name: basename(path), uri: fileUri(path), path }));
    return [{ success: true, folders, rootPath: roots[0] ?? null }];
  },

  checkDocumentDirty: async ({ filePath }, call) => {
    const content = call.ask("ide.editor.getContent", { file: filePath, startLine: 1, endLine: 1 });
    return content.then(
      ({ dirty: isDirty }) => [{ success: true, filePath, isDirty, isUntitled: false }],
      (error: IdeError) => [failure(error)],
    );
  },

  saveDocument: async ({ filePath }, call) =>
    call.ask("ide.editor.save", { file: filePath }).then(
      ({ saved }) => {
        const message = saved ? "The document was saved." : "The document had no unsaved changes.";
        return [{ success: true, filePath, saved, message }];
      },
      (error: IdeError) => [failure(error)],
    ),
};

export const claudeDialect: Dialect = dialectOf(
  { name: "claude", header: claude.AUTHORIZATION_HEADER, serverInfo, events: claudeEvents, notificationOf },
  claude.tools,
  handlers,
);

function failure({ code, message }: IdeError) {
  return { success: false, message: `${code}: ${message}` } as const;
}

function diagnosticOf({ message, severity, line, column, endLine, endColumn, source, code }: Diagnostic) {
  return {
    message,
    severity: severities[severity],
    range: { start: toZeroBased({ line, column }), end: toZeroBased({ line: endLine, column: endColumn }) },
    source,
    ...(code !== undefined && { code }),
  };
}

const severities = { error: "Error", warning: "Warning", info: "Info", hint: "Hint" } as const;

/** A file whose text cannot be had is opened without a selection. */
async function rangeOf(file: string, marks: TextMarks, call: DialectCall) {
  if (!marks.startText) return undefined;
  return call.ask("ide.editor.getContent", { file }).then(
    ({ content }) => findText(content, marks),
    () => undefined,
  );
}

async function selectionOf(call: DialectCall, latest: boolean) {
  const { selection } = await call.ask("ide.editor.getSelection", { latest });
  if (!selection) {
    const message = latest ? "Nothing has been selected yet." : "No editor has the focus.";
    return { success: false, message } as const;
  }
  const { file, text, start, end } = selection;
  const range = { start: toZeroBased(start), end: toZeroBased(end), isEmpty: text === "" };
  return { success: true, text, filePath: file, fileUrl: fileUri(file), selection: range } as const;
}
