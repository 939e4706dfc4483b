/** What the two NEXUS3 documents promise of the editor's side, as data. */
import { hostKinds } from "../requirement.js";
import type { DialectGroup } from "./dialect-requirements.js";

const memory = ["memory"] as const;
const workbench = ["workbench"] as const;

export const nexus3Requirements = [
  {
    source: "nexus3 plan, MCP Server Handshake",
    hosts: hostKinds,
    behaviours: {
      "nexus3:initialize": "initialize is answered with 2024-11-05, tools, and the server nexus3-ide 0.1.0.",
      "nexus3:initialized": "notifications/initialized is not answered.",
      "nexus3:tools-list":
        "tools/list gives the eleven tools with names, descriptions and schemas of their parameters.",
      "nexus3:deferred":
        "The answer to openDiff is held until the developer decides; other calls are answered meanwhile.",
    },
  },
  {
    source: "design §4 Doors and dialects",
    hosts: memory,
    behaviours: {
      "nexus3:negotiation": "A newer version that is known is answered with itself, an unknown one with a known one.",
      "nexus3:empty-lists": "prompts/list, resources/list and resources/templates/list are answered with empty lists.",
      "nexus3:unknown-method": "An unknown method is -32601, and no JSON, no object and no request have their codes.",
      "nexus3:ide-tools": "Every ide tool can be called by its name and answers as on the other doors.",
    },
  },
  {
    source: "nexus3 plan, Security Considerations",
    hosts: hostKinds,
    behaviours: {
      "nexus3:loopback": "The server is reached at 127.0.0.1 and at no other address of the machine.",
      "nexus3:token": "An upgrade without the lock file's token in its header is refused with 401.",
      "nexus3:paths": "openDiff works on files within the workspace folders only.",
      "nexus3:integrity": "Nothing that an agent sends makes openDiff answer FILE_SAVED, nor touches the file.",
      "nexus3:isolation": "Each agent's diffs are its own: others can neither close nor decide them.",
    },
  },
  {
    source: "nexus3 plan, MCP Tool Name + Schema Table",
    hosts: hostKinds,
    behaviours: {
      "nexus3:result": "A result is content of one text and nothing else.",
      "nexus3:openDiff-accept": "Accepted: the file holds the proposed bytes on disk, then FILE_SAVED comes.",
      "nexus3:openDiff-reject": "Rejected: DIFF_REJECTED, and the file is as it was.",
      "nexus3:openDiff-title": "The developer sees the diff under NEXUS3: and its tab_name.",
      "nexus3:openDiff-bad": "A file that is none, or parameters that are missing, are an error result.",
      "nexus3:openFile": "openFile answers ok, and the file is open and active.",
      "nexus3:getCurrentSelection":
        "The selection in the focused editor, lines from 1 and characters from 0; null without one.",
      "nexus3:getLatestSelection": "The latest selection survives the loss of focus, and ends with its file's tab.",
      "nexus3:getOpenEditors": "The open tabs, each with filePath, isActive, isDirty and languageId.",
      "nexus3:getWorkspaceFolders": "The paths of the workspace folders, as a JSON array.",
      "nexus3:checkDocumentDirty": "Whether a document has unsaved changes, as {dirty}.",
      "nexus3:saveDocument": "saveDocument answers ok once the text is on disk.",
      "nexus3:closeTab": "closeTab closes a tab by its name and answers ok.",
      "nexus3:closeTab-diff": "closeTab on a diff that waits is its rejection.",
      "nexus3:closeAllDiffTabs": "closeAllDiffTabs answers ok and rejects what this agent has waiting.",
    },
  },
  {
    source: "nexus3 plan, MCP Tool Name + Schema Table",
    hosts: memory,
    behaviours: {
      "nexus3:getDiagnostics":
        "A JSON array of {filePath, line, message, severity, source?}, of one file by its uri or of all.",
    },
  },
  {
    source: "nexus3 plan, Edge cases",
    hosts: hostKinds,
    behaviours: {
      "nexus3:new-file": "A new file is a diff with an empty old side; accepted, the file is there.",
      "nexus3:same-tab-name": "Two diffs with the same tab_name are two reviews, each with its own answer.",
      "nexus3:large": "A text of 8 MB is taken, shown and saved.",
      "nexus3:one-file": "Two agents on one file do not overwrite each other: what was accepted first stays.",
    },
  },
  {
    source: "design §4 Who writes on accept",
    hosts: hostKinds,
    behaviours: {
      "nexus3:as-a-whole": "For an agent that cannot take another text, the developer cannot change the proposal.",
      "nexus3:final-text": "An agent that announced it gets the developer's own text after FILE_SAVED.",
      "nexus3:read-only": "In read-only mode openDiff answers DIFF_REJECTED and nothing is shown.",
      "nexus3:trust": "In trust mode openDiff is saved at once and answers FILE_SAVED.",
    },
  },
  {
    source: "design §5 Reviews",
    hosts: workbench,
    behaviours: {
      "nexus3:huge": "A file of 50 MB is refused at once, and the window goes on.",
      "nexus3:tab-closed": "Closing the tab of a file that has a diff is a rejection.",
      "nexus3:crlf": "Line ends of untouched lines stay as they are, and a proposal with its own is saved as it is.",
      "nexus3:latin-1":
        "A Latin-1 file stays one; text that it cannot hold is refused and not shown, and the file is untouched.",
    },
  },
  {
    source: "nexus3 plan, Risks & Mitigations",
    hosts: hostKinds,
    behaviours: {
      "risk:connection-drops":
        "A decision made while the connection was gone is told when the same diff is asked again.",
      "risk:long-review": "A diff waits as long as the developer takes, and is withdrawn when the agent cancels.",
      "risk:many-diffs": "Diffs of several agents wait in one queue, and each agent hears of its own.",
    },
  },
  {
    source: "nexus3 plan, Risks & Mitigations",
    hosts: workbench,
    behaviours: {
      "risk:crash": "A window that was killed leaves its lock behind; the next one takes its place, ports and tokens.",
    },
  },
  {
    source: "nexus3 plan, Risks & Mitigations",
    hosts: memory,
    behaviours: {
      "risk:lock-folder": "A lock folder that does not exist is made.",
      "risk:websocket-library": "The WebSocket library is pinned, one version for all, and not one with known holes.",
    },
  },
  {
    source: "nexus3 module, Discovery",
    hosts: hostKinds,
    behaviours: {
      "nexus3:lock-file": "Each window has <port>.lock with exactly its fields, for the user alone.",
      "nexus3:lock-removed": "At its end a window takes its lock files away.",
    },
  },
  {
    source: "nexus3 module, Constants",
    hosts: memory,
    behaviours: { "nexus3:keepalive": "A silent connection is asked every 30 s and given up after 10 s." },
  },
  {
    source: "nexus3 plan, Handle IDE restart",
    hosts: workbench,
    behaviours: {
      "nexus3:restart": "After a restart the diff is shown again; asked again it is joined, and saved once.",
      "nexus3:restart-decided": "What was decided before a restart is told to who asks again.",
    },
  },
] as const satisfies readonly DialectGroup[];
