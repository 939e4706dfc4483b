/** What the door serves: how it comes by a server for each agent. Tests mount other services on the same door. */
import type { Server } from "@modelcontextprotocol/server";
import type { Agent, AgentInfo, HostCore } from "@tandem/host";
import { buildListing } from "../mcp/listing.js";
import { toMcpResult } from "../mcp/result.js";
import { createToolServer } from "../mcp/tool-server.js";

/** A server for one session. */
export interface AgentServer {
  readonly server: Server;
  /** A stream of the session has opened; returns what to call when it ends. */
  attach(): () => void;
  /** The session has ended. */
  leave(): void;
}

export interface McpService {
  /** An agent has opened a session. */
  join(info: AgentInfo): AgentServer;
  /** A server for one stateless request. */
  serve(): Server;
  /**
   * The short way for the commonest stateless request: a call of a tool that exists, without a server of its own.
   * `gone` gives the signal that is aborted when the caller has gone.
   */
  readonly call?: (call: StatelessCall, gone: () => AbortSignal) => Promise<Record<string, unknown>>;
}

export interface StatelessCall {
  readonly from: AgentInfo;
  readonly tool: string;
  readonly input: unknown;
}

export const UNKNOWN_AGENT: AgentInfo = { name: "unnamed agent", version: "" };

export function createToolService(core: HostCore): McpService {
  const listing = buildListing(core.host);
  const recognise = (info: AgentInfo = UNKNOWN_AGENT): Agent =>
    core.agents.recognise(`${info.name}/${info.version}`, info);
  return {
    join(info) {
      const { agent, leave } = core.agents.join(info);
      return {
        server: createToolServer(core, listing, () => agent),
        attach: () => core.agents.attach(agent),
        leave,
      };
    },
    serve: () => createToolServer(core, listing, (server) => recognise(server.getClientVersion())),
    call: async ({ from, tool, input }, gone) =>
      toMcpResult(await core.dispatch({ agent: recognise(from), tool, input, gone })),
  };
}
