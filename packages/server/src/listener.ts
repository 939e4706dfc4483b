/**
 * The only place that opens a port. What is served through it has passed the gate: a handler is never called
 * for a request that has not.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type GateRules, type Refusal, type Route, refusal } from "./gate.js";
import type { Limits } from "./limits.js";
import { type PeerUser, PeerUsers } from "./peer-users.js";
import { isTaken, unclaimedPort } from "./ports.js";

export interface ListenerOptions {
  /** 0 = any free one that the system gives to nobody by itself: it is still free if the window comes back to it. */
  readonly port: number;
  readonly gate: Omit<GateRules, "port">;
  readonly limits: Limits;
  readonly handler: (request: IncomingMessage, response: ServerResponse) => void;
  /** Set on every answer, refusals included. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Without it a request to change the protocol is served as if it had not asked. */
  readonly upgrade?: Upgrade;
  /** Told of every refusal, for the log. */
  readonly onRefused?: (refusal: Refusal) => void;
  /** Told of every connection of which the kernel does not tell whose it is, for the log; it is let in. */
  readonly onUnknownPeer?: () => void;
}

export interface Upgrade {
  /** Instead of the gate's own routes. */
  readonly routes: readonly Route[];
  /** The socket is the handler's from now on, and is ended at the latest when the listener closes. */
  readonly handler: (request: IncomingMessage, socket: Socket, head: Buffer) => void;
}

export interface Listener {
  readonly port: number;
  /** Ends every connection; resolves when the port is free again. */
  close(): Promise<void>;
}

const TRIES_FOR_ANY_PORT = 20;

/** Of all ports of this process. */
const peerUsers = new PeerUsers();

/** Binds 127.0.0.1, and ::1 on the same port where there is one. Rejects with EADDRINUSE if either is taken. */
export async function openListener(options: ListenerOptions): Promise<Listener> {
  if (options.port !== 0) return openOnce(options);
  for (let tries = TRIES_FOR_ANY_PORT; tries > 0; tries--) {
    try {
      return await openOnce({ ...options, port: unclaimedPort() });
    } catch (error) {
      if (!isTaken(error)) throw error;
    }
  }
  return openOnce(options);
}

async function openOnce(options: ListenerOptions): Promise<Listener> {
  const strangers = new Strangers(options.limits);
  const upgraded = new Set<Socket>();
  const v4 = gatedServer(options, strangers, upgraded);
  const port = await listen(v4, "127.0.0.1", options.port);
  const v6 = gatedServer(options, strangers, upgraded);
  try {
    await listen(v6, "::1", port);
  } catch (error) {
    if (isTaken(error)) {
      await closeServer(v4);
      throw error;
    }
    // No IPv6 on this machine: 127.0.0.1 alone is right.
  }
  return {
    port,
    close: async () => {
      for (const socket of upgraded) socket.destroy();
      await Promise.all([closeServer(v4), closeServer(v6)]);
    },
  };
}

/** RFC 6455 asks for it; Node takes an upgrade in every version. */
const otherHttp: Refusal = { status: 400, reason: "An upgrade needs HTTP/1.1." };

