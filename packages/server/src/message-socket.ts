/** One WebSocket that speaks JSON: text frames in and out, and an end when the other side is gone or too slow. */
import type { WebSocket } from "ws";
import { parseJson } from "./json.js";
import type { Limits } from "./limits.js";

/** How often a slow reader is looked at, in milliseconds. */
const BACKLOG_CHECK_MS = 1_000;

/** Close codes of RFC 6455. */
export const closeCodes = { goingAway: 1001, unsupported: 1003, policy: 1008 } as const;

export class MessageSocket {
  readonly #socket: WebSocket;
  readonly #limits: Limits;
  readonly #pinging: NodeJS.Timeout;
  #pongDeadline: NodeJS.Timeout | undefined;
  #backlogCheck: NodeJS.Timeout | undefined;
  #listener: (message: unknown) => void = () => {};

  constructor(socket: WebSocket, limits: Limits) {
    this.#socket = socket;
    this.#limits = limits;
    this.#pinging = setInterval(() => this.#ping(), limits.pingMs).unref();
    socket.on("pong", () => this.#stopWaiting());
    socket.on("message", (data, isBinary) => {
      this.#stopWaiting();
      this.#listener(readMessage(data as Buffer, isBinary, limits.jsonDepth));
    });
    // A message that is too long, or breaks the protocol, ends the connection; `close` follows.
    socket.on("error", () => {});
    socket.once("close", () => this.#ended());
  }

  /** A string is sent as it is, anything else as JSON. After the end it does nothing. */
  send(message: string | object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(typeof message === "string" ? message : JSON.stringify(message));
    if (this.#socket.bufferedAmount > this.#limits.streamBacklogBytes) this.#waitForReader();
  }

  /** Parsed messages, in order; undefined for what is no JSON text or nested too deep. There is one listener: the last. */
  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  /** Called once, at once if it has ended already. */
  onClose(listener: () => void): void {
    if (this.#socket.readyState === this.#socket.CLOSED) listener();
    else this.#socket.once("close", listener);
  }

  close(code: number = closeCodes.goingAway): void {
    this.#socket.close(code);
  }

  #ping(): void {
    if (this.#socket.isPaused) return;
    this.#socket.ping();
    this.#pongDeadline ??= setTimeout(() => this.#overdue(), this.#limits.pongMs).unref();
  }

  /** A process that was held up reads what came meanwhile before it takes the peer for dead. */
  #overdue(): void {
    setImmediate(() => this.#pongDeadline && this.#socket.terminate());
  }

  #stopWaiting(): void {
    if (!this.#pongDeadline) return;
    clearTimeout(this.#pongDeadline);
    this.#pongDeadline = undefined;
  }

  /**
   * Nothing more is read from a peer that does not read itself. One large message may wait for a slow line; a peer that
   * does not read at all, or less than it is told, is cut off.
   */
  #waitForReader(): void {
    if (this.#backlogCheck) return;
    this.#socket.pause();
    this.#stopWaiting();
    const before = this.#socket.bufferedAmount;
    this.#backlogCheck = setTimeout(() => {
      if (this.#socket.bufferedAmount >= before) this.#socket.terminate();
      else this.#goOn();
    }, BACKLOG_CHECK_MS).unref();
    // It goes out behind all that waits.
    this.#socket.ping(undefined, false, () => this.#goOn());
  }

  #goOn(): void {
    clearTimeout(this.#backlogCheck);
    this.#backlogCheck = undefined;
    if (this.#socket.bufferedAmount > this.#limits.streamBacklogBytes) this.#waitForReader();
    else this.#socket.resume();
  }

  #ended(): void {
    clearInterval(this.#pinging);
    clearTimeout(this.#backlogCheck);
    this.#stopWaiting();
  }
}

/** Undefined if it is not JSON text, or nested too deep. */
export function readMessage(data: Buffer, isBinary: boolean, maxDepth: number): unknown {
  if (isBinary) return undefined;
  try {
    return parseJson(data, maxDepth);
  } catch {
    return undefined;
  }
}
