/** A WebSocket over a plain socket: sends the bytes it is given, and reads the server's frames one by one. */
import { createHash, randomBytes } from "node:crypto";
import { connect, type Socket } from "node:net";
import { opcodes } from "./frame.js";

export interface ServerFrame {
  readonly opcode: number;
  readonly payload: Buffer;
}

export interface Handshake {
  readonly status: number;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
}

/** How long a frame, an answer to the handshake or an end may take, in milliseconds. */
const ANSWER_MS = 5_000;
const ACCEPT_SUFFIX = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

export class RawWebSocket {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #ended = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes: Buffer) => {
      this.#received = this.#received.length === 0 ? bytes : Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    // A reset is one of the ways in which a connection ends here; `close` follows.
    socket.on("error", () => {});
    for (const end of ["end", "close"]) {
      socket.on(end, () => {
        this.#ended = true;
        this.#wake();
      });
    }
  }

  static dial(port: number): Promise<RawWebSocket> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
      socket.once("error", reject);
      socket.once("connect", () => {
        socket.off("error", reject);
        resolve(new RawWebSocket(socket));
      });
    });
  }

  /** Dials and upgrades; throws unless the server agrees and proves that it read the key. */
  static async open(port: number, headers: readonly string[], path = "/"): Promise<RawWebSocket> {
    const raw = await RawWebSocket.dial(port);
    const key = randomBytes(16).toString("base64");
    raw.send(upgradeRequest(port, headers, { key, path }));
    const answer = await raw.handshake();
    const accept = createHash("sha1").update(`${key}${ACCEPT_SUFFIX}`).digest("base64");
    if (answer === "closed" || answer.status !== 101 || answer.headers.get("sec-websocket-accept") !== accept) {
      raw.destroy();
      throw new Error(`No upgrade: ${JSON.stringify(answer)}`);
    }
    return raw;
  }

  send(bytes: Buffer | string): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  /** Sends one byte after the other, each in a write of its own. */
  async trickle(bytes: Buffer): Promise<void> {
    for (const byte of bytes) {
      if (this.#ended) return;
      await new Promise((resolve) => this.#socket.write(Buffer.of(byte), resolve));
    }
  }

  /** Nothing more will be sent. */
  finish(): void {
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.resetAndDestroy();
  }

  /** The head of the answer to an upgrade request. */
  async handshake(): Promise<Handshake | "closed"> {
    await this.#wait(() => this.#received.includes("\r\n\r\n"));
    const end = this.#received.indexOf("\r\n\r\n");
    if (end < 0) return "closed";
    const [status = "", ...lines] = this.#cut(end + 4)
      .toString("latin1")
      .trimEnd()
      .split("\r\n");
    const headers = new Map(
      lines.map((line) => {
        const colon = line.indexOf(":");
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
      }),
    );
    return { status: Number(status.split(" ")[1]), headers };
  }

  /** The next frame, or "closed". Throws at a frame that no server may send. */
  async next(withinMs = ANSWER_MS): Promise<ServerFrame | "closed"> {
    await this.#wait(() => this.#whole() !== undefined, withinMs);
    const whole = this.#whole();
    if (!whole) return "closed";
    const bytes = this.#cut(whole.end);
    const opcode = (bytes[0] as number) & 0x0f;
    if (((bytes[0] as number) & 0xf0) !== 0x80) throw new Error("A whole frame without reserved bits was expected.");
    if (!Object.values<number>(opcodes).includes(opcode)) throw new Error(`The server sent opcode ${opcode}.`);
    if (((bytes[1] as number) & 0x80) !== 0) throw new Error("A server must not mask.");
    return { opcode, payload: bytes.subarray(whole.start) };
  }

  /** Until the server has ended the connection. */
  async end(withinMs = ANSWER_MS): Promise<void> {
    await this.#wait(() => false, withinMs);
  }

  #cut(length: number): Buffer {
    const bytes = this.#received.subarray(0, length);
    this.#received = this.#received.subarray(length);
    return bytes;
  }

  /** Where the payload of the next frame starts and ends; undefined as long as it is not all there. */
  #whole(): { start: number; end: number } | undefined {
    const bytes = this.#received;
    if (bytes.length < 2) return undefined;
    const short = (bytes[1] as number) & 0x7f;
    const start = short === 126 ? 4 : short === 127 ? 10 : 2;
    if (bytes.length < start) return undefined;
    const length = short === 126 ? bytes.readUInt16BE(2) : short === 127 ? Number(bytes.readBigUInt64BE(2)) : short;
    return bytes.length < start + length ? undefined : { start, end: start + length };
  }

  /** Until the condition holds or the connection has ended; throws if neither comes in time. */
  async #wait(holds: () => boolean, withinMs = ANSWER_MS): Promise<void> {
    const deadline = performance.now() + withinMs;
    while (!this.#ended && !holds()) {
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

/** A request that every WebSocket server takes, plus these header lines. */
export function upgradeRequest(
  port: number,
  headers: readonly string[],
  { key = "dGhlIHNhbXBsZSBub25jZQ==", path = "/" } = {},
): string {
  const own = [`Host: 127.0.0.1:${port}`, "Connection: Upgrade", "Upgrade: websocket"];
  const handshake = ["Sec-WebSocket-Version: 13", `Sec-WebSocket-Key: ${key}`];
  return [`GET ${path} HTTP/1.1`, ...own, ...handshake, ...headers, "", ""].join("\r\n");
}
