/** One good message of every kind, for each dialect. */
import { claudeTabName } from "../clients/claude-client.js";
import { diffOf } from "../clients/nexus3-client.js";

const call = (name: string, args: object = {}) => ({
  jsonrpc: "2.0",
  id: 7,
  method: "tools/call",
  params: { name, arguments: args, _meta: { progressToken: "p", "tandem/key": "k" } },
});

/** What any MCP client says besides its calls. */
const common = [
  { jsonrpc: "2.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", id: 2, method: "tools/list", params: { cursor: "x" } },
  { jsonrpc: "2.0", id: 3, method: "prompts/list" },
  { jsonrpc: "2.0", id: 4, method: "resources/list" },
  { jsonrpc: "2.0", id: 5, method: "resources/templates/list" },
  {
    jsonrpc: "2.0",
    id: 6,
    method: "initialize",
    params: { protocolVersion: "2025-11-25", capabilities: { roots: {} }, clientInfo: { name: "fuzz", version: "1" } },
  },
  { jsonrpc: "2.0", method: "notifications/initialized" },
  { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7, reason: "AbortError" } },
  { jsonrpc: "2.0", method: "ide_connected", params: { pid: 1 } },
  { jsonrpc: "2.0", id: 8, result: { roots: [] } },
  { jsonrpc: "2.0", id: 9, error: { code: -1, message: "no" } },
  call("ide.editor.getOpenFiles"),
  call("ide.review.list"),
];

export const nexus3Corpus = (file: string): readonly object[] => [
  ...common,
  call("openDiff", diffOf(file, "1\n2\n", "NEXUS3: a.txt")),
  call("openFile", { filePath: file, preview: true }),
  call("getDiagnostics", { uri: `file://${file}` }),
  call("getDiagnostics"),
  call("getCurrentSelection"),
  call("getLatestSelection"),
  call("getOpenEditors"),
  call("getWorkspaceFolders"),
  call("checkDocumentDirty", { filePath: file }),
  call("saveDocument", { filePath: file }),
  call("closeTab", { tabName: "a.txt" }),
  call("closeAllDiffTabs"),
];

export const claudeCorpus = (file: string): readonly object[] => [
  ...common,
  call("openDiff", diffOf(file, "1\n2\n", claudeTabName(file, "1\n2\n"))),
  call("close_tab", { tab_name: claudeTabName(file, "1\n2\n") }),
  call("closeAllDiffTabs"),
  call("getDiagnostics", { uri: `file://${file}` }),
  call("openFile", { filePath: file, startText: "one", endText: "two", selectToEndOfLine: true, makeFrontmost: false }),
  call("getCurrentSelection"),
  call("getLatestSelection"),
  call("getOpenEditors"),
  call("getWorkspaceFolders"),
  call("checkDocumentDirty", { filePath: file }),
  call("saveDocument", { filePath: file }),
];

export const clioCorpus = (file: string): readonly object[] => {
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
  return [
    { type: "connect", clientVersion: "0.1.0", id: 1 },
    { type: "openDiff", file, before: "one\ntwo\n", after: "1\ntwo\n", description: "Count", id: "a" },
    { type: "proposeDiff", file, edits: [{ range, oldText: "one", newText: "1" }], description: "Count", id: 2 },
    { type: "applyDiff", file, edits: [{ range, newText: "one" }], id: 3 },
    { type: "closeDiff", file },
    { type: "status", message: "Processing request...", level: "info" },
    { type: "status", message: "Failed", level: "error" },
  ];
};
