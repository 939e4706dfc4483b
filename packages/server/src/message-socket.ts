/** One WebSocket that speaks JSON: text frames in and out, and an end when the other side is gone or too slow. */
import type { Socket } from "node:net";
import type { WebSocket } from "ws";
import { parseJson } from "./json.js";
import type { Limits } from "./limits.js";

/** Up to this size what waits is not worth a look, in bytes. */
const SMALL_BACKLOG_BYTES = 65_536;

/** All that have not ended, of all doors. */
const open = new Set<MessageSocket>();

/** Close codes of RFC 6455. */
export const closeCodes = { goingAway: 1001, unsupported: 1003, policy: 1008 } as const;

export class MessageSocket {
  readonly #socket: WebSocket;
  readonly #wire: Socket;
  readonly #limits: Limits;
  readonly #pinging: NodeJS.Timeout;
  #pongDeadline: NodeJS.Timeout | undefined;
  #backlogCheck: NodeJS.Timeout | undefined;
  #listener: (message: unknown) => void = () => {};

  /** `wire` is what carries the WebSocket. */
  constructor(socket: WebSocket, wire: Socket, limits: Limits) {
    this.#socket = socket;
    this.#wire = wire;
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
    open.add(this);
  }

  /** A string is sent as it is, anything else as JSON. After the end it does nothing. */
  send(message: string | object): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(typeof message === "string" ? message : JSON.stringify(message));
    if (this.waiting > SMALL_BACKLOG_BYTES) makeRoom(this.#limits.answerBacklogBytes);
    if (this.waiting > this.#limits.streamBacklogBytes) this.#waitForReader();
  }

  /** Bytes that wait for the reader. */
  get waiting(): number {
    return this.#socket.readyState === this.#socket.OPEN ? this.#socket.bufferedAmount : 0;
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

  /** Without a word: what waits is dropped. */
  cut(): void {
    this.#socket.terminate();
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
   * Nothing more is read from a peer that does not read itself. Much may wait for a slow line; a peer that takes nothing
   * of it is cut off.
   */
  #waitForReader(): void {
    if (this.#backlogCheck) return;
    this.#socket.pause();
    this.#stopWaiting();
    const before = takenFrom(this.#wire);
    this.#backlogCheck = setTimeout(() => {
      if (takenFrom(this.#wire) === before) this.cut();
      else this.#goOn();
    }, this.#limits.answerStallMs).unref();
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
    open.delete(this);
  }
}

/** Cuts off those for whom most waits, until no more waits for all of them than that. */
function makeRoom(mostBytes: number): void {
  const slowest = [...open].sort((a, b) => a.waiting - b.waiting);
  let bytes = slowest.reduce((sum, { waiting }) => sum + waiting, 0);
  while (bytes > mostBytes) {
    const next = slowest.pop();
    bytes -= next?.waiting ?? bytes;
    next?.cut();
  }
}

/** Changes whenever the system takes some of what waits; a write counts as done only when the last of it was taken. */
function takenFrom(wire: Socket): string {
  // Node has no public name for what is left of the write that it is at.
  const { _handle: handle } = wire as { _handle?: { readonly writeQueueSize?: number } | null };
  return `${wire.bytesWritten - wire.writableLength} ${handle?.writeQueueSize}`;
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
