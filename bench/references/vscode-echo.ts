/**
 * The least that an extension of VS Code can do for what ours does: it answers a call over a WebSocket with a value that
 * it was given, shows a diff, reads a file, saves one. Beside that it tells what only an extension knows of the
 * extension host, and makes reports as a language extension does. Its port is in a file in the user's home.
 */
import { renameSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { homedir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  commands,
  Diagnostic,
  type ExtensionContext,
  languages,
  Range,
  Uri,
  WorkspaceEdit,
  window,
  workspace,
} from "vscode";
import { WebSocketServer } from "ws";

interface Message {
  readonly id: number;
  readonly method: string;
  readonly params: Params;
}

/** Each method takes those that it names. */
interface Params {
  readonly file: string;
  readonly text: string;
  readonly command: string;
  readonly argument: unknown;
  readonly count: number;
}

/** VS Code notes when it loads and activates each extension. */
interface VsCodeGlobals {
  readonly MonacoPerformanceMarks: { getMarks(): readonly { readonly name: string; readonly startTime: number }[] };
}

const SCHEME = "vscode-echo";
let value: unknown;
let proposed = "";
const reported = languages.createDiagnosticCollection(SCHEME);

const methods: Readonly<Record<string, (params: Params) => unknown>> = {
  hold: (params) => {
    value = params;
  },
  read: async ({ file }) => ({ file, content: await readFile(file, "utf8") }),
  diff: async ({ file, text }) => {
    proposed = text;
    const [left, right] = [Uri.file(file), Uri.from({ scheme: SCHEME, path: file })];
    await commands.executeCommand("vscode.diff", left, right, "proposed", { preview: false, preserveFocus: true });
  },
  save: async ({ file, text }) => {
    const at = performance.now();
    const document = await workspace.openTextDocument(file);
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, document.lineAt(5).range, text);
    await workspace.applyEdit(edit);
    await document.save();
    return performance.now() - at;
  },
  run: async ({ command, argument }) => {
    const at = performance.timeOrigin + performance.now();
    await commands.executeCommand(command, argument);
    return at;
  },
  close: () => window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs)),
  report: ({ file, count }) => {
    const one = (line: number) => new Diagnostic(new Range(line, 0, line, 5), `Line ${line} is not to be trusted.`);
    reported.set(
      Uri.file(file),
      Array.from({ length: count }, (_, line) => one(line)),
    );
  },
  memory: () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    for (let times = 0; times < 3; times++) collect();
    return process.memoryUsage();
  },
  marks: () => (globalThis as unknown as VsCodeGlobals).MonacoPerformanceMarks.getMarks(),
};
export function activate({ subscriptions }: ExtensionContext): void {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  subscriptions.push({ dispose: () => server.close() });
  subscriptions.push(
    workspace.registerTextDocumentContentProvider(SCHEME, { provideTextDocumentContent: () => proposed }),
  );
  server.on("connection", (socket) => {
    socket.on("message", (data) => void answer(JSON.parse(String(data)) as Message, (text) => socket.send(text)));
  });
  server.on("listening", () => {
    const { port } = server.address() as AddressInfo;
    const place = join(homedir(), "vscode-echo.json");
    writeFileSync(`${place}.new`, String(port));
    renameSync(`${place}.new`, place);
  });
}

async function answer({ id, method, params }: Message, send: (text: string) => void): Promise<void> {
  const done = methods[method];
  const answered = done ? ((await done(params)) ?? null) : value;
  send(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [{ type: "text", text: JSON.stringify(answered) }] } }));
}
