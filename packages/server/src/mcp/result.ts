/**
 * What a call came to, as MCP says it. A value goes out twice, as structure and as the same in text, for some agents
 * show their model only one of them. An error goes out as text alone: it does not fit the tool's output schema, and
 * clients that check would hide it behind a complaint of their own.
 */
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallResult } from "@tandem/host";

export function toMcpResult(result: CallResult): CallToolResult {
  if (result.ok) {
    return { content: [{ type: "text", text: JSON.stringify(result.value) }], structuredContent: result.value };
  }
  const text = JSON.stringify({ error: result.error.toWire() });
  return { content: [{ type: "text", text }], isError: true };
}
