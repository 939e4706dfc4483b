/** One agent's MCP server: the tool table over the SDK's low-level `Server`. */
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import type { Agent, HostCore } from "@tandem/host";
import { errors, findTool } from "@tandem/protocol";
import { serverInfo } from "./identity.js";
import { instructions } from "./instructions.js";
import { type Listing, spellingFor } from "./listing.js";
import { toMcpResult } from "./result.js";
import { type ProgressMessage, wishesOf } from "./wishes.js";

/** `agentOf` tells who calls; it is asked at every request, when the SDK knows who has connected. */
export function createToolServer(core: HostCore, listing: Listing, agentOf: (server: Server) => Agent): Server {
  const server = new Server(serverInfo, { capabilities: { tools: { listChanged: true } }, instructions });
  server.setRequestHandler("tools/list", () => ({ tools: listing[spellingFor(agentOf(server).name)] }));
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    checkToolName(params.name);
    const { name: tool, arguments: input, _meta: meta } = params;
    const notify = (message: ProgressMessage) => void mcpReq.notify(message).catch(() => {});
    const wishes = wishesOf(meta, notify);
    return toMcpResult(
      await core.dispatch({ agent: agentOf(server), tool, input, gone: () => mcpReq.signal, ...wishes }),
    );
  });
  return server;
}

/** An unknown tool is a fault of the request, not an outcome of a tool: MCP wants a protocol error there. */
function checkToolName(name: string): void {
  if (findTool(name)) return;
  const error = errors.unknownTool(name);
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, error.message, { error: error.toWire() });
}
