/**
 * What the documents promise of the extension of VS Code, as data: one id for every behaviour, and its source. Every id
 * is cited by a test of this folder; `test/e2e/coverage.test.ts` sees to it.
 */
import { citable } from "../e2e/citable.js";

export const { requirements: vsCodeRequirements, cites } = citable([
  {
    source: "nexus3 plan, Included in v1",
    behaviours: {
      "vscode:discovery": "An agent finds the window by its lock file and connects with its token, and not without it.",
      "vscode:eleven-tools": "The eleven tools are listed by their names.",
      "vscode:confirmation": "A file-writing call is confirmed in the editor, and in the terminal when there is none.",
      "vscode:context": "The context tells the editor's diagnostics and open tabs.",
      "vscode:ide-command": "/ide tells the window, and connects and disconnects.",
    },
  },
  {
    source: "nexus3 plan, MCP Tool Name + Schema Table",
    behaviours: {
      "vscode:openDiff": "openDiff answers FILE_SAVED once the file is saved, or DIFF_REJECTED.",
      "vscode:openFile": "openFile answers ok, and the file is open and active.",
      "vscode:getDiagnostics": "getDiagnostics gives what the language server reports, of one file or of all.",
      "vscode:getCurrentSelection": "getCurrentSelection gives what the developer has selected.",
      "vscode:getLatestSelection": "getLatestSelection persists when the editor has lost the focus.",
      "vscode:getOpenEditors": "getOpenEditors gives the tabs with filePath, isActive, isDirty and languageId.",
      "vscode:getWorkspaceFolders": "getWorkspaceFolders gives the paths of the folders.",
      "vscode:checkDocumentDirty": "checkDocumentDirty tells whether a document has unsaved changes.",
      "vscode:saveDocument": "saveDocument answers ok once the text is on disk.",
      "vscode:closeTab": "closeTab closes a tab by its name and answers ok.",
      "vscode:closeAllDiffTabs": "closeAllDiffTabs closes this agent's diffs and answers ok.",
    },
  },
  {
    source: "nexus3 plan, VS Code Extension",
    behaviours: {
      "vscode:activation": "The extension starts its server when the window has started.",
      "vscode:diff-editor": "openDiff opens the native diff editor, the proposal on a scheme of its own.",
      "vscode:title-buttons": "Accept and reject are buttons in the title of a diff, and only there.",
      "vscode:tab-close": "Closing the diff's tab is a rejection.",
      "vscode:deactivation": "At the end of the window the lock file goes, then the server.",
      "vscode:selection": "The last selection is tracked by the editor's own event.",
    },
  },
  {
    source: "nexus3 plan, Risks & Mitigations",
    behaviours: {
      "vscode:risk-connection-drops": "A diff outlives its connection, and who asks again hears how it was decided.",
      "vscode:risk-crash": "After a crash the stale lock file goes, and the diff is shown again.",
      "vscode:risk-long-review": "A diff waits as long as the developer takes, and goes when the agent cancels.",
      "vscode:risk-many-diffs": "Diffs of several agents wait in one queue, and each agent hears of its own.",
      "vscode:risk-lock-folder": "A lock folder that does not exist is made, for the user alone.",
      "vscode:risk-websocket-library": "The packed extension brings its WebSocket library along and installs nothing.",
    },
  },
  {
    source: "clio, Connection Discovery",
    behaviours: { "clio:terminal-variable": "CLIO_IDE_PORT is set in the window's own terminals." },
  },
]);
