/** Requests of protocol version 2026-07-28: each stands alone and says who asks. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  createMcpHandler,
  PROTOCOL_VERSION_META_KEY,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { AgentInfo } from "@tandem/host";
import { findTool } from "@tandem/protocol";
import type { Limits } from "../limits.js";
import { serverInfo } from "../mcp/tool-server.js";
import { Exchange } from "./exchange.js";
import { kindOf } from "./json-rpc.js";
import { type McpService, type StatelessCall, UNKNOWN_AGENT } from "./service.js";

export const STATELESS_VERSION = "2026-07-28";

const COMPLETE = { resultType: "complete", _meta: { [SERVER_INFO_META_KEY]: serverInfo } };

export class Stateless {
  readonly #service: McpService;
  readonly #limits: Limits;
  readonly #handler: ReturnType<typeof createMcpHandler>;
  readonly #answer: ReturnType<typeof toNodeHandler>;
  readonly #onError: (error: Error) => void;

  constructor(service: McpService, limits: Limits, onError: (error: Error) => void) {
    this.#service = service;
    this.#limits = limits;
    this.#onError = onError;
    this.#handler = createMcpHandler(() => service.serve(), {
      legacy: "reject",
      onerror: onError,
      keepAliveMs: limits.streamKeepAliveMs,
      maxRequestBodySize: limits.messageBytes,
    });
    this.#answer = toNodeHandler(this.#handler);
  }

  /** Answers a plain tool call; false if this is none, and then nothing was done. */
  call({ headers }: IncomingMessage, response: ServerResponse, body: unknown): boolean {
    const { call } = this.#service;
    const plain = call && plainCall(headers, body);
    if (!plain) return false;
    const exchange = new Exchange(response, this.#limits);
    call(plain.call, () => exchange.gone).then(
      (result) => exchange.answer({ jsonrpc: "2.0", id: plain.id, result: { ...result, ...COMPLETE } }),
      this.#onError,
    );
    return true;
  }

  async post(request: IncomingMessage, response: ServerResponse, message: unknown): Promise<void> {
    await this.#answer(request as NodeIncomingMessageLike, response, message);
  }

  async close(): Promise<void> {
    await this.#handler.close();
  }
}

/** The tool call in a request that leaves no question open; everything else is the SDK's to answer. */
function plainCall(
  headers: IncomingHttpHeaders,
  body: unknown,
): { id: string | number; call: StatelessCall } | undefined {
  if (headers["mcp-protocol-version"] !== STATELESS_VERSION || headers["mcp-method"] !== "tools/call") return;
  if (kindOf(body) !== "request") return;
  const { id, method, params } = body as { id: string | number; method: string; params?: CallParams };
  const { name, arguments: input, _meta: meta } = params ?? {};
  if (method !== "tools/call" || typeof name !== "string" || headers["mcp-name"] !== name || !findTool(name)) return;
  const envelope =
    meta?.[PROTOCOL_VERSION_META_KEY] === STATELESS_VERSION && isObject(meta[CLIENT_CAPABILITIES_META_KEY]);
  if (!envelope) return;
  return { id, call: { from: agentInfo(meta[CLIENT_INFO_META_KEY]), tool: name, input } };
}

interface CallParams {
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function agentInfo(value: unknown): AgentInfo {
  const info = value as Partial<AgentInfo> | undefined;
  return typeof info?.name === "string" ? { name: info.name, version: String(info.version ?? "") } : UNKNOWN_AGENT;
}
