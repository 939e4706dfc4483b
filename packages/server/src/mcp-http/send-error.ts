import type { ServerResponse } from "node:http";
import { sendJson } from "./exchange.js";

/** A JSON-RPC error that answers the HTTP request itself. */
export function sendError(response: ServerResponse, status: number, code: number, message: string): void {
  sendJson(response, status, { jsonrpc: "2.0", id: null, error: { code, message } });
}
