/** One agent with an ordinary WebSocket, as agents have it. */
import { once } from "node:events";
import { WebSocket } from "ws";
import type { Target } from "../sockets/socket-load.js";

const introduction = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

interface Answer {
  readonly error?: unknown;
  readonly result?: { readonly isError?: boolean; readonly content: readonly [{ readonly text: string }] };
}

export class Dialog {
  readonly #socket: WebSocket;
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
  }

  static async open({ url, headers }: Target): Promise<Dialog> {
    const socket = new WebSocket(url, { headers, perMessageDeflate: false });
    await once(socket, "open");
    return new Dialog(socket);
  }

  async introduce(): Promise<void> {
    await this.#send("initialize", introduction);
  }

  /** The first text of a tool's answer. */
  call(tool: string, input: object = {}): Promise<string> {
    return this.ask("tools/call", { name: tool, arguments: input });
  }

  async ask(method: string, params: object = {}): Promise<string> {
    const { result, error } = await this.#send(method, params);
    if (!result || result.isError) throw new Error(`${method}: ${JSON.stringify(error ?? result).slice(0, 500)}`);
    return result.content[0].text;
  }

  close(): void {
    this.#socket.terminate();
  }

  #send(method: string, params: object): Promise<Answer> {
    const socket = this.#socket;
    const id = this.#asked++;
    return new Promise((resolve, reject) => {
      const ended = () => reject(new Error("The connection was closed."));
      const take = (data: unknown) => {
        const answer = JSON.parse(String(data)) as Answer & { id?: number };
        if (answer.id !== id) return;
        socket.off("message", take);
        socket.off("close", ended);
        resolve(answer);
      };
      socket.on("message", take);
      socket.on("close", ended);
      socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }
}
