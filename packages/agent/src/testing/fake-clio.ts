/** An editor that speaks the clio dialect: it shows diffs, and writes down the rest. */
import { chmod, mkdir, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { clio } from "@tandem/protocol";
import { type WebSocket, WebSocketServer } from "ws";

/** A diff on show, of either kind, or a change to make. */
export interface FakeClioDiff {
  readonly message: Extract<clio.AgentMessage, { type: "openDiff" | "proposeDiff" | "applyDiff" }>;
  accept(): void;
  reject(): void;
  fail(code: string, message: string): void;
}

/** The editor itself; one per test. */
export class FakeClio {
  /** All that came, in order. */
  readonly messages: clio.AgentMessage[] = [];
  /** It cannot show a status. */
  failingStatus = false;
  readonly #server: WebSocketServer;
  readonly #file: string;
  readonly #open: FakeClioDiff[] = [];
  readonly #watchers: ((diff: FakeClioDiff) => void)[] = [];

  private constructor(server: WebSocketServer, file: string) {
    this.#server = server;
    this.#file = file;
  }

  /** Listens, then writes `bridge.json` below `home`. With `ids: false` it echoes none, and leaves `applyDiff` unanswered. */
  static async start(home: string, { ids = true }: { ids?: boolean } = {}): Promise<FakeClio> {
    const server = new WebSocketServer({ host: "127.0.0.1", port: 0 });
    await new Promise((resolve) => server.once("listening", resolve));
    const file = clio.bridgeFilePath(home);
    const fake = new FakeClio(server, file);
    server.on("connection", (socket) => fake.#serve(socket, ids));
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const content: clio.BridgeFile = {
      port: fake.port,
      pid: process.pid,
      ideName: "vscode",
      workspaceFolders: [home],
      timestamp: 1_700_000_000_000,
    };
    await writeFile(file, JSON.stringify(content), { mode: 0o600 });
    await chmod(file, 0o600);
    return fake;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  get connections(): number {
    return this.#server.clients.size;
  }

  /** What waits for a decision, in the order of coming. */
  get open(): readonly FakeClioDiff[] {
    return this.#open;
  }

  /** The diff on show, or the next one. */
  nextDiff(): Promise<FakeClioDiff> {
    const [first] = this.#open;
    return first ? Promise.resolve(first) : new Promise((resolve) => this.#watchers.push(resolve));
  }

  /** Sends any message to every agent. */
  broadcast(message: clio.HostMessage): void {
    for (const socket of this.#server.clients) socket.send(JSON.stringify(message));
  }

  dropConnections(): void {
    this.#open.length = 0;
    for (const socket of this.#server.clients) socket.terminate();
  }

  async stop(): Promise<void> {
    await rm(this.#file, { force: true });
    this.dropConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: WebSocket, ids: boolean): void {
    socket.on("message", (data) => {
      const message = clio.agentMessageSchema.parse(JSON.parse(String(data)));
      const id = ids && message.id !== undefined ? { id: message.id } : {};
      const send = (answer: clio.HostMessage) => socket.send(JSON.stringify({ ...answer, ...id }));
      this.messages.push(message);
      if (message.type === "connect") {
        return send({ type: "connected", serverVersion: clio.VERSION, capabilities: [...clio.capabilities] });
      }
      if (message.type === "status" && this.failingStatus) {
        return send({ type: "error", code: "INTERNAL", message: "There is no status bar." });
      }
      if (!("edits" in message || "before" in message) || (message.type === "applyDiff" && !ids)) return;
      const end = (answer: clio.HostMessage) => {
        this.#open.splice(this.#open.indexOf(diff), 1);
        send(answer);
      };
      const diff: FakeClioDiff = {
        message,
        accept: () => end({ type: "diffAccepted", file: message.file }),
        reject: () => end({ type: "diffRejected", file: message.file }),
        fail: (code, text) => end({ type: "error", code, message: text }),
      };
      this.#open.push(diff);
      for (const watcher of this.#watchers.splice(0)) watcher(diff);
    });
  }
}
