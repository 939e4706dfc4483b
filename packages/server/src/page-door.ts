/**
 * The page's own port: its files, and the WebSocket that it talks through. The same gate as everywhere stands before
 * both; the secret of the window's link, which no request carries, comes as the first message of the WebSocket.
 */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { sameToken } from "./auth-token.js";
import type { Refusal } from "./gate.js";
import { limits as defaultLimits, type Limits } from "./limits.js";
import { openListener } from "./listener.js";
import { closeCodes, readMessage } from "./message-socket.js";
import { type PageConnection, PageSocket } from "./page/page-connection.js";
import { type PageFiles, readPageFiles } from "./page/page-files.js";
import { contentPolicy, pageHeaders } from "./page/page-headers.js";

export interface PageDoorOptions {
  /** The built page: `index.html`, and `assets/` with hashes in their names. Read once. */
  readonly folder: string;
  /** What `hello` has to say. */
  readonly secret: string;
  /** Left out or 0: any free one. */
  readonly port?: number;
  readonly extraHosts?: readonly string[];
  readonly limits?: Partial<Limits>;
  /** Called when a page has proven itself; nothing but the answer to its `hello` was sent before. */
  readonly onConnection: (connection: PageConnection) => void;
  readonly onRefused?: (refusal: Refusal) => void;
}

export interface PageDoor {
  readonly port: number;
  /** Without the secret; the link is this, `#` and the secret. */
  readonly url: string;
  /** Ends every connection; resolves when the port is free again. */
  close(): Promise<void>;
}

export const CHANNEL_PATH = "/channel";

/** Rejects if there is no page in the folder, or with EADDRINUSE if the given port is taken. */
export async function openPageDoor(options: PageDoorOptions): Promise<PageDoor> {
  const { folder, secret, port = 0, extraHosts = [], onConnection, onRefused } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const page = await readPageFiles(folder);
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: limits.messageBytes,
    perMessageDeflate: false,
    clientTracking: true,
  });
  const listener = await openListener({
    port,
    limits,
    headers: pageHeaders,
    gate: {
      routes: ["/", ...page.files.keys()].map((path) => ({ path, methods: ["GET"] })),
      tokenRequired: false,
      extraHosts,
    },
    handler: (request, response) => servePage(page, request, response),
    upgrade: {
      routes: [{ path: CHANNEL_PATH, methods: ["GET"], ownOriginOnly: true }],
      handler: (request, socket, head) =>
        sockets.handleUpgrade(request, socket, head, (opened) =>
          awaitHello(opened, socket, secret, limits, onConnection),
        ),
    },
    ...(onRefused && { onRefused }),
  });
  return {
    port: listener.port,
    url: `http://127.0.0.1:${listener.port}/`,
    close: async () => {
      for (const socket of sockets.clients) socket.close(closeCodes.goingAway);
      sockets.close();
      await listener.close();
    },
  };
}

const NONCE_BYTES = 16;
const FOR_A_YEAR = "public, max-age=31536000, immutable";

/** The gate lets nothing through but the page and its files. */
function servePage({ files, index }: PageFiles, request: IncomingMessage, response: ServerResponse): void {
  const file = files.get(request.url ?? "");
  if (file) {
    response.setHeader("Content-Type", file.type);
    response.setHeader("Cache-Control", file.hashed ? FOR_A_YEAR : "no-cache");
    response.end(file.bytes);
    return;
  }
  const nonce = randomBytes(NONCE_BYTES).toString("base64");
  response.setHeader("Content-Security-Policy", contentPolicy(nonce));
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "no-cache");
  response.end(index(nonce));
}

/** The first message has to be `hello` with the right secret, and has to come soon. */
function awaitHello(
  socket: WebSocket,
  wire: Socket,
  secret: string,
  limits: Limits,
  onConnection: (connection: PageConnection) => void,
): void {
  const refuse = () => {
    socket.send(JSON.stringify({ type: "refused" }));
    socket.close(closeCodes.policy);
  };
  const deadline = setTimeout(refuse, limits.headMs).unref();
  // A message that is too long, or breaks the protocol, ends the connection; `close` follows.
  socket.on("error", () => {});
  socket.once("close", () => clearTimeout(deadline));
  socket.once("message", (data, isBinary) => {
    clearTimeout(deadline);
    const hello = readHello(readMessage(data as Buffer, isBinary, limits.jsonDepth));
    if (!hello || !sameToken(hello.secret, secret)) return refuse();
    const connection = new PageSocket(socket, wire, limits);
    connection.send({ type: "reply", id: hello.id, result: {} });
    onConnection(connection);
  });
}

function readHello(message: unknown): { id: number; secret: string } | undefined {
  const { id, name, params } = (message ?? {}) as Partial<Record<string, unknown>>;
  const { secret } = (params ?? {}) as Partial<Record<string, unknown>>;
  return name === "hello" && typeof id === "number" && typeof secret === "string" ? { id, secret } : undefined;
}
