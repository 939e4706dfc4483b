/** JSON-RPC messages as they come over the wire. */
import type { ServerResponse } from "node:http";
import { sendJson } from "./exchange.js";

export type MessageKind = "request" | "notification" | "response";

/** What a parsed JSON value is; undefined if it is no JSON-RPC message. */
export function kindOf(value: unknown): MessageKind | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { jsonrpc, id, method } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0") return undefined;
  const hasId = typeof id === "string" || Number.isInteger(id);
  if (typeof method === "string") return hasId ? "request" : id === undefined ? "notification" : undefined;
  return method === undefined && hasId && ("result" in value || "error" in value) ? "response" : undefined;
}

/** A JSON-RPC error that answers the HTTP request itself. */
export function sendError(response: ServerResponse, status: number, code: number, message: string): void {
  sendJson(response, status, { jsonrpc: "2.0", id: null, error: { code, message } });
}
