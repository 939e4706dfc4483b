/**
 * The answer to one POST. It is plain JSON if the answer comes soon and alone; it becomes an event stream
 * as soon as something has to be said before the answer, or the answer takes long.
 */
import type { ServerResponse } from "node:http";
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
      if (!this.#answered) this.#gone?.abort();
    });
  }

  /** Aborted when the peer went away before it was answered. */
  get gone(): AbortSignal {
    if (!this.#gone) {
      this.#gone = new AbortController();
      if (this.#response.destroyed && !this.#answered) this.#gone.abort();
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
      sendJson(this.#response, status, body, this.#headers);
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
): void {
  const json = JSON.stringify(body);
  response.writeHead(status, {
    "Content-Type": "application/json",
    "Content-Length": Buffer.byteLength(json),
    ...headers,
  });
  response.end(json);
}
