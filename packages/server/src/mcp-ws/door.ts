/**
 * MCP over WebSockets: one port, on which the header that carries the token tells the dialect. What comes here has passed
 * the gate.
 */
import type { HostCore } from "@tandem/host";
import { claude } from "@tandem/protocol";
import { WebSocketServer } from "ws";
import type { Dialect } from "../dialects/dialect.js";
import type { Limits } from "../limits.js";
import { type ListenerOptions, openListener } from "../listener.js";
import { closeCodes, MessageSocket } from "../message-socket.js";
import { AgentSession } from "./agent-session.js";
import { Audience } from "./audience.js";

export interface McpWsDoorOptions extends Pick<ListenerOptions, "onRefused" | "onUnknownPeer"> {
  /** 0 = any free one. */
  readonly port: number;
  /** Required of everybody. */
  readonly token: string;
  readonly dialects: readonly Dialect[];
  readonly extraHosts?: readonly string[];
  readonly limits: Limits;
}

export interface McpWsDoor {
  readonly port: number;
  readonly url: string;
  /** Ends every connection; resolves when the port is free again. */
  close(): Promise<void>;
}

/** Rejects with EADDRINUSE if the given port is taken. */
export async function openMcpWsDoor(core: HostCore, options: McpWsDoorOptions): Promise<McpWsDoor> {
  const { port, token, dialects, extraHosts = [], limits, onRefused, onUnknownPeer } = options;
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(claude.SUBPROTOCOL) && claude.SUBPROTOCOL,
  });
  const audiences = dialects.map((dialect) => new Audience(dialect, core.hub));
  const listener = await openListener({
    port,
    limits,
    gate: {
      routes: [],
      token,
      tokenRequired: true,
      tokenHeaders: dialects.map(({ header }) => header),
      extraHosts,
    },
    // No route of the gate leads here.
    handler: (_request, response) => void response.writeHead(404).end(),
    upgrade: {
      routes: [{ path: "/", methods: ["GET"] }],
      handler: (request, socket, head) => {
        const audience = audiences.find(({ dialect: { header } }) => request.headers[header] !== undefined);
        // The gate has seen the header of one of them.
        if (!audience) return void socket.destroy();
        sockets.handleUpgrade(request, socket, head, (opened) =>
          serve(core, audience, new MessageSocket(opened, socket, limits), limits),
        );
      },
    },
    ...(onRefused && { onRefused }),
    ...(onUnknownPeer && { onUnknownPeer }),
  });
  return {
    port: listener.port,
    url: `ws://127.0.0.1:${listener.port}/`,
    close: async () => {
      for (const audience of audiences) audience.close();
      for (const socket of sockets.clients) socket.close(closeCodes.goingAway);
      sockets.close();
      await listener.close();
    },
  };
}

function serve(core: HostCore, audience: Audience, socket: MessageSocket, limits: Limits): void {
  const session = new AgentSession({
    core,
    dialect: audience.dialect,
    limits,
    send: (text) => socket.send(text),
    onReady: () => audience.add(socket),
    close: () => socket.close(),
  });
  socket.onMessage((message) => session.receive(message));
  socket.onClose(() => {
    audience.delete(socket);
    session.end();
  });
}
