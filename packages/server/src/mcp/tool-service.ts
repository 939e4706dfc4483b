/** The tool table as an MCP service: a server for every session and for every stateless request. */
import type { HostCore } from "@tandem/host";
import type { McpService } from "../mcp-http/service.js";
import { recogniseAgent } from "./identity.js";
import { buildListing } from "./listing.js";
import { createToolServer } from "./tool-server.js";

export function createToolService(core: HostCore): McpService {
  const listing = buildListing(core.host);
  return {
    join(info) {
      const { agent, leave } = core.agents.join(info);
      return {
        server: createToolServer(core, listing, () => agent),
        seen: () => core.agents.seen(agent),
        attach: () => core.agents.attach(agent),
        onDisconnect: (end) => void core.agents.onDisconnect(agent, end),
        leave,
      };
    },
    serve: () => createToolServer(core, listing, (server) => recogniseAgent(core, server.getClientVersion())),
  };
}
