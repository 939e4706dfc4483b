/**
 * The answer to one POST. It is plain JSON if the answer comes soon and alone; it becomes an event stream
 * as soon as something has to be said before the answer, or the answer takes long.
 */
import type { ServerResponse } from "node:http";
import { Disconnected } from "@tandem/host";
import type { Limits } from "../limits.js";
import { EventStream } from "./event-stream.js";

export class Exchange {
  readonly #response: ServerResponse;
  readonly #limits: Limits;
  readonly #headers: Readonly<Record<string, string>>;
  /** Made when it is asked for: most answers come before anybody asks. */
  #gone: AbortController | undefined;
  readonly #streamTimer: NodeJS.Timeout;
  #stream: EventStream | undefined;
  #answered = false;

  constructor(response: ServerResponse, limits: Limits, headers: Readonly<Record<string, string>> = {}) {
    this.#response = response;
    this.#limits = limits;
    this.#headers = headers;
    this.#streamTimer = setTimeout(() => this.#openStream(), limits.streamAfterMs);
    this.#streamTimer.unref();
    response.once("close", () => {
      clearTimeout(this.#streamTimer);
      if (!this.#answered) this.#gone?.abort(new Disconnected());
    });
  }

  /** Aborted when the peer went away before it was answered. */
  get gone(): AbortSignal {
    if (!this.#gone) {
      this.#gone = new AbortController();
      if (this.#response.destroyed && !this.#answered) this.#gone.abort(new Disconnected());
    }
    return this.#gone.signal;
  }

  /** Says something before the answer. */
  notify(message: unknown): void {
    if (!this.#answered) this.#openStream().send(message);
  }

  /** The answer: one message, or the messages of a batch. Later answers are dropped. */
  answer(body: unknown, status = 200): void {
    if (this.#answered) return;
    this.#answered = true;
    clearTimeout(this.#streamTimer);
    if (this.#stream) {
      for (const message of Array.isArray(body) ? body : [body]) this.#stream.send(message);
      this.#stream.end();
    } else {
      sendJson(this.#response, status, body, this.#headers, this.#limits);
    }
  }

  /** Ends it without an answer: the peer does not want one any more. */
  end(): void {
    if (this.#answered) return;
    this.#answered = true;
    clearTimeout(this.#streamTimer);
    if (this.#stream) this.#stream.end();
    else this.#response.writeHead(202, this.#headers).end();
  }

  #openStream(): EventStream {
    this.#stream ??= new EventStream(this.#response, this.#limits, this.#headers);
    return this.#stream;
  }
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
  limits?: Limits,
): void {
  const json = JSON.stringify(body);
  const length = Buffer.byteLength(json);
  if (limits && length > SMALL_ANSWER_BYTES && !watchReader(response, length, limits)) return;
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": length, ...headers });
  response.end(json);
}

/** Answers up to this size fit the system's own buffers and need no watching. */
const SMALL_ANSWER_BYTES = 65_536;

/** Bytes of large answers that wait for their readers, in this process. */
let waitingBytes = 0;

/** Cuts off a reader that takes nothing; false if too much waits already, and then the connection is ended. */
function watchReader(response: ServerResponse, length: number, limits: Limits): boolean {
  const { socket } = response;
  if (!socket || waitingBytes + length > limits.answerBacklogBytes) {
    response.destroy();
    return false;
  }
  waitingBytes += length;
  // A socket on which nothing moves for that long is ended by its server.
  socket.setTimeout(limits.answerStallMs);
  response.once("close", () => {
    waitingBytes -= length;
    socket.setTimeout(0);
  });
  return true;
}
