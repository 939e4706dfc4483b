/** What the real Claude Code needs of the editor's side, as data. */
import { hostKinds } from "../requirement.js";
import type { DialectGroup } from "./dialect-requirements.js";

const memory = ["memory"] as const;
const workbench = ["workbench"] as const;

export const claudeRequirements = [
  {
    source: "facts §1.3 Handshake",
    hosts: hostKinds,
    behaviours: {
      "claude:handshake": "The subprotocol mcp is selected, no compression, and initialize answers a version it knows.",
      "claude:token": "Its header takes the token; the wrong one, or none, is 401.",
      "claude:lists":
        "openDiff, closeAllDiffTabs and the others are listed, executeCode is not; prompts and resources are empty.",
    },
  },
  {
    source: "facts §1.4 What the client really calls",
    hosts: hostKinds,
    behaviours: {
      "claude:turn":
        "A whole turn goes as seen on the wire: closeAllDiffTabs, getDiagnostics, openDiff, close_tab twice, getDiagnostics.",
      "claude:closeAllDiffTabs": "CLOSED_n_DIFF_TABS counts and closes the agent's own diffs and nobody else's.",
    },
  },
  {
    source: "facts §1.6 openDiff result",
    hosts: hostKinds,
    behaviours: {
      "claude:accept": "FILE_SAVED and the final text, which is the proposal to the letter; the host writes nothing.",
      "claude:edited": "What the developer made of it is the final text; the host writes nothing.",
      "claude:reject": "DIFF_REJECTED and the tab's name.",
      "claude:close_tab":
        "close_tab on a diff that waits answers TAB_CLOSED, and the diff DIFF_REJECTED, never TAB_CLOSED.",
      "claude:same-tab-name": "Two diffs with one tab_name are two, and close_tab ends both.",
      "claude:new-file":
        "A file that does not exist yet is a diff like any other, and is still not there after the accept.",
      "claude:unchanged-disk": "The same file can be proposed again after the agent has written it.",
    },
  },
  {
    source: "facts §1.5 Tools",
    hosts: hostKinds,
    behaviours: {
      "claude:result": "Results are texts alone, without structure.",
      "claude:openFile":
        "In front: Opened file: and the path. Behind: JSON with success, filePath, languageId, lineCount.",
      "claude:selection":
        "The selection as {success, text, filePath, selection}, positions from 0; success is false without one.",
      "claude:getOpenEditors": "{tabs} with uri, isActive, label, languageId and isDirty.",
      "claude:getWorkspaceFolders": "{success, folders: [{name, uri, path}], rootPath}.",
      "claude:checkDocumentDirty": "{success, filePath, isDirty, isUntitled}, or success false with a message.",
      "claude:saveDocument": "{success, filePath, saved, message}, or success false with a message.",
    },
  },
  {
    source: "facts §1.5 Tools",
    hosts: memory,
    behaviours: {
      "claude:getDiagnostics":
        "Grouped by uri, severities with a capital, positions from 0; the asked file comes first.",
      "claude:getDiagnostics-uri":
        "A path with blanks, percent signs and letters beyond ASCII is found, encoded or not.",
      "claude:getDiagnostics-size": "However many problems there are, no message is over 16 MiB.",
    },
  },
  {
    source: "facts §1.4 What the client really calls",
    hosts: hostKinds,
    behaviours: { "claude:getDiagnostics-quick": "The diagnostics of one file come within 500 ms." },
  },
  {
    source: "facts §1.7 Notifications",
    hosts: hostKinds,
    behaviours: {
      "claude:selection_changed": "selection_changed tells text, filePath, fileUrl and selection, positions from 0.",
      "claude:secrets": "Nothing of a secret file is told, neither pushed nor asked for.",
    },
  },
  {
    source: "facts §1.7 Notifications",
    hosts: hostKinds,
    behaviours: { "claude:at_mentioned": "at_mentioned tells filePath, lineStart and lineEnd, from 0." },
  },
  {
    source: "design §5 Reviews and facts §1.6",
    hosts: hostKinds,
    behaviours: {
      "claude:agent-gone": "When the agent is gone its diffs are withdrawn, and those of others stay.",
      "claude:read-only": "In read-only mode openDiff answers DIFF_REJECTED and the tab's name.",
      "claude:large": "A text of 8 MB is proposed and comes back.",
    },
  },
  {
    source: "design §5 Reviews",
    hosts: workbench,
    behaviours: { "claude:crlf": "The final text of a file with CRLF is the proposal to the letter." },
  },
] as const satisfies readonly DialectGroup[];
