/** JSON messages over a WebSocket of this machine: one text frame, one message. */
import { claude, errors, type IdeError } from "@tandem/protocol";
import WebSocket from "ws";
import { unlessAborted } from "../abort.js";
import { Heartbeat, type HeartbeatTimes } from "./heartbeat.js";

/** A message in either direction. */
export type JsonMessage = Readonly<Record<string, unknown>>;

const { MAX_MESSAGE_BYTES } = claude;
/** A peer that sends this many messages nobody asks for is hung up on. */
const MAX_UNREAD = 10_000;
/** Longest wait for the peer's part of a close, in milliseconds. */
const CLOSE_MS = 1000;

/** How a WebSocket is opened and kept. */
export interface WebSocketTransportOptions {
  readonly port: number;
  /** Sent in the handshake: the token, under the dialect's name for it. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly subprotocol?: string | undefined;
  /** 10 s if left out. */
  readonly connectMs?: number | undefined;
  /** A ping each 30 s and 10 s for the answer, if left out. */
  readonly heartbeat?: HeartbeatTimes | undefined;
}

/** A connection to 127.0.0.1, and to nothing else: no proxy, no redirect. */
export class WebSocketTransport {
  readonly #options: WebSocketTransportOptions;
  #socket: WebSocket | undefined;
  #heartbeat: Heartbeat | undefined;
  #unread: JsonMessage[] = [];
  #reader: { resolve: (message: JsonMessage) => void; reject: (error: IdeError) => void } | undefined;
  #ended: IdeError | undefined;

  constructor(options: WebSocketTransportOptions) {
    this.#options = options;
  }

  /** True while messages can be sent. A peer that has vanished is noticed by the heartbeat at the latest. */
  get isConnected(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN && this.#ended === undefined;
  }

  /** To be called once. Rejects with `CONNECTION_LOST` if the peer refuses or takes too long, or as the signal says. */
  async connect(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const { port, headers, subprotocol, connectMs = 10_000 } = this.#options;
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, subprotocol === undefined ? [] : [subprotocol], {
      headers: { ...headers },
      handshakeTimeout: connectMs,
      maxPayload: MAX_MESSAGE_BYTES,
      perMessageDeflate: false,
      followRedirects: false,
    });
    this.#socket = socket;
    socket.on("message", (data, isBinary) => this.#take(data, isBinary));
    for (const sign of ["ping", "pong"] as const) socket.on(sign, () => this.#heartbeat?.heard());
    const opened = new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.on("error", (error) => {
        this.#end(`The connection to port ${port} broke: ${error.message}.`);
        reject(this.#ended ?? error);
      });
      socket.once("close", (code, reason) => {
        const why = reason.length > 0 ? ` (${reason.toString("utf8").slice(0, 120)})` : "";
        this.#end(`The editor on port ${port} closed the connection with code ${code}${why}.`);
        reject(this.#ended);
      });
    });
    try {
      await unlessAborted(opened, signal);
    } catch (error) {
      this.#end("The connection was not made.");
      socket.terminate();
      throw error;
    }
    this.#heartbeat = new Heartbeat(
      this.#options.heartbeat ?? { pingMs: 30_000, pongMs: 10_000 },
      () => socket.ping(),
      () => this.#hangUp(`The editor on port ${port} is silent.`),
    );
  }

  /** Throws `CONNECTION_LOST` if there is no connection, `FILE_TOO_LARGE` if the message is too long. Then nothing was sent. */
  send(message: JsonMessage): void {
    if (!this.isConnected) {
      throw errors.connectionLost(`${this.#ended?.message ?? "There is no connection."} Nothing was sent.`);
    }
    const text = JSON.stringify(message);
    const bytes = Buffer.byteLength(text);
    if (bytes > MAX_MESSAGE_BYTES) {
      throw errors.fileTooLarge("The message", bytes, MAX_MESSAGE_BYTES, "Use another way for a file of this size.");
    }
    this.#socket?.send(text);
  }

  /** The next message, in the order of arrival. For one reader at a time. Rejects with `CONNECTION_LOST` after the last one. */
  receive(): Promise<JsonMessage> {
    const next = this.#unread.shift();
    if (next !== undefined) return Promise.resolve(next);
    if (this.#ended) return Promise.reject(this.#ended);
    return new Promise((resolve, reject) => {
      this.#reader = { resolve, reject };
    });
  }

  /** Resolves when the connection is closed, or given up on. */
  async close(): Promise<void> {
    const socket = this.#socket;
    this.#end("The connection was closed by this side.");
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    const patience = setTimeout(() => socket.terminate(), CLOSE_MS);
    socket.close(1000);
    await closed;
    clearTimeout(patience);
  }

  #take(data: WebSocket.RawData, isBinary: boolean): void {
    this.#heartbeat?.heard();
    if (this.#ended) return;
    const message = isBinary ? undefined : parseMessage(data);
    if (message === undefined) return this.#hangUp("The editor sent something that is no message.");
    if (this.#reader) {
      const { resolve } = this.#reader;
      this.#reader = undefined;
      resolve(message);
    } else if (this.#unread.push(message) > MAX_UNREAD) {
      this.#hangUp("The editor sent more than anybody asked for.");
    }
  }

  #hangUp(why: string): void {
    this.#end(why);
    this.#socket?.terminate();
  }

  #end(why: string): void {
    if (this.#ended) return;
    this.#ended = errors.connectionLost(why);
    this.#heartbeat?.stop();
    this.#reader?.reject(this.#ended);
    this.#reader = undefined;
  }
}

function parseMessage(data: WebSocket.RawData): JsonMessage | undefined {
  try {
    const value: unknown = JSON.parse(String(data));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonMessage) : undefined;
  } catch {
    return undefined;
  }
}
