/** An agent that speaks JSON over a WebSocket, and knows of the window what its files say. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { WebSocket } from "ws";

export class SocketAgent {
  readonly #socket: WebSocket;
  readonly #messages: unknown[] = [];
  readonly #watchers = new Set<() => void>();

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on("message", (data) => {
      this.#messages.push(JSON.parse(String(data)));
      for (const look of this.#watchers) look();
    });
  }

  /** As Clio's document says: by the bridge file. */
  static async clio(home: string): Promise<SocketAgent> {
    const { port } = JSON.parse(await readFile(join(home, ".clio/ide/bridge.json"), "utf8")) as { port: number };
    const agent = await SocketAgent.#open(port, {});
    agent.say({ type: "connect", clientVersion: "0.1.0" });
    await agent.heard({ type: "connected" });
    return agent;
  }

  /** By the lock file, with its token; initialised. */
  static async claude(home: string): Promise<SocketAgent> {
    const folder = join(home, ".claude/ide");
    const [name = ""] = await readdir(folder);
    const { authToken } = JSON.parse(await readFile(join(folder, name), "utf8")) as { authToken: string };
    const headers = { "x-claude-code-ide-authorization": authToken };
    const agent = await SocketAgent.#open(Number.parseInt(name, 10), headers);
    const clientInfo = { name: "claude-code", version: "2.0.0" };
    const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
    agent.say({ jsonrpc: "2.0", id: 1, method: "initialize", params });
    await agent.heard({ id: 1 });
    agent.say({ jsonrpc: "2.0", method: "notifications/initialized" });
    return agent;
  }

  static async #open(port: number, headers: Record<string, string>): Promise<SocketAgent> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { headers });
    const agent = new SocketAgent(socket);
    await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
    return agent;
  }

  say(message: object): void {
    this.#socket.send(JSON.stringify(message));
  }

  /** The first message, of those that have come and will, that has these fields. */
  async heard(fields: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>> {
    for (;;) {
      const found = (this.#messages as Record<string, unknown>[]).find((message) =>
        Object.entries(fields).every(([name, value]) => message[name] === value),
      );
      if (found) return found;
      await new Promise<void>((resolve) => {
        const look = () => {
          this.#watchers.delete(look);
          resolve();
        };
        this.#watchers.add(look);
      });
    }
  }

  close(): void {
    this.#socket.close();
  }
}
