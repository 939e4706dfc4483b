/** Opens the doors of a host, and tells where they are. */
import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import type { HostCore } from "@tandem/host";
import { DEFAULT_PORT, type WindowFile } from "@tandem/protocol";
import type { Addresses } from "./addresses.js";
import { newToken } from "./auth-token.js";
import { openClioDoor } from "./clio/door.js";
import { claudeDialect } from "./dialects/claude.js";
import { nexus3Dialect } from "./dialects/nexus3.js";
import type { Refusal } from "./gate.js";
import { limits as defaultLimits, type Limits } from "./limits.js";
import { keepLockFiles } from "./lock-files.js";
import { openMcpHttpDoor } from "./mcp-http/open-door.js";
import type { McpService } from "./mcp-http/service.js";
import { openMcpWsDoor } from "./mcp-ws/door.js";
import { openAgain, openNear } from "./ports.js";
import { writeWindowFile } from "./window-file.js";

/** Those beside our own that can be switched off. */
export interface DialectSwitches {
  readonly nexus3: boolean;
  readonly claude: boolean;
  readonly clio: boolean;
}

export interface BridgeOptions {
  /** Of the HTTP door: exactly this port, or a free one if 0. Left out: 4322, or the next free one. */
  readonly port?: number;
  /** Link to the window's page, for the window file. */
  readonly page?: string;
  /** Of the HTTP door. Made if left out. */
  readonly token?: string;
  readonly tokenRequired?: boolean;
  /**
   * Of the WebSocket door: this port if it is free, and else any with a new token; the token is made if left out, and
   * always required.
   */
  readonly ws?: { readonly port?: number; readonly token?: string };
  /** A process that the developer's terminals descend from; ours if left out. */
  readonly terminalsPid?: number;
  /** Of Clio's door: this port if it is free, and else any. */
  readonly clio?: { readonly port?: number };
  /** On, where left out. */
  readonly dialects?: Partial<DialectSwitches>;
  readonly extraHosts?: readonly string[];
  readonly limits?: Partial<Limits>;
  /**
   * The MCP SDK, the largest part of a window, is loaded soon after the start. False: the first agent that needs it
   * waits for it. True if left out.
   */
  readonly preload?: boolean;
  /** Where homes are; the process's if left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Instead of the tool table; for tests. */
  readonly service?: McpService;
  readonly onError?: (error: unknown) => void;
  readonly onRefused?: (refusal: Refusal) => void;
}

export interface Bridge {
  /** What the window file says. */
  readonly window: WindowFile;
  /** Where it is and with which tokens: to be remembered, so that it can come back there. */
  readonly addresses: Omit<Addresses, "secret" | "pagePort">;
  /** True if the default port was taken and another was used. */
  readonly portMoved: boolean;
  /** The developer looks at this window: of several, agents are to find it first. */
  focused(): void;
  /** Removes the files by which the window is found, then ends every connection. Rejects with what failed first, at the end. */
  close(): Promise<void>;
}

/** Resolves once agents can connect. Rejects with EADDRINUSE if the given port is taken. */
export async function startBridge(core: HostCore, options: BridgeOptions = {}): Promise<Bridge> {
  const {
    token = newToken(),
    tokenRequired = false,
    extraHosts = [],
    preload = true,
    service,
    onError = () => {},
    onRefused,
  } = options;
  const { environment = process.env, ws = {} } = options;
  const homeFolder = environment["HOME"] || homedir();
  const dialects: DialectSwitches = { nexus3: true, claude: true, clio: true, ...options.dialects };
  const limits = { ...defaultLimits, ...options.limits };
  const onUnknownPeer = () => onError(new Error("An agent was let in though the system does not tell whose it is."));
  const common = { extraHosts, limits, onError, onUnknownPeer, ...(onRefused && { onRefused }) };

  /** The last opened first. */
  const closing: (() => Promise<void>)[] = [];
  const close = async () => {
    const failures: unknown[] = [];
    for (const end of closing.splice(0)) await end().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  const opened = async <T extends { close(): Promise<void> }>(opening: Promise<T>): Promise<T> => {
    const part = await opening;
    closing.unshift(() => part.close());
    return part;
  };

  try {
    const openHttp = (port: number) =>
      openMcpHttpDoor(core, { port, token, tokenRequired, preload, ...common, ...(service && { service }) });
    const http = await opened(options.port === undefined ? openNear(DEFAULT_PORT, openHttp) : openHttp(options.port));

    const spoken = [...(dialects.nexus3 ? [nexus3Dialect] : []), ...(dialects.claude ? [claudeDialect] : [])];
    const { port: wsPort = 0, token: lockToken = newToken() } = ws;
    const openWs = async (port: number, token = lockToken) => {
      const door = await openMcpWsDoor(core, { port, token, dialects: spoken, ...common });
      return { ...door, token };
    };
    // What is known of a port that another has now is not its token.
    const openElsewhere = () => openWs(0, wsPort === 0 ? lockToken : newToken());
    const sockets = spoken.length > 0 ? await opened(openAgain(wsPort, openWs, openElsewhere)) : undefined;

    const { name, version, paths } = core.host;
    const roots = [...paths.roots];
    const openClio = (port: number) => openClioDoor(core, { port, homeFolder, ...common });
    const locksOf = ({ port, token }: { readonly port: number; readonly token: string }) => {
      const lock = { port, token, ideName: name, workspaceFolders: roots, terminalsPid: options.terminalsPid };
      return keepLockFiles({ ...lock, dialects, homeFolder, environment, onError });
    };
    const sideBySide = [
      dialects.clio ? opened(openAgain(options.clio?.port ?? 0, openClio)) : undefined,
      sockets && opened(locksOf(sockets)),
    ] as const;
    // Both are there to be closed if one fails.
    await Promise.allSettled(sideBySide);
    const [clio, locks] = await Promise.all(sideBySide);
    const window: WindowFile = {
      id: randomBytes(8).toString("hex"),
      pid: process.pid,
      startedAt: Date.now(),
      name,
      version,
      roots,
      urls: {
        mcp: http.url,
        ...(sockets && { ws: sockets.url }),
        ...(clio && { clio: clio.url }),
        ...(options.page !== undefined && { page: options.page }),
      },
      dialects: ["oxide", ...spoken.map((dialect) => dialect.name), ...(clio ? ["clio"] : [])],
      token,
    };
    // A window that cannot write its file still serves those who know the port.
    const file = await writeWindowFile(window, environment).catch(
      (cause: unknown) =>
        void onError(new Error("The window file could not be written, so others cannot find this window.", { cause })),
    );
    if (file) closing.unshift(() => file.remove());
    const portMoved = options.port === undefined && http.port !== DEFAULT_PORT;
    const focused = () => {
      locks?.focused();
      clio?.focused();
    };
    const addresses = {
      token,
      lockToken: sockets?.token ?? lockToken,
      mcpPort: http.port,
      wsPort: sockets?.port ?? 0,
      clioPort: clio?.port ?? 0,
    };
    return { window, addresses, portMoved, focused, close };
  } catch (error) {
    await close().catch(onError);
    throw error;
  }
}
