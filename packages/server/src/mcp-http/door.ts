/**
 * MCP over HTTP: one endpoint for both eras. A request that carries the 2026-07-28 envelope stands alone;
 * `initialize` begins a session. What comes here has passed the gate.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import { JsonRefused, parseJson } from "../json.js";
import type { Limits } from "../limits.js";
import { readBody } from "./body.js";
import type { Eras } from "./eras.js";
import type { AnswerPlainCall } from "./plain-call.js";
import { sendError } from "./send-error.js";
import type { McpService } from "./service.js";

export const MCP_ROUTE = { path: "/mcp", methods: ["POST", "GET", "DELETE"] } as const;

const EARLY_LOAD_MS = 500;

export interface McpHttpDoor {
  /** Never throws or rejects: what goes wrong is answered or the connection is cut. */
  handle(request: IncomingMessage, response: ServerResponse): void;
  close(): Promise<void>;
}

export interface McpHttpDoorOptions {
  /** Tried first on every POST. */
  readonly answerPlainCall: AnswerPlainCall;
  /** Asked for once: by the first request that needs it, or soon after the start if it is to be preloaded. */
  readonly service: () => Promise<McpService>;
  readonly preload: boolean;
  readonly limits: Limits;
  readonly onError: (error: unknown) => void;
}

export function createMcpHttpDoor(options: McpHttpDoorOptions): McpHttpDoor {
  const { answerPlainCall, service, preload, limits, onError } = options;
  let loading: Promise<Eras> | undefined;
  const load = async () => (await import("./eras.js")).createEras(await service(), limits, onError);
  const eras = () => {
    loading ??= load();
    return loading;
  };

  // Nobody waits for it yet: the start is over, and the first agent finds it ready.
  const early = preload ? setTimeout(() => void eras().catch(onError), EARLY_LOAD_MS).unref() : undefined;

  const post = async (request: IncomingMessage, response: ServerResponse) => {
    if (!acceptsBoth(request.headers.accept)) {
      return sendError(response, 406, -32000, "A POST has to accept application/json and text/event-stream.");
    }
    const bytes = await readBody(request, limits.messageBytes);
    if (!bytes) return tooLarge(request, response, limits.messageBytes);
    const body = parseJson(bytes, limits.jsonDepth);
    if (!answerPlainCall(request, response, body)) await (await eras()).post(request, response, body);
  };

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    switch (request.method) {
      case "POST":
        return post(request, response);
      case "GET":
        return (await eras()).get(request, response);
      case "DELETE":
        return (await eras()).delete(request, response);
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
      clearTimeout(early);
      await (await loading)?.close();
    },
  };
}

function acceptsBoth(accept = "*/*"): boolean {
  return accept.includes("*/*") || (/application\/(json|\*)/.test(accept) && /text\/(event-stream|\*)/.test(accept));
}

function tooLarge(request: IncomingMessage, response: ServerResponse, maxBytes: number): void {
  const { socket } = request;
  response.setHeader("Connection", "close");
  response.once("finish", () => socket.destroySoon());
  sendError(response, 413, -32000, `A message may have ${maxBytes} bytes at most.`);
}
