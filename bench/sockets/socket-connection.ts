/**
 * One WebSocket over a bare TCP socket: a load maker must cost less than what it loads. It understands what the servers
 * here send: whole text frames, and empty pings.
 */
import { once } from "node:events";
import { connect, type Socket } from "node:net";

const TEXT = 0x81;
const FINAL_MASKED = 0x80;
const OPCODE = 0x0f;
const MASK_BYTES = 4;
const TEXT_OPCODE = 1;
const PING_OPCODE = 9;
const PONG = Buffer.from([0x8a, FINAL_MASKED, 0, 0, 0, 0]);

/** A text frame, masked with zeros: the text stands in it as it is. */
export function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  const head =
    payload.length < 126
      ? Buffer.from([TEXT, FINAL_MASKED | payload.length])
      : Buffer.from([TEXT, FINAL_MASKED | 126, payload.length >> 8, payload.length & 0xff]);
  return Buffer.concat([head, Buffer.alloc(MASK_BYTES), payload]);
}

export class SocketConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  /** Called with the text of every message. */
  onText: (text: string) => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (data: Buffer) => this.#take(data));
    socket.on("error", () => {});
    socket.on("close", () => this.onText(""));
  }

  /** Rejects if the server does not change the protocol. */
  static async open(url: URL, headers: Readonly<Record<string, string>>): Promise<SocketConnection> {
    const socket = connect({ port: Number(url.port), host: "127.0.0.1", noDelay: true });
    const lines = Object.entries({
      Host: url.host,
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
      ...headers,
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`GET / HTTP/1.1\r\n${lines.join("")}\r\n`);
    const head = await Promise.race([once(socket, "data"), once(socket, "close")]);
    if (!String(head[0]).startsWith("HTTP/1.1 101")) throw new Error(`Not a WebSocket: ${String(head[0])}`);
    return new SocketConnection(socket);
  }

  send(frame: Buffer): void {
    this.#socket.write(frame);
  }

  /** Sends, and resolves with the next message. */
  ask(frame: Buffer): Promise<string> {
    return new Promise((resolve, reject) => {
      this.onText = (text) => (text === "" ? reject(new Error("The server closed the connection.")) : resolve(text));
      this.send(frame);
    });
  }

  close(): void {
    this.onText = () => {};
    this.#socket.destroy();
  }

  #take(data: Buffer): void {
    let rest = this.#received.length === 0 ? data : Buffer.concat([this.#received, data]);
    for (let frame = readFrame(rest); frame; frame = readFrame(rest)) {
      rest = rest.subarray(frame.end);
      if (frame.opcode === TEXT_OPCODE) this.onText(frame.text);
      if (frame.opcode === PING_OPCODE) this.send(PONG);
    }
    this.#received = rest;
  }
}

function readFrame(bytes: Buffer): { opcode: number; text: string; end: number } | undefined {
  if (bytes.length < 2) return undefined;
  const short = (bytes[1] as number) & 0x7f;
  const start = short < 126 ? 2 : short === 126 ? 4 : 10;
  if (bytes.length < start) return undefined;
  const length = short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  const end = start + length;
  if (bytes.length < end) return undefined;
  return { opcode: (bytes[0] as number) & OPCODE, text: bytes.toString("utf8", start, end), end };
}
