/** Opens the doors of a host and tells where they are. */
import { randomBytes } from "node:crypto";
import type { HostCore } from "@tandem/host";
import { DEFAULT_PORT, type WindowFile } from "@tandem/protocol";
import { newToken } from "./auth-token.js";
import type { Refusal } from "./gate.js";
import { limits as defaultLimits, type Limits } from "./limits.js";
import { type Listener, openListener } from "./listener.js";
import { createMcpHttpDoor, MCP_ROUTE } from "./mcp-http/door.js";
import { plainCalls } from "./mcp-http/plain-call.js";
import type { McpService } from "./mcp-http/service.js";
import { writeWindowFile } from "./window-file.js";

export interface BridgeOptions {
  /** Exactly this port, or a free one if 0. Left out: 4322, or the next free one. */
  readonly port?: number;
  /** Link to the window's page, for the window file. */
  readonly page?: string;
  /** Made if left out. */
  readonly token?: string;
  readonly tokenRequired?: boolean;
  readonly extraHosts?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** Instead of the tool table; for tests. */
  readonly service?: McpService;
  readonly onError?: (error: unknown) => void;
  readonly onRefused?: (refusal: Refusal) => void;
}

export interface Bridge {
  /** What the window file says. */
  readonly window: WindowFile;
  /** True if the default port was taken and another was used. */
  readonly portMoved: boolean;
  /** Removes the window file, then ends every connection. */
  close(): Promise<void>;
}

/** Resolves once agents can connect. Rejects with EADDRINUSE if the given port is taken. */
export async function startBridge(core: HostCore, options: BridgeOptions = {}): Promise<Bridge> {
  const limits = { ...defaultLimits, ...options.limits };
  const token = options.token ?? newToken();
  const { onError = () => {}, onRefused, tokenRequired = false, extraHosts = [] } = options;
  const { service } = options;
  const door = createMcpHttpDoor({
    limits,
    onError,
    answerPlainCall: service ? () => false : plainCalls(core, limits),
    service: async () => service ?? (await import("./mcp/tool-service.js")).createToolService(core),
  });
  const open = (port: number) =>
    openListener({
      port,
      limits,
      gate: { routes: [MCP_ROUTE], token, tokenRequired, extraHosts },
      handler: door.handle,
      ...(onRefused && { onRefused }),
    });
  const listener = options.port === undefined ? await openNear(DEFAULT_PORT, open) : await open(options.port);
  const window: WindowFile = {
    id: randomBytes(8).toString("hex"),
    pid: process.pid,
    startedAt: Date.now(),
    name: core.host.name,
    version: core.host.version,
    roots: [...core.host.paths.roots],
    urls: {
      mcp: `http://127.0.0.1:${listener.port}${MCP_ROUTE.path}`,
      ...(options.page !== undefined && { page: options.page }),
    },
    token,
  };
  // A window that cannot write its file still serves those who know the port.
  const file = await writeWindowFile(window).catch(
    (cause: unknown) =>
      void onError(new Error("The window file could not be written, so others cannot find this window.", { cause })),
  );
  return {
    window,
    portMoved: options.port === undefined && listener.port !== DEFAULT_PORT,
    close: async () => {
      await file?.remove();
      await door.close();
      await listener.close();
    },
  };
}

const PORTS_TO_TRY = 100;

/** The first free port from `first` on; whatever holds the others is left alone. */
async function openNear(first: number, open: (port: number) => Promise<Listener>): Promise<Listener> {
  for (let port = first; port < first + PORTS_TO_TRY; port++) {
    try {
      return await open(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
    }
  }
  return open(0);
}
