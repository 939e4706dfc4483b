/** A client of the NEXUS3 module, written from its documents: header, handshake of 2024-11-05, eleven tools. */
import { type Json, JsonSocket } from "./json-socket.js";
import { McpClient, type ToolResult } from "./mcp-client.js";

export const NEXUS3_HEADER = "x-nexus3-ide-authorization";

export const nexus3Tools = [
  "openDiff",
  "openFile",
  "getDiagnostics",
  "getCurrentSelection",
  "getLatestSelection",
  "getOpenEditors",
  "getWorkspaceFolders",
  "checkDocumentDirty",
  "saveDocument",
  "closeTab",
  "closeAllDiffTabs",
] as const;

export interface Door {
  readonly port: number;
  readonly token: string;
  /** The port that is dialled, where something stands before the server's own. */
  readonly through?: number;
}

export interface Nexus3Options {
  readonly protocolVersion?: string;
  readonly capabilities?: Json;
  readonly name?: string;
}

export class Nexus3Client extends McpClient {
  /** What `initialize` was answered. */
  readonly welcome: Json;

  private constructor(wire: JsonSocket, welcome: Json) {
    super(wire);
    this.welcome = welcome;
  }

  static async connect({ port, token, through }: Door, options: Nexus3Options = {}): Promise<Nexus3Client> {
    const wire = await JsonSocket.open(port, { headers: { [NEXUS3_HEADER]: token }, through });
    const { protocolVersion = "2024-11-05", capabilities = {}, name = "nexus3" } = options;
    const params = { protocolVersion, capabilities, clientInfo: { name, version: "1.0.0" } };
    wire.send({ jsonrpc: "2.0", id: "hello", method: "initialize", params });
    const answer = await wire.take(({ id }) => id === "hello");
    const client = new Nexus3Client(wire, answer["result"] as Json);
    client.notify("notifications/initialized");
    return client;
  }

  /** A diff that is on its way, as `open_diff` sends it. */
  openDiff(file: string, contents: string, tabName: string, meta?: Json) {
    return this.begin("openDiff", diffOf(file, contents, tabName), meta);
  }
}

export function diffOf(file: string, contents: string, tabName: string): Json {
  return { old_file_path: file, new_file_path: file, new_file_contents: contents, tab_name: tabName };
}

/** The only text of a result that succeeded. */
export function only({ texts, isError, raw }: ToolResult): string {
  if (isError || texts.length !== 1) throw new Error(`One text was expected: ${JSON.stringify(raw)}`);
  return texts[0] as string;
}
