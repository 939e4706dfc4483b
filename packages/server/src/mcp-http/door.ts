/**
 * MCP over HTTP: one endpoint for both eras. A request that carries the 2026-07-28 envelope stands alone;
 * `initialize` begins a session. What comes here has passed the gate.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { classifyInboundRequest, type InboundClassificationOutcome } from "@modelcontextprotocol/server";
import { JsonRefused, parseJson } from "../json.js";
import type { Limits } from "../limits.js";
import { readBody } from "./body.js";
import { sendError } from "./json-rpc.js";
import type { McpService } from "./service.js";
import { Sessions } from "./sessions.js";
import { STATELESS_VERSION, Stateless } from "./stateless.js";

export const MCP_ROUTE = { path: "/mcp", methods: ["POST", "GET", "DELETE"] } as const;

export interface McpHttpDoor {
  /** Never throws or rejects: what goes wrong is answered or the connection is cut. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

export function createMcpHttpDoor(service: McpService, limits: Limits, onError: (error: unknown) => void): McpHttpDoor {
  const sessions = new Sessions(service, limits);
  const stateless = new Stateless(service, limits, onError);

  const post = async (request: IncomingMessage, response: ServerResponse) => {
    if (!acceptsBoth(request.headers.accept)) {
      return sendError(response, 406, -32000, "A POST has to accept application/json and text/event-stream.");
    }
    const bytes = await readBody(request, limits.messageBytes);
    if (!bytes) return tooLarge(request, response, limits.messageBytes);
    const body = parseJson(bytes, limits.jsonDepth);
    if (stateless.call(request, response, body)) return;
    if (isOfSession(request)) return sessions.post(request, response, body);
    const outcome = classify(request, body);
    switch (outcome.kind) {
      case "modern":
        return stateless.post(request, response, body);
      case "legacy":
        return sessions.post(request, response, body);
      case "reject":
        return sendError(response, outcome.httpStatus, outcome.code, outcome.message);
    }
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    switch (request.method) {
      case "POST":
        return post(request, response);
      case "GET":
        return sessions.get(request, response);
      case "DELETE":
        return sessions.delete(request, response);
    }
  };

  return {
    handle(request, response) {
      serve(request, response).catch((error: unknown) => {
        if (error instanceof JsonRefused) return sendError(response, 400, -32700, error.message);
        if (!request.complete) return response.destroy(); // The peer left in the middle of its request.
        onError(error);
        if (response.headersSent) response.destroy();
        else sendError(response, 500, -32603, "Something went wrong inside the editor.");
      });
    },
    close: async () => {
      await Promise.all([sessions.close(), stateless.close()]);
    },
  };
}

/** A request that names a session and not the stateless version needs no closer look to tell its era. */
function isOfSession({ headers }: IncomingMessage): boolean {
  return headers["mcp-session-id"] !== undefined && headers["mcp-protocol-version"] !== STATELESS_VERSION;
}

function classify({ headers }: IncomingMessage, body: unknown): InboundClassificationOutcome {
  return classifyInboundRequest({
    httpMethod: "POST",
    body,
    ...header("protocolVersionHeader", headers["mcp-protocol-version"]),
    ...header("mcpMethodHeader", headers["mcp-method"]),
    ...header("mcpNameHeader", headers["mcp-name"]),
  });
}

function acceptsBoth(accept = "*/*"): boolean {
  return accept.includes("*/*") || (/application\/(json|\*)/.test(accept) && /text\/(event-stream|\*)/.test(accept));
}

function header<K extends string>(key: K, value: string | string[] | undefined): { [P in K]?: string } {
  return typeof value === "string" ? ({ [key]: value } as { [P in K]: string }) : {};
}

function tooLarge(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const { socket } = request;
  response.setHeader("Connection", "close");
  response.once("finish", () => socket.destroySoon());
  sendError(response, 413, -32000, `A message may have ${maxBytes} bytes at most.`);
}
