/** A minimal HTTP client over a plain socket: sends exactly the bytes it is given and parses what comes back. */
import { connect, type Socket } from "node:net";

export interface RawResponse {
  readonly status: number;
  /** Lower-case names, in the order they came. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** Without the framing of chunks. */
  readonly body: string;
}

export type HeaderLine = readonly [name: string, value: string];

export interface RawRequest {
  readonly method?: string;
  readonly target?: string;
  readonly headers: readonly HeaderLine[];
  /** Brings its Content-Length along. */
  readonly body?: string;
}

export function requestBytes({ method = "POST", target = "/mcp", headers, body }: RawRequest): string {
  const length: HeaderLine[] = body === undefined ? [] : [["Content-Length", `${Buffer.byteLength(body)}`]];
  const lines = [...headers, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `${method} ${target} HTTP/1.1\r\n${lines}\r\n${body ?? ""}`;
}

export function headerOf(response: RawResponse, name: string): string | undefined {
  return response.headers.find(([known]) => known === name)?.[1];
}

/** The last JSON-RPC message of an answer, whether it came as JSON or as an event stream. */
export function messageOf(response: RawResponse): Record<string, unknown> {
  const stream = headerOf(response, "content-type")?.startsWith("text/event-stream") ?? false;
  const data = response.body.split("\n").filter((line) => line.startsWith("data: {"));
  return JSON.parse(stream ? (data.at(-1) ?? "").slice("data: ".length) : response.body) as Record<string, unknown>;
}

const ANSWER_MS = 5_000;

export class RawConnection {
  /** Resolves once both sides are done, however that came about. */
  readonly closed: Promise<void>;
  readonly socket: Socket;
  #open = true;
  /** Bytes not yet taken, one character each. */
  #received = "";
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      this.#received += text;
      this.#wake();
    });
    // A reset is one of the ways in which a connection ends here; `close` follows.
    socket.on("error", () => {});
    this.closed = new Promise((resolve) => {
      socket.on("close", () => {
        this.#open = false;
        this.#wake();
        resolve();
      });
    });
  }

  static open(port: number, address = "127.0.0.1"): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: address, noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new RawConnection(socket));
      });
    });
  }

  get isOpen(): boolean {
    return this.#open;
  }

  send(bytes: string | Buffer): void {
    this.socket.write(bytes);
  }

  /** The next response, interim ones included; "closed" if the connection ended before it was whole. */
  async response(method = "POST"): Promise<RawResponse | "closed"> {
    const head = await this.head();
    if (head === "closed" || head.status < 200 || head.status === 204 || method === "HEAD") return head;
    const length = headerOf(head, "content-length");
    const chunked = headerOf(head, "transfer-encoding") === "chunked";
    const body = chunked ? await this.#chunks() : await this.#take(length === undefined ? Infinity : Number(length));
    return body === undefined ? "closed" : { ...head, body: Buffer.from(body, "latin1").toString() };
  }

  /** Status and headers of the next response; its body is left for `until`. */
  async head(): Promise<RawResponse | "closed"> {
    const text = await this.until("\r\n\r\n");
    if (text === undefined) return "closed";
    const [statusLine = "", ...lines] = text.trimEnd().split("\r\n");
    const headers = lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    });
    return { status: Number(statusLine.split(" ")[1]), headers, body: "" };
  }

  /** Everything up to and with the marker; undefined if the connection ended without it. */
  async until(marker: string, withinMs = ANSWER_MS): Promise<string | undefined> {
    await this.#wait(() => this.#received.includes(marker), withinMs);
    const at = this.#received.indexOf(marker);
    return at < 0 ? undefined : this.#cut(at + marker.length);
  }

  /** Until the peer has ended the connection; throws if it has not in time. What it still sends is dropped. */
  async cut(withinMs: number): Promise<void> {
    await this.#wait(() => false, withinMs);
  }

  close(): void {
    this.socket.destroy();
  }

  /** Ends the connection with a reset instead of a goodbye. */
  reset(): void {
    this.socket.resetAndDestroy();
  }

  async #take(length: number): Promise<string | undefined> {
    await this.#wait(() => this.#received.length >= length, ANSWER_MS);
    if (length === Infinity) return this.#cut(this.#received.length);
    return this.#received.length < length ? undefined : this.#cut(length);
  }

  async #chunks(): Promise<string | undefined> {
    let body = "";
    for (;;) {
      const size = await this.until("\r\n");
      const chunk = size === undefined ? undefined : await this.#take(Number.parseInt(size, 16) + 2);
      if (chunk === undefined) return undefined;
      if (chunk === "\r\n") return body;
      body += chunk.slice(0, -2);
    }
  }

  #cut(length: number): string {
    const text = this.#received.slice(0, length);
    this.#received = this.#received.slice(length);
    return text;
  }

  /** Until the condition holds or the connection has ended; throws if neither comes in time. */
  async #wait(holds: () => boolean, withinMs: number): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (this.#open && !holds()) {
      const left = deadline - performance.now();
      if (left <= 0) throw new Error(`Neither an answer nor an end within ${withinMs} ms.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }
}

/** One request on a connection of its own, and what came of it. */
export async function exchange(
  port: number,
  bytes: string | Buffer,
  { address = "127.0.0.1", method = "POST" } = {},
): Promise<RawResponse | "closed"> {
  const connection = await RawConnection.open(port, address);
  try {
    connection.send(bytes);
    return await connection.response(method);
  } finally {
    connection.close();
    await connection.closed;
  }
}
