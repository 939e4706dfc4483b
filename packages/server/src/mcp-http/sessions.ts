/** The sessions of the `initialize` era, by their ids. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isInitializeRequest, type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import type { AgentInfo } from "@tandem/host";
import { kindOf } from "../json-rpc.js";
import type { Limits } from "../limits.js";
import { sendError } from "./send-error.js";
import type { AgentServer, McpService } from "./service.js";
import { Session } from "./session.js";

interface Entry {
  /** Whether the session was begun with the window's token; every later request has to be like it. */
  readonly withToken: boolean;
  readonly session: Session;
  readonly server: AgentServer;
}

export class Sessions {
  readonly #entries = new Map<string, Entry>();
  readonly #service: McpService;
  readonly #limits: Limits;

  constructor(service: McpService, limits: Limits) {
    this.#service = service;
    this.#limits = limits;
  }

  /** Takes a message or, as 2025-03-26 allows, a batch of them. */
  async post(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void> {
    const batch = Array.isArray(body);
    const messages = (batch ? body : [body]) as JSONRPCMessage[];
    if (batch && !takesBatch(request, messages.length, this.#limits)) {
      return sendError(response, 400, -32600, "Batches ended with protocol version 2025-06-18, and were short before.");
    }
    if (messages.length === 0 || !messages.every(kindOf)) {
      return sendError(response, 400, -32600, "This is not a JSON-RPC message.");
    }
    if (!messages.some(asksToInitialize)) return this.#find(request, response)?.session.post(messages, batch, response);
    const [initialize] = messages;
    if (batch || !isInitializeRequest(initialize)) {
      return sendError(response, 400, -32600, "An initialize request stands alone and says who the client is.");
    }
    if (JSON.stringify(initialize.params).length > this.#limits.initializeLength) {
      return sendError(response, 413, -32600, "An initialize request may not be this long.");
    }
    const session = await this.#begin(initialize.params.clientInfo, hasToken(request));
    session.post(messages, batch, response);
  }

  get(request: IncomingMessage, response: ServerResponse): void {
    if (!/text\/(event-stream|\*)|\*\/\*/.test(request.headers.accept ?? "*/*")) {
      return sendError(response, 406, -32000, "A GET has to accept text/event-stream.");
    }
    const session = this.#find(request, response)?.session;
    if (session && !session.open(response)) {
      sendError(response, 409, -32000, "This session has a stream already.");
    }
  }

  async delete(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const entry = this.#find(request, response);
    if (!entry) return;
    await this.#end(entry);
    response.writeHead(200).end();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#entries.values()].map((entry) => this.#end(entry)));
  }

  async #begin(info: AgentInfo, withToken: boolean): Promise<Session> {
    await this.#makeRoom();
    const server = this.#service.join(info);
    const session = new Session(randomBytes(16).toString("hex"), this.#limits, server.attach);
    const entry = { withToken, session, server };
    this.#entries.set(session.sessionId, entry);
    server.onDisconnect(() => void this.#end(entry));
    await server.server.connect(session);
    return session;
  }

  /** The session that a request names; answers the request itself if there is none. */
  #find(request: IncomingMessage, response: ServerResponse): Entry | undefined {
    const version = request.headers["mcp-protocol-version"];
    if (version !== undefined && !SUPPORTED_PROTOCOL_VERSIONS.includes(String(version))) {
      sendError(
        response,
        400,
        -32000,
        `Unsupported protocol version; supported are ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}.`,
      );
      return undefined;
    }
    const id = request.headers["mcp-session-id"];
    if (id === undefined) {
      sendError(
        response,
        400,
        -32000,
        "No session: send initialize first, or a request of protocol version 2026-07-28.",
      );
      return undefined;
    }
    const entry = this.#entries.get(String(id));
    if (entry && entry.withToken === hasToken(request)) {
      entry.server.seen();
      return entry;
    }
    sendError(response, 404, -32001, "There is no such session; send initialize again.");
    return undefined;
  }

  async #end(entry: Entry): Promise<void> {
    this.#entries.delete(entry.session.sessionId);
    await entry.server.server.close();
    await entry.session.close();
    entry.server.leave();
  }

  /** Forgets sessions that have been silent too long, and one more if there are too many. */
  async #makeRoom(): Promise<void> {
    const bySilence = [...this.#entries.values()].sort((a, b) => b.session.idleMs - a.session.idleMs);
    const over = this.#entries.size - this.#limits.sessions + 1;
    const leaving = bySilence.filter((entry, i) => i < over || entry.session.idleMs > this.#limits.sessionIdleMs);
    await Promise.all(leaving.map((entry) => this.#end(entry)));
  }
}

/** Only 2025-03-26 knew batches; a client that does not name its version may be of that time. */
function takesBatch({ headers }: IncomingMessage, length: number, limits: Limits): boolean {
  const version = headers["mcp-protocol-version"];
  return length <= limits.batchMessages && (version === undefined || String(version) <= "2025-03-26");
}

function asksToInitialize(message: JSONRPCMessage): boolean {
  return "method" in message && message.method === "initialize";
}

/** The gate has let no wrong token through. */
function hasToken(request: IncomingMessage): boolean {
  return request.headers.authorization !== undefined;
}
