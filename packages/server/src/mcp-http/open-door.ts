/** Puts the MCP door on a port. */
import type { HostCore } from "@tandem/host";
import type { Limits } from "../limits.js";
import { type ListenerOptions, openListener } from "../listener.js";
import { createMcpHttpDoor, MCP_ROUTE } from "./door.js";
import { plainCalls } from "./plain-call.js";
import type { McpService } from "./service.js";

export interface McpHttpOptions extends Pick<ListenerOptions, "onRefused" | "onUnknownPeer"> {
  /** 0 = any free one. */
  readonly port: number;
  readonly token: string;
  readonly tokenRequired: boolean;
  readonly extraHosts: readonly string[];
  readonly limits: Limits;
  /** The MCP SDK is loaded soon after the start, not by the first agent that needs it. */
  readonly preload: boolean;
  /** Instead of the tool table; for tests. */
  readonly service?: McpService;
  readonly onError: (error: unknown) => void;
}

export interface OpenMcpHttpDoor {
  readonly port: number;
  readonly url: string;
  /** Ends every connection; resolves when the port is free again. */
  close(): Promise<void>;
}

/** Rejects with EADDRINUSE if the given port is taken. */
export async function openMcpHttpDoor(core: HostCore, options: McpHttpOptions): Promise<OpenMcpHttpDoor> {
  const { port, token, tokenRequired, extraHosts, limits, preload, service, onError, onRefused, onUnknownPeer } =
    options;
  const door = createMcpHttpDoor({
    limits,
    preload,
    onError,
    answerPlainCall: service ? () => false : plainCalls(core, limits),
    service: async () => service ?? (await import("../mcp/tool-service.js")).createToolService(core),
  });
  const gate = { routes: [MCP_ROUTE], token, tokenRequired, extraHosts };
  const told = { ...(onRefused && { onRefused }), ...(onUnknownPeer && { onUnknownPeer }) };
  const listener = await openListener({ port, limits, gate, handler: door.handle, ...told }).catch(async (error) => {
    await door.close();
    throw error;
  });
  return {
    port: listener.port,
    url: `http://127.0.0.1:${listener.port}${MCP_ROUTE.path}`,
    close: async () => {
      await door.close();
      await listener.close();
    },
  };
}
