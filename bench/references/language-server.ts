/** The TypeScript server driven directly, with nothing between it and the question. */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import * as rpc from "vscode-jsonrpc/node";
import { launch } from "../process.js";

export interface Report {
  readonly items: readonly { readonly severity?: number; readonly message: string }[];
}

export class DirectServer {
  readonly #connection: rpc.MessageConnection;
  readonly #textDocument: { readonly uri: string };
  #version = 1;

  private constructor(connection: rpc.MessageConnection, file: string) {
    this.#connection = connection;
    this.#textDocument = { uri: pathToFileURL(file).href };
  }

  /** Starts the server on a folder and opens one of its files. */
  static async open(root: string, file: string, text: string): Promise<DirectServer> {
    const [program = "", ...args] = command();
    const child = launch(program, args, root);
    child.stderr.resume();
    const connection = rpc.createMessageConnection(
      new rpc.StreamMessageReader(child.stdout),
      new rpc.StreamMessageWriter(child.stdin),
    );
    connection.onRequest("workspace/configuration", ({ items }: { items: unknown[] }) => items.map(() => null));
    connection.onRequest(() => null);
    connection.listen();

    const rootUri = pathToFileURL(root).href;
    await connection.sendRequest("initialize", {
      processId: process.pid,
      rootUri,
      workspaceFolders: [{ uri: rootUri, name: "project" }],
      capabilities: {
        workspace: { configuration: true, workspaceFolders: true },
        textDocument: { diagnostic: { dynamicRegistration: true } },
      },
    });
    await connection.sendNotification("initialized", {});
    const server = new DirectServer(connection, file);
    const textDocument = { ...server.#textDocument, languageId: "typescript", version: server.#version, text };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
    return server;
  }

  /** Shows the new text and asks at once. */
  async changeAndPull(text: string): Promise<Report> {
    this.#version += 1;
    const textDocument = { ...this.#textDocument, version: this.#version };
    await this.#connection.sendNotification("textDocument/didChange", { textDocument, contentChanges: [{ text }] });
    return this.#connection.sendRequest<Report>("textDocument/diagnostic", { textDocument: this.#textDocument });
  }
}

/** The native binary if this platform has one, as in a window. */
function command(): readonly string[] {
  const manifest = createRequire(import.meta.url).resolve("typescript/package.json");
  const parameters = ["--lsp", "--stdio"];
  try {
    const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
    const folder = dirname(createRequire(manifest).resolve(platform));
    const binary = join(folder, "lib", process.platform === "win32" ? "tsc.exe" : "tsc");
    if (existsSync(binary)) return [binary, ...parameters];
  } catch {
    // No package for this platform: the wrapper it is.
  }
  return [process.execPath, join(dirname(manifest), "bin", "tsc"), ...parameters];
}
