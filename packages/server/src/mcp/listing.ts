/** The tool table as MCP lists it. Built once per set of capabilities and spelling, never per request. */
import type { Tool as McpTool } from "@modelcontextprotocol/server";
import { hasCapability, type IdeHost } from "@tandem/host";
import { type AnyTool, type Effect, jsonSchemas, listedTools, underscoredName } from "@tandem/protocol";

/** Clients known to refuse tool names with dots, or to append hashes to them; matched at the start of `clientInfo.name`. */
const UNDERSCORE_CLIENTS = ["claude", "codex", "cline", "qwen"];

export type Spelling = "dotted" | "underscored";

export function spellingFor(clientName: string): Spelling {
  const name = clientName.toLowerCase();
  return UNDERSCORE_CLIENTS.some((prefix) => name.startsWith(prefix)) ? "underscored" : "dotted";
}

export type Listing = Readonly<Record<Spelling, McpTool[]>>;

/** The tools that this host can do, in the table's order. */
export function buildListing(host: IdeHost): Listing {
  const dotted = listedTools.filter((tool) => hasCapability(host, tool.noun)).map(describe);
  return { dotted, underscored: dotted.map((tool) => ({ ...tool, name: underscoredName(tool.name) })) };
}

function describe(tool: AnyTool): McpTool {
  const { input, output } = jsonSchemas(tool);
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: input as McpTool["inputSchema"],
    outputSchema: output as NonNullable<McpTool["outputSchema"]>,
    annotations: annotations[tool.effect],
  };
}

const annotations: Record<Effect, NonNullable<McpTool["annotations"]>> = {
  read: { readOnlyHint: true, openWorldHint: false },
  navigate: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  adjust: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  propose: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  act: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
};
