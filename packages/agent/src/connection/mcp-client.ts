/** The agent's side of MCP over a transport: requests that all settle, notifications, and answers to the server's own. */
import { errors, type IdeError, type WireError } from "@tandem/protocol";
import { fromWire } from "../wire-error.js";
import type { JsonMessage, WebSocketTransport } from "./web-socket-transport.js";

/** The newest version spoken through the classic handshake. A server answers with the one that it prefers. */
const PROTOCOL_VERSION = "2025-11-25";

/** How long a call may take, and who may end it. */
export interface RequestOptions {
  readonly signal?: AbortSignal | undefined;
  /** In milliseconds; "none" for calls that wait for a person. */
  readonly timeoutMs?: number | "none" | undefined;
}

/** Of whoever speaks: in the handshake. */
export interface Introduction {
  readonly name: string;
  readonly version: string;
}

/** What a server said of itself. */
export interface ServerInfo {
  readonly name: string;
  readonly version: string;
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
}

/** Something that the server tells unasked. */
export interface Notification {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/** One conversation. Requests may be made at any time and settle in any order. */
export class McpClient {
  readonly #transport: WebSocketTransport;
  readonly #onNotification: (notification: Notification) => void;
  readonly #pending = new Map<number, Pending>();
  #lastId = 0;
  /** Settles when the connection has ended, with the reason. Never rejects. */
  readonly ended: Promise<IdeError>;

  /** Takes a transport that is connected, and reads it from now on. */
  constructor(transport: WebSocketTransport, onNotification: (notification: Notification) => void) {
    this.#transport = transport;
    this.#onNotification = onNotification;
    this.ended = this.#read();
  }

  get isConnected(): boolean {
    return this.#transport.isConnected;
  }

  /** The handshake. */
  async initialize(
    introduction: Introduction,
    capabilities: Readonly<Record<string, unknown>>,
    options: RequestOptions,
  ): Promise<ServerInfo> {
    const params = { protocolVersion: PROTOCOL_VERSION, capabilities, clientInfo: introduction };
    const answer = objectOf(await this.request("initialize", params, options));
    this.notify("notifications/initialized");
    const info = objectOf(answer["serverInfo"]);
    return {
      name: String(info["name"] ?? ""),
      version: String(info["version"] ?? ""),
      protocolVersion: String(answer["protocolVersion"] ?? ""),
      capabilities: objectOf(answer["capabilities"]),
    };
  }

  /** Rejects with the server's error, `TIMED_OUT`, `CONNECTION_LOST`, or as the signal says; the server is told of an abort. */
  request(method: string, params: JsonMessage, options: RequestOptions = {}): Promise<unknown> {
    const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = options;
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      const finish = () => {
        this.#pending.delete(id);
        clearTimeout(timer);
        signal?.removeEventListener("abort", onAbort);
      };
      const give = (reason: unknown) => {
        finish();
        if (this.isConnected) this.notify("notifications/cancelled", { requestId: id, reason: String(reason) });
        reject(reason);
      };
      const onAbort = () => give(signal?.reason);
      const timer =
        timeoutMs === "none" ? undefined : setTimeout(() => give(errors.timedOut(method, timeoutMs)), timeoutMs);
      this.#pending.set(id, {
        method,
        resolve: (result) => {
          finish();
          resolve(result);
        },
        reject: (error) => {
          finish();
          reject(error);
        },
      });
      signal?.addEventListener("abort", onAbort, { once: true });
      try {
        this.#transport.send({ jsonrpc: "2.0", id, method, params });
      } catch (error) {
        finish();
        reject(error);
      }
    });
  }

  /** Without an answer, and without a word if the connection has just ended. */
  notify(method: string, params: JsonMessage = {}): void {
    if (this.isConnected) this.#transport.send({ jsonrpc: "2.0", method, params });
  }

  close(): Promise<void> {
    return this.#transport.close();
  }

  async #read(): Promise<IdeError> {
    try {
      for (;;) this.#take(await this.#transport.receive());
    } catch (error) {
      const lost = error as IdeError;
      for (const { method, reject } of [...this.#pending.values()]) {
        reject(errors.connectionLost(`${lost.message} ${method} had been sent and may have run.`));
      }
      return lost;
    }
  }

  #take(message: JsonMessage): void {
    const { id, method } = message;
    if (typeof method === "string") {
      // What a listener throws is its own affair, not the connection's.
      if (id === undefined) queueMicrotask(() => this.#onNotification({ method, params: objectOf(message["params"]) }));
      else this.#answer(id, method);
      return;
    }
    const pending = typeof id === "number" ? this.#pending.get(id) : undefined;
    if (!pending) return;
    if (message["error"] === undefined) pending.resolve(message["result"]);
    else pending.reject(errorOf(objectOf(message["error"])));
  }

  /** Servers may ask whether we live; nothing else is offered to them. */
  #answer(id: unknown, method: string): void {
    const said =
      method === "ping"
        ? { result: {} }
        : { error: { code: -32601, message: `${method} is not offered by this client.` } };
    if (this.isConnected) this.#transport.send({ jsonrpc: "2.0", id, ...said });
  }
}

const METHOD_NOT_FOUND = -32601;

/** A JSON-RPC error: ours if it carries one, else in its own words. */
function errorOf({ code, message, data }: Record<string, unknown>): IdeError {
  const ours = fromWire(objectOf(data)["error"] as WireError | undefined);
  if (ours) return ours;
  const text = [message, typeof data === "string" ? data : undefined].filter(Boolean).join(": ");
  return code === METHOD_NOT_FOUND ? errors.notSupported(text) : errors.internal(text);
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
