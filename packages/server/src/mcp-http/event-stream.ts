/** Server-sent events on one response. A silent stream is kept alive; a reader that falls too far behind is cut off. */
import type { ServerResponse } from "node:http";
import type { Limits } from "../limits.js";

export class EventStream {
  readonly #response: ServerResponse;
  readonly #limits: Limits;
  readonly #keepAlive: NodeJS.Timeout;

  constructor(response: ServerResponse, limits: Limits, headers: Readonly<Record<string, string>> = {}) {
    this.#response = response;
    this.#limits = limits;
    response.writeHead(200, {
      "Content-Type": "text/event-stream",
      "Cache-Control": "no-cache, no-transform",
      ...headers,
    });
    response.flushHeaders();
    this.#keepAlive = setInterval(() => this.#write(": keep-alive\n\n"), limits.streamKeepAliveMs);
    this.#keepAlive.unref();
    response.once("close", () => clearInterval(this.#keepAlive));
  }

  send(message: unknown): void {
    this.#write(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  end(): void {
    clearInterval(this.#keepAlive);
    this.#response.end();
  }

  /** What waits from before decides: a single large message is never its own undoing. */
  #write(text: string): void {
    if (this.#response.destroyed || this.#response.writableEnded) return;
    if (this.#response.writableLength > this.#limits.streamBacklogBytes) this.#response.destroy();
    else this.#response.write(text);
  }
}
