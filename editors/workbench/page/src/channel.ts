/** The one WebSocket to the backend: requests by id, messages in order, a connection that comes back by itself. */
import type { RequestName, RequestParams, RequestResult, ToPage } from "@tandem/workbench-shared";
import { reconnectDelay } from "./backoff.js";

/** What the backend says without being asked. */
export type Told = Exclude<ToPage, { type: "reply" | "failure" }>;

export class RequestFailure extends Error {
  readonly code: string;
  /** What the developer can do, if anything. */
  readonly hint: string;

  constructor(code: string, message: string, hint = "") {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

export interface ChannelListener {
  /** Called in the order of arrival; `welcome` is the first after every connect. */
  told(message: Told): void;
  /** The connection is lost, and the channel is already trying again. */
  lost(): void;
}

/** For the developer; those that come along with a failure tell agents what to do. */
const hints: Readonly<Record<string, string>> = {
  FILE_TOO_LARGE: "Open it in a program that is made for such files.",
  BINARY_FILE: "Only text can be shown here.",
};

interface Waiting {
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: RequestFailure) => void;
}

export class Channel {
  readonly #address: string;
  readonly #secret: string;
  readonly #listener: ChannelListener;
  readonly #waiting = new Map<number, Waiting>();
  #socket: WebSocket | undefined;
  #welcomed = false;
  #nextId = 0;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(address: string, secret: string, listener: ChannelListener) {
    this.#address = address;
    this.#secret = secret;
    this.#listener = listener;
  }

  connect(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => this.#send("hello", { secret: this.#secret });
    socket.onmessage = ({ data }) => this.#received(JSON.parse(String(data)) as ToPage);
    socket.onclose = () => this.#closed();
  }

  /** Does not wait for the next attempt if one is due. */
  hurry(): void {
    if (this.#timer !== undefined) this.connect();
  }

  /** Rejects with a `RequestFailure`; with the code CONNECTION_LOST it may or may not have been served. */
  request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResult<N>> {
    if (!this.#welcomed) return Promise.reject(connectionLost());
    const id = this.#send(name, params);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (result: unknown) => void, reject });
    });
  }

  #send(name: RequestName, params: unknown): number {
    const id = this.#nextId++;
    this.#socket?.send(JSON.stringify({ id, name, params }));
    return id;
  }

  #received(message: ToPage): void {
    switch (message.type) {
      case "reply":
        this.#settle(message.id)?.resolve(message.result);
        return;
      case "failure": {
        const { code, message: text } = message.error;
        this.#settle(message.id)?.reject(new RequestFailure(code, text, hints[code]));
        return;
      }
      case "welcome":
        this.#welcomed = true;
        this.#attempt = 0;
        break;
      case "refused":
        if (this.#socket) this.#socket.onclose = null;
        break;
    }
    this.#listener.told(message);
  }

  #settle(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #closed(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    this.#welcomed = false;
    this.#timer = setTimeout(() => this.connect(), reconnectDelay(this.#attempt++, Math.random()));
    this.#listener.lost();
    for (const { reject } of waiting) reject(connectionLost());
  }
}

export function isConnectionLost(error: unknown): boolean {
  return error instanceof RequestFailure && error.code === "CONNECTION_LOST";
}

function connectionLost(): RequestFailure {
  return new RequestFailure("CONNECTION_LOST", "Tandem cannot be reached.", "It is tried again by itself.");
}
