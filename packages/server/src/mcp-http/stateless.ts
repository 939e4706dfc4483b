/** Requests of protocol version 2026-07-28, each of which stands alone: the SDK answers them. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Limits } from "../limits.js";
import type { McpService } from "./service.js";

export class Stateless {
  readonly #handler: ReturnType<typeof createMcpHandler>;
  readonly #answer: ReturnType<typeof toNodeHandler>;

  constructor(service: McpService, limits: Limits, onError: (error: Error) => void) {
    this.#handler = createMcpHandler(() => service.serve(), {
      legacy: "reject",
      onerror: onError,
      keepAliveMs: limits.streamKeepAliveMs,
      maxRequestBodySize: limits.messageBytes,
    });
    this.#answer = toNodeHandler(this.#handler);
  }

  async post(request: IncomingMessage, response: ServerResponse, message: unknown): Promise<void> {
    await this.#answer(request as NodeIncomingMessageLike, response, message);
  }

  async close(): Promise<void> {
    await this.#handler.close();
  }
}
