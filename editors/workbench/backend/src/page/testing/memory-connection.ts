/** A page's connection without a wire: what the backend sends is kept until it is asked for. */
import type { PageConnection } from "@tandem/server";
import type { RequestName, RequestParams, RequestResult, ToPage } from "@tandem/workbench-shared";

type Reply = Extract<ToPage, { type: "reply" | "failure" }>;

export class MemoryConnection implements PageConnection {
  /** Everything but answers, in order, as it went over the wire. */
  readonly told: ToPage[] = [];
  closed = false;
  readonly #waiting = new Map<number, (reply: Reply) => void>();
  readonly #watchers = new Set<() => void>();
  #listener: (message: unknown) => void = () => {};
  #onClose: () => void = () => {};
  #nextId = 1;

  send(message: string | object): void {
    if (this.closed) return;
    const read = JSON.parse(typeof message === "string" ? message : JSON.stringify(message)) as ToPage;
    if (read.type === "reply" || read.type === "failure") this.#waiting.get(read.id)?.(read);
    else this.told.push(read);
    for (const look of this.#watchers) look();
  }

  onMessage(listener: (message: unknown) => void): void {
    this.#listener = listener;
  }

  onClose(listener: () => void): void {
    this.#onClose = listener;
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.#onClose();
  }

  /** What the page says, whatever it is. */
  say(message: unknown): void {
    this.#listener(message);
  }

  /** The answer to a request. */
  ask(name: string, params: unknown): Promise<Reply> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.say({ id, name, params });
    });
  }

  /** The result of a request that goes well. */
  async request<N extends RequestName>(name: N, params: RequestParams<N>): Promise<RequestResult<N>> {
    const reply = await this.ask(name, params);
    if (reply.type === "failure") throw new Error(`${name} failed: ${JSON.stringify(reply.error)}`);
    return reply.result as RequestResult<N>;
  }

  /** The code of a request that fails. */
  async failure(name: string, params: unknown): Promise<string> {
    const reply = await this.ask(name, params);
    return reply.type === "failure" ? reply.error.code : `answered ${JSON.stringify(reply.result)}`;
  }

  /** The newest message of a kind. */
  last<T extends ToPage["type"]>(type: T): Extract<ToPage, { type: T }> | undefined {
    return this.told.findLast((message): message is Extract<ToPage, { type: T }> => message.type === type);
  }

  /** Resolves once the newest message of a kind is as wanted; vitest's own limit ends the wait. */
  async until<T extends ToPage["type"]>(type: T, holds: (message: Extract<ToPage, { type: T }>) => boolean) {
    for (;;) {
      const message = this.last(type);
      if (message && holds(message)) return message;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#watchers.delete(look);
          resolve();
        };
        this.#watchers.add(look);
      });
    }
  }
}
