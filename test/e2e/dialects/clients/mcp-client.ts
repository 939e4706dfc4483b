/** JSON-RPC requests over a plain WebSocket, as any MCP client makes them. */
import { type Json, JsonSocket, type SocketOptions } from "./json-socket.js";

export interface ToolResult {
  /** The texts of all content items. */
  readonly texts: readonly string[];
  readonly isError: boolean;
  /** The result as it came. */
  readonly raw: Json;
}

export class RpcError extends Error {
  readonly code: number;

  constructor(method: string, { code, message }: { readonly code: number; readonly message: string }) {
    super(`${method}: ${code} ${message}`);
    this.code = code;
  }
}

export class McpClient {
  readonly wire: JsonSocket;
  #nextId = 0;

  protected constructor(wire: JsonSocket) {
    this.wire = wire;
  }

  /** Connected, and nothing said yet. */
  static async dial(port: number, options: SocketOptions): Promise<McpClient> {
    return new McpClient(await JsonSocket.open(port, options));
  }

  /** The result. Rejects with an RpcError if it is answered with an error. */
  async request(method: string, params?: unknown): Promise<Json> {
    return this.answer(this.ask(method, params), method);
  }

  /** Sends a request and returns its id. */
  ask(method: string, params?: unknown): number {
    const id = this.#nextId++;
    this.wire.send({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
    return id;
  }

  /** The result of a request that was sent. Waits as long as it takes, up to `withinMs`. */
  async answer(id: number, method = "request", withinMs?: number): Promise<Json> {
    const message = await this.wire.take((each) => each["id"] === id && !("method" in each), withinMs);
    if (message["jsonrpc"] !== "2.0") throw new Error(`No JSON-RPC 2.0: ${JSON.stringify(message)}`);
    if (message["error"]) throw new RpcError(method, message["error"] as RpcError);
    return message["result"] as Json;
  }

  notify(method: string, params?: unknown): void {
    this.wire.send({ jsonrpc: "2.0", method, ...(params !== undefined && { params }) });
  }

  /** Params of the next notification of that name. */
  async heard(method: string, withinMs?: number): Promise<Json> {
    const message = await this.wire.take((each) => each["method"] === method && !("id" in each), withinMs);
    return (message["params"] ?? {}) as Json;
  }

  async call(name: string, args: Json = {}, meta?: Json): Promise<ToolResult> {
    return toolResult(await this.request("tools/call", { name, arguments: args, ...(meta && { _meta: meta }) }));
  }

  /** The one text of a call that succeeds, in exactly the form that MCP asks for. */
  async text(name: string, args: Json = {}): Promise<string> {
    const result = await this.call(name, args);
    if (result.isError || result.texts.length !== 1) throw new Error(`${name}: ${JSON.stringify(result.raw)}`);
    return result.texts[0] as string;
  }

  async json(name: string, args: Json = {}): Promise<unknown> {
    return JSON.parse(await this.text(name, args));
  }

  /** A call that is on its way: what comes of it, and its id for a cancel. */
  begin(name: string, args: Json, meta?: Json): { readonly id: number; readonly result: Promise<ToolResult> } {
    const id = this.ask("tools/call", { name, arguments: args, ...(meta && { _meta: meta }) });
    const result = this.answer(id, name, LONG_MS).then(toolResult);
    // Who begins a call and lets the connection end need not wait for it.
    result.catch(() => {});
    return { id, result };
  }

  close(): Promise<void> {
    return this.wire.close();
  }

  vanish(): Promise<void> {
    return this.wire.vanish();
  }
}

/** The longest that a test lets a diff wait, in milliseconds. */
const LONG_MS = 30_000;

function toolResult(raw: Json): ToolResult {
  const content = raw["content"] as readonly { readonly type: string; readonly text?: string }[];
  if (!Array.isArray(content)) throw new Error(`A result without content: ${JSON.stringify(raw)}`);
  const texts = content.map(({ type, text }) => {
    if (type !== "text" || typeof text !== "string") throw new Error(`No text: ${JSON.stringify(raw)}`);
    return text;
  });
  return { texts, isError: raw["isError"] === true, raw };
}
