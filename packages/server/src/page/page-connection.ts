/** One WebSocket of a page that has proven itself: JSON in, JSON out, and an end when the other side is gone or too slow. */
import type { WebSocket } from "ws";
import { parseJson } from "../json.js";
import type { Limits } from "../limits.js";

export interface PageConnection {
  /** A string is sent as it is, anything else as JSON. After the end it does nothing. */
  send(message: string | object): void;
  /** Parsed messages, in order. There is one listener: the last one given. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, at once if it has ended already. */
  onClose(listener: () => void): void;
  close(): void;
}

/** How often a page that reads slowly is looked at, in milliseconds. */
const BACKLOG_CHECK_MS = 1_000;

/** Close codes of RFC 6455. */
export const closeCodes = { goingAway: 1001, unsupported: 1003, policy: 1008 } as const;

export class PageSocket implements PageConnection {
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
    socket.on("message", (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.once("close", () => this.#ended());
  }

  send(message: string | object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(typeof message === "string" ? message : JSON.stringify(message));
    this.#watchBacklog();
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  onClose(listener: () => void): void {
    if (this.#socket.readyState === this.#socket.CLOSED) listener();
    else this.#socket.once("close", listener);
  }

  close(): void {
    this.#socket.close(closeCodes.goingAway);
  }

  #receive(data: Buffer, isBinary: boolean): void {
    const message = readMessage(data, isBinary, this.#limits.jsonDepth);
    if (message === undefined) this.#socket.close(closeCodes.unsupported);
    else this.#listener(message);
  }

  #ping(): void {
    this.#socket.ping();
    this.#pongDeadline ??= setTimeout(() => this.#socket.terminate(), this.#limits.pongMs).unref();
  }

  #stopWaiting(): void {
    clearTimeout(this.#pongDeadline);
    this.#pongDeadline = undefined;
  }

  /** One large document may wait for a slow line; a page that does not read at all, or less than it is told, is cut off. */
  #watchBacklog(): void {
    const before = this.#socket.bufferedAmount;
    if (this.#backlogCheck || before <= this.#limits.streamBacklogBytes) return;
    this.#backlogCheck = setTimeout(() => {
      this.#backlogCheck = undefined;
      if (this.#socket.bufferedAmount >= before) this.#socket.terminate();
      else this.#watchBacklog();
    }, BACKLOG_CHECK_MS).unref();
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
