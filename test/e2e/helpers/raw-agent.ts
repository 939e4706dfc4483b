/** An agent of the sessions era on one kept-alive plain connection. */
import { type HeaderLine, headerOf, messageOf, RawConnection, type RawResponse, requestBytes } from "./raw-http.js";

export const PROTOCOL_VERSION = "2025-11-25";
export const ACCEPT: HeaderLine = ["Accept", "application/json, text/event-stream"];
export const JSON_TYPE: HeaderLine = ["Content-Type", "application/json"];

export const initializeBody = rpcBody("initialize", 0, {
  protocolVersion: PROTOCOL_VERSION,
  capabilities: {},
  clientInfo: { name: "raw-agent", version: "1.0.0" },
});

/** Without an id: a notification. */
export function rpcBody(method: string, id: number | undefined, params?: unknown): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

export function callBody(id: number, tool: string, input: unknown): string {
  return rpcBody("tools/call", id, { name: tool, arguments: input });
}

export class RawAgent {
  readonly session: string;
  readonly #port: number;
  readonly #extra: readonly HeaderLine[];
  readonly connection: RawConnection;
  #lastId = 0;

  private constructor(connection: RawConnection, port: number, session: string, extra: readonly HeaderLine[]) {
    this.connection = connection;
    this.#port = port;
    this.session = session;
    this.#extra = extra;
  }

  /** Connects and initializes. `extra` headers go with every request. */
  static async connect(port: number, extra: readonly HeaderLine[] = []): Promise<RawAgent> {
    const connection = await RawConnection.open(port);
    const headers: HeaderLine[] = [["Host", `127.0.0.1:${port}`], ACCEPT, JSON_TYPE, ...extra];
    connection.send(requestBytes({ headers, body: initializeBody }));
    const response = await connection.response();
    const session = response === "closed" ? undefined : headerOf(response, "mcp-session-id");
    if (session === undefined) throw new Error(`initialize was answered ${JSON.stringify(response)}.`);
    const agent = new RawAgent(connection, port, session, extra);
    await agent.post(rpcBody("notifications/initialized", undefined));
    return agent;
  }

  /** The headers of this agent's session, for requests made by hand. */
  headers(...more: readonly HeaderLine[]): readonly HeaderLine[] {
    return [["Host", `127.0.0.1:${this.#port}`], ACCEPT, ["Mcp-Session-Id", this.session], ...this.#extra, ...more];
  }

  async post(body: string, ...more: readonly HeaderLine[]): Promise<RawResponse> {
    this.connection.send(requestBytes({ headers: this.headers(JSON_TYPE, ...more), body }));
    const response = await this.connection.response();
    if (response === "closed") throw new Error("The connection was closed instead of an answer.");
    return response;
  }

  /** The whole JSON-RPC answer. */
  async call(tool: string, input: unknown = {}): Promise<Record<string, unknown>> {
    return messageOf(await this.post(callBody(++this.#lastId, tool, input)));
  }

  /** The same session on a connection of its own, where something is to wait. */
  async openStream(): Promise<{ connection: RawConnection; status: number | "closed" }> {
    const connection = await RawConnection.open(this.#port);
    connection.send(requestBytes({ method: "GET", headers: this.headers() }));
    const head = await connection.head();
    return { connection, status: head === "closed" ? head : head.status };
  }

  async disconnect(): Promise<void> {
    this.connection.close();
    await this.connection.closed;
  }
}
