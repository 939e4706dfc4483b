/** A plain WebSocket that speaks JSON objects, and remembers what came until somebody asks for it. */
import { once } from "node:events";
import { WebSocket } from "ws";

export type Json = Record<string, unknown>;

/** How long an expected message may take, in milliseconds. */
const MESSAGE_MS = 10_000;
/** How long nothing has to come to count as silence, in milliseconds. */
const SILENCE_MS = 150;

export interface SocketOptions {
  readonly headers?: Readonly<Record<string, string>>;
  readonly subprotocol?: string;
  /** The port that is dialled, where something stands before the server's own. */
  readonly through?: number | undefined;
  /** Offers permessage-deflate, which the server need not take. */
  readonly deflate?: boolean;
}

export class JsonSocket {
  /** The close code, once the connection has ended. */
  readonly closed: Promise<number>;
  readonly socket: WebSocket;
  readonly #inbox: Json[] = [];
  readonly #watchers = new Set<() => void>();
  #code: number | undefined;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data, isBinary) => {
      if (isBinary) throw new Error("A text was expected.");
      this.#inbox.push(JSON.parse(String(data)) as Json);
      this.#look();
    });
    // A reset is one of the ways in which a connection ends here; `close` follows.
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => {
      socket.once("close", (code) => {
        this.#code = code;
        this.#look();
        resolve(code);
      });
    });
  }

  /** Rejects with the status if the upgrade is refused. */
  static async open(port: number, socketOptions: SocketOptions = {}): Promise<JsonSocket> {
    const { subprotocol, deflate = false, through = port } = socketOptions;
    const headers = { Host: `127.0.0.1:${port}`, ...socketOptions.headers };
    const options = { headers, perMessageDeflate: deflate };
    const url = `ws://127.0.0.1:${through}`;
    const socket = subprotocol === undefined ? new WebSocket(url, options) : new WebSocket(url, subprotocol, options);
    // Heard from the start: the server may speak at once.
    const wrapped = new JsonSocket(socket);
    await once(socket, "open");
    return wrapped;
  }

  get isOpen(): boolean {
    return this.#code === undefined;
  }

  send(message: unknown): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify(message));
  }

  /** Takes the first message that fits, now or when it comes. Rejects if the connection ends or none comes in time. */
  take(fits: (message: Json) => boolean, withinMs = MESSAGE_MS): Promise<Json> {
    return new Promise((resolve, reject) => {
      const done = (settle: () => void) => {
        clearTimeout(timer);
        this.#watchers.delete(look);
        settle();
      };
      const look = () => {
        const at = this.#inbox.findIndex(fits);
        const [found] = at < 0 ? [] : this.#inbox.splice(at, 1);
        if (found) done(() => resolve(found));
        else if (this.#code !== undefined) done(() => reject(new Error(`The connection ended with ${this.#code}.`)));
      };
      const timer = setTimeout(
        () => done(() => reject(new Error(`Nothing that fits came in ${withinMs} ms.`))),
        withinMs,
      );
      this.#watchers.add(look);
      look();
    });
  }

  /** Whether nothing that fits comes for a short while. */
  async isSilent(fits: (message: Json) => boolean = () => true, forMs = SILENCE_MS): Promise<boolean> {
    return this.take(fits, forMs).then(
      () => false,
      () => true,
    );
  }

  /** What came and was not taken. */
  get untaken(): readonly Json[] {
    return this.#inbox;
  }

  /** Says goodbye and waits for it. */
  async close(): Promise<void> {
    this.socket.close();
    await this.closed;
  }

  /** As if the process had died. */
  async vanish(): Promise<void> {
    this.socket.terminate();
    await this.closed;
  }

  #look(): void {
    for (const look of [...this.#watchers]) look();
  }
}
