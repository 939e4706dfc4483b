/** JSON-RPC messages as they come over the wire, whichever. */

export type MessageKind = "request" | "notification" | "response";
export type RequestId = string | number;

/** What a parsed JSON value is; undefined if it is no JSON-RPC message. */
export function kindOf(value: unknown): MessageKind | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { jsonrpc, id, method } = value as Record<string, unknown>;
  if (jsonrpc !== "2.0") return undefined;
  const hasId = typeof id === "string" || Number.isInteger(id);
  if (typeof method === "string") return hasId ? "request" : id === undefined ? "notification" : undefined;
  return method === undefined && hasId && ("result" in value || "error" in value) ? "response" : undefined;
}
