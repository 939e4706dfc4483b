/**
 * Clio's door: JSON messages over a WebSocket on a port of its own. It asks for no token, as Clio knows of none; the
 * gate stands before it as everywhere.
 */
import type { HostCore } from "@tandem/host";
import { WebSocketServer } from "ws";
import { limits as defaultLimits, type Limits } from "../limits.js";
import { type ListenerOptions, openListener } from "../listener.js";
import { closeCodes, MessageSocket } from "../message-socket.js";
import { writeBridgeFile } from "./bridge-file.js";
import { ClioSession } from "./session.js";

export interface ClioDoorOptions extends Pick<ListenerOptions, "onRefused" | "onUnknownPeer"> {
  /** Left out or 0: any free one. */
  readonly port?: number;
  readonly extraHosts?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** Where `.clio` is; the user's home if left out. */
  readonly homeFolder?: string;
  readonly onError?: (error: unknown) => void;
}

export interface ClioDoor {
  readonly port: number;
  readonly url: string;
  /** The window has the focus: Clio is to find it first. */
  focused(): void;
  /** Removes the file, then ends every connection; resolves when the port is free again. */
  close(): Promise<void>;
}

/** Rejects with EADDRINUSE if the given port is taken. */
export async function openClioDoor(core: HostCore, options: ClioDoorOptions = {}): Promise<ClioDoor> {
  const { port = 0, extraHosts = [], onError = () => {}, onRefused, onUnknownPeer, homeFolder } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false });
  const listener = await openListener({
    port,
    limits,
    gate: { routes: [], tokenRequired: false, extraHosts },
    // No route of the gate leads here.
    handler: (_request, response) => void response.writeHead(404).end(),
    upgrade: {
      routes: [{ path: "/", methods: ["GET"] }],
      handler: (request, socket, head) =>
        sockets.handleUpgrade(request, socket, head, (opened) =>
          serve(core, new MessageSocket(opened, socket, limits), limits),
        ),
    },
    ...(onRefused && { onRefused }),
    ...(onUnknownPeer && { onUnknownPeer }),
  });
  const { name: ideName, paths } = core.host;
  const window = { port: listener.port, pid: process.pid, ideName, workspaceFolders: [...paths.roots] };
  const unwritten = (cause: unknown) =>
    void onError(new Error("Clio's bridge file could not be written, so Clio may not find this window.", { cause }));
  // A window that cannot write its file still serves those who know the port.
  const file = await writeBridgeFile(window, homeFolder).catch(unwritten);
  return {
    port: listener.port,
    url: `ws://127.0.0.1:${listener.port}/`,
    focused: () => void file?.focused().catch(unwritten),
    close: async () => {
      await file?.remove().catch(onError);
      for (const socket of sockets.clients) socket.close(closeCodes.goingAway);
      sockets.close();
      await listener.close();
    },
  };
}

function serve(core: HostCore, socket: MessageSocket, limits: Limits): void {
  const session = new ClioSession(core, {
    mostOpen: limits.openDiffs,
    send: (message) => socket.send(message),
    close: () => socket.close(),
  });
  socket.onMessage((message) => session.receive(message));
  socket.onClose(() => session.end());
}
