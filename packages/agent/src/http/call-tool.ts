/** One tool call over MCP's stateless HTTP: no session, no library. */
import { type IncomingMessage, request } from "node:http";
import { errors, PROPOSAL_KEY, type WindowFile, type WireError } from "@tandem/protocol";
import { errorInText, fromWire } from "../wire-error.js";

const PROTOCOL_VERSION = "2026-07-28";

/** Who calls, as the window is told. */
export interface Caller {
  readonly name: string;
  readonly version: string;
}

/** How one call is made. */
export interface CallOptions {
  readonly caller: Caller;
  /** The caller's own name for what it proposes: sent again with the same one, it is the same proposal. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** The tool's structured result. Throws the `IdeError` that the window answered, or `CONNECTION_LOST`. */
export async function callTool(
  window: WindowFile,
  tool: string,
  input: unknown,
  options: CallOptions,
): Promise<Record<string, unknown>> {
  const message = {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: tool, arguments: input, _meta: envelope(options) },
  };
  const response = await post(window, tool, JSON.stringify(message), options.signal);
  return resultOf(await answerIn(response));
}

function envelope({ caller: { name, version }, key }: CallOptions) {
  return {
    "io.modelcontextprotocol/protocolVersion": PROTOCOL_VERSION,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name, version },
    ...(key !== undefined && { [PROPOSAL_KEY]: key }),
  };
}

function post(window: WindowFile, tool: string, body: string, signal?: AbortSignal): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = request(
      window.urls.mcp,
      {
        method: "POST",
        headers: {
          "Content-Type": "application/json",
          "Content-Length": Buffer.byteLength(body),
          Accept: "application/json, text/event-stream",
          Authorization: `Bearer ${window.token}`,
          "MCP-Protocol-Version": PROTOCOL_VERSION,
          "Mcp-Method": "tools/call",
          "Mcp-Name": tool,
        },
        ...(signal && { signal }),
      },
      resolve,
    );
    sent.once("error", (error) => reject(errors.connectionLost(`${window.name} did not answer: ${error.message}.`)));
    sent.end(body);
  });
}

interface Answer {
  readonly result?: {
    readonly structuredContent?: Record<string, unknown>;
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
  };
  readonly error?: { readonly message: string; readonly data?: { readonly error?: WireError } };
}

/** The JSON-RPC answer of a response, plain or at the end of an event stream. */
async function answerIn(response: IncomingMessage): Promise<Answer> {
  let text = "";
  response.setEncoding("utf8");
  try {
    for await (const chunk of response) text += chunk;
  } catch (error) {
    throw errors.connectionLost(`The answer was cut off: ${(error as Error).message}. The call may have run.`);
  }
  const stream = response.headers["content-type"]?.startsWith("text/event-stream");
  const json = stream ? [...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] : text;
  try {
    return JSON.parse(json ?? "") as Answer;
  } catch {
    throw errors.connectionLost(`Status ${response.statusCode}: ${text.slice(0, 200).trim()}`);
  }
}

function resultOf({ result, error }: Answer): Record<string, unknown> {
  if (error) throw fromWire(error.data?.error) ?? errors.internal(error.message);
  if (result?.isError) throw errorInText(result.content?.[0]?.text ?? "");
  return result?.structuredContent ?? {};
}
