/** What the door serves over the SDK: how it comes by a server for each agent. Tests mount others on the same door. */
import type { Server } from "@modelcontextprotocol/server";
import type { AgentInfo } from "@tandem/host";

/** A server for one session. */
export interface AgentServer {
  readonly server: Server;
  /** The session's agent has asked for something. */
  seen(): void;
  /** A stream of the session has opened; returns what to call when it ends. */
  attach(): () => void;
  /** `end` is called when the developer sends the session's agent away. */
  onDisconnect(end: () => void): void;
  /** The session has ended. */
  leave(): void;
}

export interface McpService {
  /** An agent has opened a session. */
  join(info: AgentInfo): AgentServer;
  /** A server for one stateless request. */
  serve(): Server;
}