function gatedServer(options: ListenerOptions, strangers: Strangers, upgraded: Set<Socket>): Server {
  const { gate, limits, headers = {}, upgrade } = options;
  /** `pass` is called if the request may; otherwise `refuse`, with the reason. At once, on a connection that is known. */
  const check = (
    request: IncomingMessage,
    routes: readonly Route[],
    pass: () => void,
    refuse: (refusal: Refusal) => void,
  ) => {
    const { socket } = request;
    /** True if it may go on. */
    const goesOn = (peer: PeerUser): boolean => {
      const refused = refusal(headOf(request, peer), { ...gate, routes, port: socket.localPort ?? 0 });
      if (!refused) return true;
      options.onRefused?.(refused);
      refuse({ ...refused, headers: { ...headers, ...refused.headers } });
      return false;
    };
    const peer = peerUsers.of(socket);
    // Whoever knows what to say is no stranger while it is looked up whose program it is.
    if (!goesOn(typeof peer === "string" ? peer : "unknown")) return;
    strangers.passed(socket);
    if (typeof peer === "string") pass();
    else void peer.then((user) => !socket.destroyed && goesOn(user) && pass());
  };
  const server = createServer(
    {
      headersTimeout: limits.headMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.idleMs,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      // A missing Host is refused by the gate, in its own words.
      requireHostHeader: false,
    },
    (request, response) => serve(request, response),
  );
  const serve = (request: IncomingMessage, response: ServerResponse, onPassed = () => {}) => {
    const pass = () => {
      for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
      onPassed();
      options.handler(request, response);
    };
    check(request, gate.routes, pass, (refused) => refuse(request, response, refused));
  };
  if (upgrade) {
    server.on("upgrade", (request, socket: Socket, head) => {
      // Node has let go of the socket: what goes wrong on it is ours to hear.
      socket.on("error", () => socket.destroy());
      const pass = () => {
        if (request.httpVersion !== "1.1") return refuseUpgrade(socket, otherHttp);
        upgraded.add(socket);
        socket.once("close", () => upgraded.delete(socket));
        upgrade.handler(request, socket, head);
      };
      check(request, upgrade.routes, pass, (refused) => refuseUpgrade(socket, refused));
    });
  }
  server.maxConnections = limits.connections;
  // Node would drop the headers past its default count, and the gate has to see every one; their size is limited.
  server.maxHeadersCount = 0;
  server.on("connection", (socket) => {
    strangers.arrived(socket);
    // Known, mostly, by the time the first request has come.
    void Promise.resolve(peerUsers.of(socket)).then((user) => {
      if (user === "unknown" && !socket.destroyed) options.onUnknownPeer?.();
    });
  });
  // Node would answer malformed requests with details of its own; a bare close tells nothing.
  server.on("clientError", (_error, socket) => socket.destroy());
  server.on("checkContinue", (request, response) => serve(request, response, () => response.writeContinue()));
  server.on("connect", (_request, socket) => socket.destroy());
  return server;
}

/** Connections that have not passed the gate: they have little time, and the oldest make room when there are too many. */
class Strangers {
  readonly #since = new Map<Socket, number>();
  readonly #limits: Limits;
  #trimming = false;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  arrived(socket: Socket): void {
    this.#since.set(socket, performance.now());
    const deadline = setTimeout(() => this.#since.has(socket) && socket.destroy(), this.#limits.headMs);
    deadline.unref();
    socket.once("close", () => {
      clearTimeout(deadline);
      this.#since.delete(socket);
    });
    if (this.#since.size > this.#limits.strangers) this.#trimSoon();
  }

  passed(socket: Socket): void {
    this.#since.delete(socket);
  }

  /** Many who speak at once are welcome; those who were silent for the grace time are cut. */
  #trimSoon(): void {
    if (this.#trimming) return;
    this.#trimming = true;
    setTimeout(() => setImmediate(() => this.#trim()), this.#limits.strangerGraceMs).unref();
  }

  #trim(): void {
    this.#trimming = false;
    const young = performance.now() - this.#limits.strangerGraceMs;
    for (const [socket, since] of this.#since) {
      if (this.#since.size <= this.#limits.strangers) return;
      if (since > young) return this.#trimSoon();
      this.#since.delete(socket);
      socket.destroy();
    }
  }
}

function headOf(request: IncomingMessage, peer: PeerUser) {
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    rawHeaders: request.rawHeaders,
    remoteAddress: request.socket.remoteAddress,
    peer,
  };
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, reason, headers }: Refusal): void {
  // The body was not read, so the connection cannot be used again.
  const { socket } = request;
  response.writeHead(status, { ...headers, "Content-Type": "text/plain; charset=utf-8", Connection: "close" });
  response.end(`${reason}\n`, () => socket.destroySoon());
}

/** The same answer, written by hand: Node makes no response for a request that asks to change the protocol. */
function refuseUpgrade(socket: Socket, { status, reason, headers }: Refusal): void {
  const body = `${reason}\n`;
  const fields = {
    ...headers,
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Length": `${Buffer.byteLength(body)}`,
    Connection: "close",
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join("")}\r\n${body}`, () =>
    socket.destroySoon(),
  );
}

async function listen(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port, exclusive: true }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  return (server.address() as AddressInfo).port;
}

async function closeServer(server: Server): Promise<void> {
  if (!server.listening) return;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
