/** A client that says what Claude Code says on its IDE socket, frame by frame, as it was seen on the wire. */
import { createHash } from "node:crypto";
import { basename } from "node:path";
import { type Json, JsonSocket } from "./json-socket.js";
import { McpClient } from "./mcp-client.js";
import { type Door, diffOf } from "./nexus3-client.js";

export const CLAUDE_HEADER = "X-Claude-Code-Ide-Authorization";

const capabilities = { roots: {}, elicitation: {}, extensions: { tasks: {} } };
const clientInfo = { name: "claude-code", title: "Claude Code", version: "2.1.325" };

export class ClaudeClient extends McpClient {
  readonly welcome: Json;
  /** What it was told at its start, by method. */
  readonly lists: Readonly<Record<string, Json>>;

  private constructor(wire: JsonSocket, welcome: Json, lists: Readonly<Record<string, Json>>) {
    super(wire);
    this.welcome = welcome;
    this.lists = lists;
  }

  static async connect({ port, token, through }: Door): Promise<ClaudeClient> {
    const headers = { [CLAUDE_HEADER]: token, "User-Agent": "claude-code/2.1.325 (cli)" };
    const wire = await JsonSocket.open(port, { headers, subprotocol: "mcp", deflate: true, through });
    const params = { protocolVersion: "2025-11-25", capabilities, clientInfo };
    wire.send({ jsonrpc: "2.0", id: 0, method: "initialize", params });
    const welcome = (await wire.take(({ id }) => id === 0))["result"] as Json;
    wire.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    wire.send({ jsonrpc: "2.0", method: "ide_connected", params: { pid: process.pid } });
    const lists: Record<string, Json> = {};
    for (const method of ["tools/list", "prompts/list", "resources/list"]) {
      wire.send({ jsonrpc: "2.0", id: method, method });
      lists[method] = await wire.take(({ id }) => id === method);
    }
    return new ClaudeClient(wire, welcome, lists);
  }

  /** What it does at the start of every turn. */
  async beginTurn(): Promise<string> {
    return this.text("closeAllDiffTabs");
  }

  /** The diff of a permission prompt, on its way. */
  openDiff(file: string, contents: string, tabName = claudeTabName(file, contents)) {
    return { tabName, ...this.begin("openDiff", diffOf(file, contents, tabName)) };
  }

  /** After every result of a diff, twice. */
  async closeTwice(tabName: string): Promise<readonly string[]> {
    return [await this.text("close_tab", { tab_name: tabName }), await this.text("close_tab", { tab_name: tabName })];
  }

  /** Of one file, before an edit; the path is not percent-encoded. */
  baseline(file: string): Promise<unknown> {
    return this.json("getDiagnostics", { uri: `file://${file}` });
  }

  /** Of all files, after an edit. */
  problems(): Promise<unknown> {
    return this.json("getDiagnostics", {});
  }
}

/** As the real client names its tabs: not ASCII, with six digits of a hash. */
export function claudeTabName(file: string, contents: string): string {
  const digits = createHash("sha256").update(contents).digest("hex").slice(0, 6);
  return `✻ [Claude Code] ${basename(file)} (${digits}) ⧉`;
}
