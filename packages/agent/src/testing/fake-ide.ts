/** An editor's WebSocket server, whole and small: the handshake, the tools of one personality, a lock file. */
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { join } from "node:path";
import { lockFileName } from "@tandem/protocol";
import { type WebSocket, WebSocketServer } from "ws";
import type { FakeDiff, FakeDiffs } from "./fake-diffs.js";

/** Of one `tools/call`. */
export interface FakeCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
  /** Who called: one object per connection. */
  readonly owner: object;
}

/** One tool of a fake editor. What it throws becomes a failed result. */
export interface FakeTool {
  readonly inputSchema?: object;
  /** Answered, but not listed. */
  readonly hidden?: boolean;
  /** The texts of the answer. */
  run(call: FakeCall): readonly string[] | Promise<readonly string[]>;
}

/** What makes an editor that editor. */
export interface Personality {
  readonly ideName: string;
  /** The folder below home in which it puts its lock. */
  readonly lockFolder: string;
  /** Under which the token must come; undefined if it asks for none. */
  readonly header: string | undefined;
  readonly subprotocol?: string;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly capabilities: object;
  /** More fields of the lock file. */
  readonly lock?: object;
  readonly diffs: FakeDiffs;
  readonly tools: Readonly<Record<string, FakeTool>>;
}

const PROTOCOL_VERSION = "2024-11-05";
const TOKEN = "0123456789abcdef0123456789abcdef";

/** The editor itself; one per test. */
export class FakeIde {
  readonly personality: Personality;
  /** What was called, in order. */
  readonly calls: FakeCall[] = [];
  /** The headers of each handshake that was let in. */
  readonly handshakes: IncomingHttpHeaders[] = [];
  /** What `initialize` said, of each. */
  readonly introductions: Readonly<Record<string, unknown>>[] = [];
  /** Methods of notifications that came in. */
  readonly notified: string[] = [];
  readonly #listener: Server;
  readonly #server: WebSocketServer;
  readonly #lockPath: string;

  private constructor(personality: Personality, listener: Server, server: WebSocketServer, lockPath: string) {
    this.personality = personality;
    this.#listener = listener;
    this.#server = server;
    this.#lockPath = lockPath;
  }

  /** Listens, then writes the lock below `home`. `lockPort` is told instead of the real port, for a proxy. */
  static async start(
    personality: Personality,
    place: { home: string; folders: readonly string[]; port?: number; lockPort?: (port: number) => Promise<number> },
  ): Promise<FakeIde> {
    const { header, subprotocol } = personality;
    const listener = createServer().listen(place.port ?? 0, "127.0.0.1");
    await new Promise((resolve, reject) => listener.once("listening", resolve).once("error", reject));
    const server = new WebSocketServer({
      server: listener,
      verifyClient: ({ req }: { req: { headers: IncomingHttpHeaders } }) =>
        header === undefined || req.headers[header] === TOKEN,
      handleProtocols: (offered) => (subprotocol !== undefined && offered.has(subprotocol) ? subprotocol : false),
    });
    const { port } = listener.address() as { port: number };
    const told = (await place.lockPort?.(port)) ?? port;
    const folder = join(place.home, personality.lockFolder);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const lockPath = join(folder, lockFileName(told));
    const lock = {
      pid: process.pid,
      workspaceFolders: place.folders,
      ideName: personality.ideName,
      transport: "ws",
      ...(header !== undefined && { authToken: TOKEN }),
      ...personality.lock,
    };
    await writeFile(lockPath, JSON.stringify(lock), { mode: 0o600 });
    await chmod(lockPath, 0o600);
    const ide = new FakeIde(personality, listener, server, lockPath);
    server.on("connection", (socket, request) => {
      ide.handshakes.push(request.headers);
      ide.#serve(socket);
    });
    return ide;
  }

  get port(): number {
    return (this.#listener.address() as { port: number }).port;
  }

  get connections(): number {
    return this.#server.clients.size;
  }

  /** The diff on show, or the next one. */
  nextDiff(): Promise<FakeDiff> {
    return this.personality.diffs.next();
  }

  /** Tells every agent something unasked. */
  notify(method: string, params: object): void {
    this.broadcast({ method, params });
  }

  /** Sends any message to every agent. */
  broadcast(message: object): void {
    for (const socket of this.#server.clients) socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** Breaks every connection without a word. */
  dropConnections(): void {
    for (const socket of this.#server.clients) socket.terminate();
  }

  /** Ends as a killed process does: the lock stays. */
  async crash(): Promise<void> {
    this.dropConnections();
    this.#server.close();
    const closed = new Promise((resolve) => this.#listener.close(resolve));
    this.#listener.closeAllConnections();
    await closed;
  }

  async stop(): Promise<void> {
    await rm(this.#lockPath, { force: true });
    await this.crash();
  }

  #serve(socket: WebSocket): void {
    const owner = {};
    const send = (message: object) => {
      if (socket.readyState === socket.OPEN) socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
    };
    socket.on("close", () => this.personality.diffs.ownerGone(owner));
    socket.on("message", (data) => {
      const { id, method, params } = JSON.parse(String(data)) as Message;
      if (id === undefined) return void this.notified.push(method);
      this.#answer(method, params, owner).then(
        (result) => send({ id, result }),
        (error: Error) => send({ id, error: { code: -32601, message: error.message } }),
      );
    });
  }

  async #answer(method: string, params: Params, owner: object): Promise<object> {
    const { serverInfo, capabilities, tools } = this.personality;
    switch (method) {
      case "initialize":
        this.introductions.push({ ...params });
        return { protocolVersion: PROTOCOL_VERSION, capabilities, serverInfo };
      case "tools/list":
        return {
          tools: Object.entries(tools)
            .filter(([, { hidden }]) => !hidden)
            .map(([name, { inputSchema = { type: "object", properties: {} } }]) => ({ name, inputSchema })),
        };
      case "tools/call": {
        const call = { tool: params.name, input: params.arguments, key: params._meta?.["tandem/key"], owner };
        this.calls.push(call);
        return result(() => tools[params.name]?.run(call));
      }
      default:
        throw new Error(`There is no method ${method}.`);
    }
  }
}

async function result(run: () => ReturnType<FakeTool["run"]> | undefined): Promise<object> {
  try {
    const texts = await run();
    if (texts === undefined) throw new Error("There is no such tool.");
    return { content: texts.map((text) => ({ type: "text", text })) };
  } catch (error) {
    return { isError: true, content: [{ type: "text", text: (error as Error).message }] };
  }
}

interface Params {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly _meta?: { readonly "tandem/key"?: string };
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params: Params;
}
