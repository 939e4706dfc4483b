/** An editor in memory behind the WebSocket door, for tests that talk to it over real sockets. */
import { createHostCore, EventHub, type HostCore, type Mode, type Review, systemClock } from "@tandem/host";
import { MemoryHost, type MemoryHostOptions } from "@tandem/host/testing";
import { claude, nexus3 } from "@tandem/protocol";
import { newToken } from "../auth-token.js";
import { claudeDialect } from "../dialects/claude.js";
import { nexus3Dialect } from "../dialects/nexus3.js";
import { type Limits, limits } from "../limits.js";
import { type McpWsDoor, openMcpWsDoor } from "../mcp-ws/door.js";
import { WsAgent, type WsAgentOptions } from "./ws-agent.js";

export interface WsSceneOptions extends MemoryHostOptions {
  readonly mode?: Mode;
  readonly canDecide?: boolean;
  readonly limits?: Partial<Limits>;
}

export interface WsScene {
  readonly host: MemoryHost;
  readonly core: HostCore;
  readonly hub: EventHub;
  readonly door: McpWsDoor;
  readonly token: string;
  /** A connection that has said nothing yet. */
  connect(dialect: "nexus3" | "claude", options?: Partial<WsAgentOptions>): Promise<WsAgent>;
  /** Agents that have introduced themselves. */
  nexus3(params?: object): Promise<WsAgent>;
  claude(params?: object): Promise<WsAgent>;
  /** The reviews that wait, once there are that many. */
  pending(count: number): Promise<readonly Review[]>;
  close(): Promise<void>;
}

const headers = { nexus3: nexus3.AUTHORIZATION_HEADER, claude: claude.AUTHORIZATION_HEADER };

export async function wsScene(options: WsSceneOptions = {}): Promise<WsScene> {
  const { mode = "review", canDecide = true } = options;
  const host = new MemoryHost(options);
  const hub = new EventHub(systemClock, (error) => {
    throw error;
  });
  const core = createHostCore(host, { hub, mode: () => mode, canDecide: () => canDecide });
  const token = newToken();
  const door = await openMcpWsDoor(core, {
    port: 0,
    token,
    dialects: [nexus3Dialect, claudeDialect],
    limits: { ...limits, ...options.limits },
  });
  const agents: WsAgent[] = [];
  const connect: WsScene["connect"] = async (dialect, more) => {
    const agent = await WsAgent.connect({ port: door.port, headers: { [headers[dialect]]: token }, ...more });
    agents.push(agent);
    return agent;
  };
  const introduced = async (dialect: "nexus3" | "claude", params: object) => {
    const agent = await connect(dialect);
    await agent.initialize(params);
    return agent;
  };
  return {
    host,
    core,
    hub,
    door,
    token,
    connect,
    nexus3: (params = {}) => introduced("nexus3", params),
    claude: (params = {}) =>
      introduced("claude", {
        protocolVersion: "2025-11-25",
        clientInfo: { name: "claude-code", version: "2.0.0" },
        ...params,
      }),
    pending: async (count) => {
      const enough = () => core.reviews.pending().length === count;
      if (!enough()) await untilChanged(core, enough);
      return core.reviews.pending();
    },
    close: async () => {
      for (const { socket } of agents) socket.terminate();
      await door.close();
      core.close();
      hub.close();
    },
  };
}

function untilChanged({ reviews }: HostCore, holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const undo = reviews.onChange(() => {
      if (!holds()) return;
      undo();
      resolve();
    });
  });
}
