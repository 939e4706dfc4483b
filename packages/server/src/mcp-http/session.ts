/** One agent's session of the `initialize` era: an SDK server behind POSTs and one GET stream. */
import type { ServerResponse } from "node:http";
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  RequestId,
  Transport,
  TransportSendOptions,
} from "@modelcontextprotocol/server";
import { kindOf } from "../json-rpc.js";
import type { Limits } from "../limits.js";
import { EventStream } from "./event-stream.js";
import { Exchange } from "./exchange.js";
import { sendError } from "./send-error.js";

/** Requests of one POST that wait for their answers. */
interface Waiting {
  readonly exchange: Exchange;
  readonly answers: JSONRPCMessage[];
  /** How many answers it still takes. */
  missing: number;
  readonly batch: boolean;
}

export class Session implements Transport {
  readonly sessionId: string;
  readonly #limits: Limits;
  readonly #attach: () => () => void;
  readonly #waiting = new Map<RequestId, Waiting>();
  #stream: EventStream | undefined;
  #streamResponse: ServerResponse | undefined;
  #lastUsed = performance.now();
  #closed = false;

  onclose?: (() => void) | undefined;
  onerror?: ((error: Error) => void) | undefined;
  onmessage?: ((message: JSONRPCMessage) => void) | undefined;

  /** `attach` is called when the stream opens; what it returns, when the stream ends. */
  constructor(sessionId: string, limits: Limits, attach: () => () => void) {
    this.sessionId = sessionId;
    this.#limits = limits;
    this.#attach = attach;
  }

  /** Milliseconds since the last request; 0 while a stream or an answer is open. */
  get idleMs(): number {
    return this.#streamResponse || this.#waiting.size > 0 ? 0 : performance.now() - this.#lastUsed;
  }

  /** Takes the messages of one POST and answers it. */
  post(messages: readonly JSONRPCMessage[], batch: boolean, response: ServerResponse): void {
    this.#lastUsed = performance.now();
    const requests = messages.filter((message) => kindOf(message) === "request") as JSONRPCRequest[];
    if (
      new Set(requests.map(({ id }) => id)).size < requests.length ||
      requests.some(({ id }) => this.#waiting.has(id))
    ) {
      return sendError(response, 400, -32600, "A request with this id is still being answered.");
    }
    if (requests.length === 0) {
      response.writeHead(202).end();
    } else {
      const exchange = new Exchange(response, this.#limits, { "Mcp-Session-Id": this.sessionId });
      const waiting: Waiting = { exchange, answers: [], missing: requests.length, batch };
      for (const { id } of requests) this.#waiting.set(id, waiting);
    }
    for (const message of messages) {
      this.onmessage?.(message);
      this.#noteCancellation(message);
    }
  }

  /** Opens the stream for what is not an answer. False if there is one already. */
  open(response: ServerResponse): boolean {
    this.#lastUsed = performance.now();
    if (this.#streamResponse) return false;
    this.#streamResponse = response;
    this.#stream = new EventStream(response, this.#limits, { "Mcp-Session-Id": this.sessionId });
    const detach = this.#attach();
    response.once("close", () => {
      detach();
      this.#stream = this.#streamResponse = undefined;
      this.#lastUsed = performance.now();
    });
    return true;
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (!("method" in message)) {
      if (message.id !== undefined) this.#answer(message.id, message);
      return;
    }
    const related = options?.relatedRequestId;
    const waiting = related === undefined ? undefined : this.#waiting.get(related);
    if (waiting) waiting.exchange.notify(message);
    else this.#stream?.send(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const { exchange } of this.#waiting.values()) {
      exchange.answer({ jsonrpc: "2.0", id: null, error: { code: -32000, message: "The session was ended." } }, 404);
    }
    this.#waiting.clear();
    this.#stream?.end();
    this.onclose?.();
  }

  #answer(id: RequestId, message: JSONRPCMessage): void {
    const waiting = this.#waiting.get(id);
    if (!waiting) return;
    waiting.answers.push(message);
    this.#settle(id, waiting);
  }

  /** A cancelled request gets no answer, so its POST must not wait for one. Cancelling what was answered does nothing. */
  #noteCancellation(message: JSONRPCMessage): void {
    if (!("method" in message) || message.method !== "notifications/cancelled") return;
    const id = message.params?.["requestId"] as RequestId | undefined;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (id !== undefined && waiting) this.#settle(id, waiting);
  }

  #settle(id: RequestId, waiting: Waiting): void {
    this.#waiting.delete(id);
    if (--waiting.missing > 0) return;
    if (waiting.answers.length === 0) waiting.exchange.end();
    else waiting.exchange.answer(waiting.batch ? waiting.answers : waiting.answers[0]);
  }
}
