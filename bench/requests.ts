/** The bytes that an agent sends, in both eras of MCP. */
import type { Answer } from "./connection.js";

/** `session`: initialize once, then calls. `stateless`: every call stands alone. */
export const eras = ["session", "stateless"] as const;
export type Era = (typeof eras)[number];

const SESSION_VERSION = "2025-11-25";
const STATELESS_VERSION = "2026-07-28";
const clientInfo = { name: "bench", version: "1" };

type Headers = Readonly<Record<string, string>>;

export function initializeRequest(url: URL): Buffer {
  const params = { protocolVersion: SESSION_VERSION, capabilities: {}, clientInfo };
  return post(url, {}, { jsonrpc: "2.0", id: 0, method: "initialize", params });
}

export function initializedNotification(url: URL, session: Headers): Buffer {
  return post(url, session, { jsonrpc: "2.0", method: "notifications/initialized" });
}

/** What every later request of the session carries. A server that keeps no sessions names none. */
export function sessionHeaders(initialized: Answer): Headers {
  const [, id] = /\r\nmcp-session-id: (\S+)/i.exec(initialized.head) ?? [];
  return { "MCP-Protocol-Version": SESSION_VERSION, ...(id !== undefined && { "Mcp-Session-Id": id }) };
}

export function sessionCall(url: URL, session: Headers, tool: string): Buffer {
  return post(url, session, toolCall({ name: tool, arguments: {} }));
}

export function statelessCall(url: URL, tool: string): Buffer {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": STATELESS_VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": clientInfo,
  };
  const headers = { "MCP-Protocol-Version": STATELESS_VERSION, "Mcp-Method": "tools/call", "Mcp-Name": tool };
  return post(url, headers, toolCall({ name: tool, arguments: {}, _meta }));
}

function toolCall(params: object) {
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params };
}

function post(url: URL, headers: Headers, message: object): Buffer {
  const body = JSON.stringify(message);
  const lines = Object.entries({
    Host: url.host,
    "Content-Type": "application/json",
    Accept: "application/json, text/event-stream",
    "Content-Length": Buffer.byteLength(body),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`POST ${url.pathname} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
}
