/**
 * A small language server for tests that does as it is told, by its arguments and by the text it is shown.
 *   --pull                  answers textDocument/diagnostic; otherwise it publishes after every change
 *   --register-pull         the same, but says so only by registering for it
 *   --unversioned           publishes without a version
 *   --together              publishes for every file, 400 ms after a change of any; an ERROR in one counts in all
 *   --crash-at-start        ends before it has answered initialize
 *   --deaf                  ignores shutdown and exit
 *   --chatter               prints what is no message
 *   --silent                does not log that it has listed the workspace
 * A line with ERROR in it gives a diagnostic; on a text with CRASH in it the server ends when it is asked for
 * anything; on one with HANG it never answers. Its only symbol is named after the TANDEM_TOKEN that it sees.
 */
import * as rpc from "vscode-jsonrpc/node";

const told = new Set(process.argv.slice(2));
if (told.has("--crash-at-start")) process.exit(7);
if (told.has("--deaf")) process.on("SIGTERM", () => {});

const pulls = told.has("--pull") || told.has("--register-pull");
const shown = new Map();
const connection = rpc.createMessageConnection(
  new rpc.StreamMessageReader(process.stdin),
  new rpc.StreamMessageWriter(process.stdout),
);

connection.onRequest("initialize", () => ({
  capabilities: {
    textDocumentSync: 1,
    workspaceSymbolProvider: true,
    definitionProvider: true,
    ...(told.has("--pull") && { diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false } }),
  },
}));
connection.onNotification("initialized", async () => {
  if (told.has("--chatter")) process.stdout.write("This is no message.\r\n\r\n");
  if (!told.has("--silent"))
    await connection.sendNotification("window/logMessage", { type: 3, message: "Found 1 source file" });
  if (!told.has("--register-pull")) return;
  await connection.sendRequest("client/registerCapability", {
    registrations: [{ id: "1", method: "textDocument/diagnostic", registerOptions: {} }],
  });
});

connection.onNotification("textDocument/didOpen", ({ textDocument }) => seen(textDocument, textDocument.text));
connection.onNotification("textDocument/didChange", ({ textDocument, contentChanges }) =>
  seen(textDocument, contentChanges.at(-1).text),
);
connection.onNotification("textDocument/didClose", ({ textDocument }) => shown.delete(textDocument.uri));

connection.onRequest("textDocument/diagnostic", ({ textDocument }) =>
  obeying(textDocument.uri, () => ({ kind: "full", items: diagnosticsOf(textDocument.uri) })),
);
connection.onRequest("textDocument/definition", ({ textDocument, position }) =>
  obeying(textDocument.uri, () => ({ uri: textDocument.uri, range: { start: position, end: position } })),
);
connection.onRequest("workspace/symbol", () => [
  {
    name: process.env.TANDEM_TOKEN ?? "no token",
    kind: 5,
    location: {
      uri: [...shown.keys()][0],
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
    },
  },
]);

connection.onRequest("shutdown", () => (told.has("--deaf") ? new Promise(() => {}) : null));
connection.onNotification("exit", () => told.has("--deaf") || process.exit(0));
connection.listen();

function seen({ uri, version }, text) {
  shown.set(uri, text);
  if (pulls) return;
  if (told.has("--together")) return publishTogether(uri, version);
  const published = { uri, diagnostics: diagnosticsOf(uri), ...(!told.has("--unversioned") && { version }) };
  obeying(uri, () => connection.sendNotification("textDocument/publishDiagnostics", published));
}

const versions = new Map();
let publishing;
function publishTogether(uri, version) {
  versions.set(uri, version);
  clearTimeout(publishing);
  publishing = setTimeout(() => {
    const diagnostics = [...shown.keys()].flatMap(diagnosticsOf);
    for (const [uri, version] of versions) {
      void connection.sendNotification("textDocument/publishDiagnostics", { uri, version, diagnostics });
    }
  }, 400);
}

function obeying(uri, answer) {
  if (shown.get(uri)?.includes("CRASH")) process.exit(7);
  return shown.get(uri)?.includes("HANG") ? new Promise(() => {}) : answer();
}

function diagnosticsOf(uri) {
  return (shown.get(uri) ?? "").split("\n").flatMap((text, line) => {
    const character = text.indexOf("ERROR");
    if (character < 0) return [];
    return [
      { range: { start: { line, character }, end: { line, character: character + 5 } }, severity: 2, message: text },
    ];
  });
}
