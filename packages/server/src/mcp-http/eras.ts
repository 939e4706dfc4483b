/** Both eras of MCP over the SDK. Loaded apart from the door: the SDK is the largest part of a window, and its start does not wait for it. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { classifyInboundRequest, type InboundClassificationOutcome } from "@modelcontextprotocol/server";
import type { Limits } from "../limits.js";
import { STATELESS_VERSION } from "./plain-call.js";
import { sendError } from "./send-error.js";
import type { McpService } from "./service.js";
import { Sessions } from "./sessions.js";
import { Stateless } from "./stateless.js";

export interface Eras {
  post(request: IncomingMessage, response: ServerResponse, body: unknown): Promise<void>;
  get(request: IncomingMessage, response: ServerResponse): void;
  delete(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
}

export function createEras(service: McpService, limits: Limits, onError: (error: unknown) => void): Eras {
  const sessions = new Sessions(service, limits);
  const stateless = new Stateless(service, limits, onError);
  return {
    post: async (request, response, body) => {
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
    },
    get: (request, response) => sessions.get(request, response),
    delete: (request, response) => sessions.delete(request, response),
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

function header<K extends string>(key: K, value: string | string[] | undefined): { [P in K]?: string } {
  return typeof value === "string" ? ({ [key]: value } as { [P in K]: string }) : {};
}
