/**
 * The short way for the commonest stateless request: a call of a tool that exists, with nothing left to ask.
 * It needs neither a server of its own nor the SDK; everything else is the SDK's to answer.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { AgentInfo, HostCore } from "@tandem/host";
import { findTool } from "@tandem/protocol";
import { kindOf } from "../json-rpc.js";
import type { Limits } from "../limits.js";
import { recogniseAgent, serverInfo } from "../mcp/identity.js";
import { toMcpResult } from "../mcp/result.js";
import { wishesOf } from "../mcp/wishes.js";
import { Exchange } from "./exchange.js";

export const STATELESS_VERSION = "2026-07-28";

const META = "io.modelcontextprotocol/";
const COMPLETE = { resultType: "complete", _meta: { [`${META}serverInfo`]: serverInfo } };

/** Answers the request if it is a plain call; false if it is none, and then nothing was done. */
export type AnswerPlainCall = (request: IncomingMessage, response: ServerResponse, body: unknown) => boolean;

export function plainCalls(core: HostCore, limits: Limits): AnswerPlainCall {
  return ({ headers }, response, body) => {
    const call = plainCall(headers, body);
    if (!call) return false;
    const exchange = new Exchange(response, limits);
    const { id, tool, input, from, meta } = call;
    const wishes = wishesOf(meta, (message) => exchange.notify({ jsonrpc: "2.0", ...message }));
    void core
      .dispatch({ agent: recogniseAgent(core, from), tool, input, gone: () => exchange.gone, ...wishes })
      .then((result) => exchange.answer({ jsonrpc: "2.0", id, result: { ...toMcpResult(result), ...COMPLETE } }));
    return true;
  };
}

interface PlainCall {
  readonly id: string | number;
  readonly tool: string;
  readonly input: unknown;
  readonly from: Partial<AgentInfo> | undefined;
  readonly meta: Readonly<Record<string, unknown>>;
}

interface CallParams {
  readonly name?: unknown;
  readonly arguments?: unknown;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

function plainCall(headers: IncomingHttpHeaders, body: unknown): PlainCall | undefined {
  if (headers["mcp-protocol-version"] !== STATELESS_VERSION || headers["mcp-method"] !== "tools/call") return undefined;
  if (kindOf(body) !== "request") return undefined;
  const { id, method, params } = body as { id: string | number; method: string; params?: CallParams };
  const { name, arguments: input, _meta: meta } = params ?? {};
  const known = method === "tools/call" && typeof name === "string" && headers["mcp-name"] === name && findTool(name);
  const envelope =
    meta?.[`${META}protocolVersion`] === STATELESS_VERSION && isObject(meta[`${META}clientCapabilities`]);
  if (!known || !envelope) return undefined;
  const from = meta[`${META}clientInfo`];
  return { id, tool: name, input, from: isObject(from) ? from : undefined, meta };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
