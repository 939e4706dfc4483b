/** What a server lists of its tools, as far as it matters how to call them. */
import * as z from "zod";
import type { McpClient, RequestOptions } from "./mcp-client.js";

/** What can be called, and with which parameters. */
export interface ToolList {
  lists(tool: string): boolean;
  takes(tool: string, parameter: string): boolean;
}

/** Pages of a listing that are asked for at most. */
const MAX_PAGES = 20;

const page = z.object({
  tools: z.array(z.object({ name: z.string(), inputSchema: z.unknown() })),
  nextCursor: z.string().nullish(),
});
const parameters = z.object({ properties: z.record(z.string(), z.unknown()) });

/** Asks for the listing, page by page. */
export async function readToolList(client: McpClient, options: RequestOptions): Promise<ToolList> {
  const found = new Map<string, ReadonlySet<string>>();
  let cursor: string | null | undefined;
  for (let i = 0; i < MAX_PAGES; i++) {
    const listed = page.parse(await client.request("tools/list", cursor ? { cursor } : {}, options));
    for (const { name, inputSchema } of listed.tools) {
      const known = parameters.safeParse(inputSchema);
      found.set(name, new Set(known.success ? Object.keys(known.data.properties) : []));
    }
    cursor = listed.nextCursor;
    if (!cursor) break;
  }
  return {
    lists: (tool) => found.has(tool),
    takes: (tool, parameter) => found.get(tool)?.has(parameter) ?? false,
  };
}
