/** A client written from the wire alone: frames in, frames out, nothing of ours in between. */
import { once } from "node:events";
import { WebSocket } from "ws";

export interface ToolResult {
  readonly content: readonly { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

export interface Answer {
  readonly id: number | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface Told {
  readonly method: string;
  readonly params: unknown;
}

export interface WsAgentOptions {
  readonly port: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly protocols?: readonly string[];
  /** Answers pings by itself; true if left out. */
  readonly autoPong?: boolean;
}

export class WsAgent {
  readonly socket: WebSocket;
  /** Notifications, and answers to nothing, in the order in which they came. */
  readonly told: (Told | Answer)[] = [];
  readonly #pending = new Map<number, (answer: Answer) => void>();
  #wake: () => void = () => {};
  #lastId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("message", (data) => this.#receive(JSON.parse(String(data)) as Told | Answer));
  }

  /** Resolves when the socket is open. Rejects with the status if the upgrade is refused. */
  static async connect({ port, headers, protocols = ["mcp"], autoPong = true }: WsAgentOptions): Promise<WsAgent> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}`, [...protocols], { headers, autoPong });
    const refused = new Promise<never>((_, reject) => {
      socket.once("unexpected-response", (_request, response) => {
        socket.terminate();
        reject(new Error(`refused with ${response.statusCode}`));
      });
      socket.once("error", reject);
    });
    await Promise.race([once(socket, "open"), refused]);
    return new WsAgent(socket);
  }

  /** Says hello as MCP clients do. Resolves with the answer to `initialize`. */
  async initialize(params: object = {}): Promise<Record<string, unknown>> {
    const capabilities = {};
    const clientInfo = { name: "nexus3", version: "1.0.0" };
    const { result } = await this.request("initialize", {
      protocolVersion: "2024-11-05",
      capabilities,
      clientInfo,
      ...params,
    });
    this.notify("notifications/initialized");
    return result as Record<string, unknown>;
  }

  request(method: string, params: object = {}): Promise<Answer> {
    return this.begin(method, params).answer;
  }

  /** The id is known before the answer. */
  begin(method: string, params: object = {}): { readonly id: number; readonly answer: Promise<Answer> } {
    const id = ++this.#lastId;
    const answer = new Promise<Answer>((resolve) => this.#pending.set(id, resolve));
    this.send({ jsonrpc: "2.0", id, method, params });
    return { id, answer };
  }

  async call(name: string, input: object = {}, more: object = {}): Promise<ToolResult> {
    const { result, error } = await this.request("tools/call", { name, arguments: input, ...more });
    if (error) throw new Error(`${error.code}: ${error.message}`);
    return result as ToolResult;
  }

  /** The texts that a tool answers. Rejects if they are those of an error. */
  async texts(name: string, input: object = {}): Promise<string[]> {
    const { content, isError } = await this.call(name, input);
    const texts = content.map(({ text }) => text);
    if (isError) throw new Error(texts.join("\n"));
    return texts;
  }

  notify(method: string, params: object = {}): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  send(message: unknown): void {
    this.socket.send(JSON.stringify(message));
  }

  /** The next message that answers no request of ours. */
  async next(): Promise<Told | Answer> {
    while (this.told.length === 0) await new Promise<void>((resolve) => (this.#wake = resolve));
    return this.told.shift() as Told | Answer;
  }

  /** Resolves with the close code. */
  async ended(): Promise<number> {
    if (this.socket.readyState === WebSocket.CLOSED) return 1006;
    const [code] = (await once(this.socket, "close")) as [number];
    return code;
  }

  #receive(message: Told | Answer): void {
    const answered = "id" in message && message.id !== null ? this.#pending.get(message.id) : undefined;
    if (answered) return answered(message as Answer);
    this.told.push(message);
    this.#wake();
  }
}
