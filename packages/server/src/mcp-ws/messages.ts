/** JSON-RPC messages to an agent, as text. */
import { errors } from "@tandem/protocol";
import type { RequestId } from "../json-rpc.js";
import { toMcpResult } from "../mcp/result.js";

/** Of JSON-RPC; the last is our own. */
export const codes = {
  notJson: -32700,
  notARequest: -32600,
  unknownMethod: -32601,
  badParams: -32602,
  tooMany: -32000,
} as const;

/** What is longer than agents take becomes an error that says so. */
export function answerText(id: RequestId, result: object, maxBytes: number): string {
  const text = JSON.stringify({ jsonrpc: "2.0", id, result });
  if (text.length * MOST_BYTES_PER_UNIT <= maxBytes || Buffer.byteLength(text) <= maxBytes) return text;
  const error = errors.answerTooLarge(Buffer.byteLength(text), maxBytes);
  return JSON.stringify({ jsonrpc: "2.0", id, result: toMcpResult({ ok: false, error }) });
}

const MOST_BYTES_PER_UNIT = 3;

export function errorText(id: RequestId | null, code: number, message: string, data?: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code, message, ...(data && { data }) } });
}

export function notificationText(notification: { readonly method: string; readonly params: object }): string {
  return JSON.stringify({ jsonrpc: "2.0", ...notification });
}
