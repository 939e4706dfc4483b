/** The nexus3 dialect: eleven tools, each of which answers one text. On acceptance of a diff the host saves the file. */
import { IdeError, nexus3 } from "@tandem/protocol";
import { diagnosticsOf } from "./diagnostics.js";
import { type Dialect, type DialectHandlers, dialectOf } from "./dialect.js";
import type { DialectCall } from "./dialect-call.js";
import { closeTab, decideDiff } from "./tabs.js";

type Selection = ReturnType<(typeof nexus3.selectionSchema)["parse"]>;

const PREFIX = "NEXUS3: ";

/** Of a diff's tab, whether or not its name says so already. */
function titleOf(tabName: string): string {
  return tabName.startsWith(PREFIX) ? tabName : PREFIX + tabName;
}

const handlers: DialectHandlers<typeof nexus3.tools> = {
  openDiff: async (input, call) => {
    const editable = call.takesFinalText;
    const terms = { title: titleOf(input.tab_name), writes: "host", save: true, editable } as const;
    const finalText = await decideDiff(input, terms, call);
    if (finalText === undefined) return ["DIFF_REJECTED"];
    return call.takesFinalText ? ["FILE_SAVED", finalText] : ["FILE_SAVED"];
  },

  openFile: async ({ filePath, preview = false }, call) => {
    await call.ask("ide.editor.open", { file: filePath, preview });
    return ["ok"];
  },

  getDiagnostics: async ({ uri }, call) => {
    const found = (await diagnosticsOf(uri, call)).flatMap(({ diagnostics }) => diagnostics);
    return [
      found.map(({ file: filePath, line, message, severity, source }) => ({
        filePath,
        line,
        message,
        severity,
        source,
      })),
    ];
  },

  getCurrentSelection: async (_, call) => [await selectionOf(call, false)],
  getLatestSelection: async (_, call) => [await selectionOf(call, true)],

  getOpenEditors: async (_, call) => {
    const { files } = await call.ask("ide.editor.getOpenFiles", {});
    return [
      files.map(({ file: filePath, active: isActive, dirty: isDirty, language: languageId }) => ({
        filePath,
        isActive,
        isDirty,
        languageId,
      })),
    ];
  },

  getWorkspaceFolders: async (_, call) => [(await call.ask("ide.file.getRoots", {})).roots],

  checkDocumentDirty: async ({ filePath: file }, call) => {
    const { dirty } = await call.ask("ide.editor.getContent", { file, startLine: 1, endLine: 1 });
    return [{ dirty }];
  },

  saveDocument: async ({ filePath: file }, call) => {
    await call.ask("ide.editor.save", { file }).catch((error: unknown) => {
      // What is not open has nothing to save.
      if (!(error instanceof IdeError) || error.code !== "FILE_NOT_OPEN") throw error;
    });
    return ["ok"];
  },

  closeTab: async ({ tabName }, call) => {
    await closeTab(tabName, titleOf(tabName), call);
    return ["ok"];
  },

  closeAllDiffTabs: async (_, call) => {
    await call.diffs.close();
    return ["ok"];
  },
};

export const nexus3Dialect: Dialect = dialectOf(
  { name: "nexus3", header: nexus3.AUTHORIZATION_HEADER, serverInfo: nexus3.serverInfo },
  nexus3.tools,
  handlers,
);

/** Lines are 1-based here, characters 0-based. */
async function selectionOf(call: DialectCall, latest: boolean): Promise<Selection | null> {
  const { selection } = await call.ask("ide.editor.getSelection", { latest });
  if (!selection) return null;
  const { file: filePath, text, start, end } = selection;
  return {
    filePath,
    text,
    startLine: start.line,
    startCharacter: start.column - 1,
    endLine: end.line,
    endCharacter: end.column - 1,
  };
}
