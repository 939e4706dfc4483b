/**
 * One kept-alive HTTP connection with one request out at a time, over a bare socket: a load maker must cost less than
 * what it loads. It understands what the servers here send: a Content-Length, or chunks, or no body.
 */
import { connect, type Socket } from "node:net";

export interface Answer {
  readonly status: number;
  /** Status line and headers. */
  readonly head: string;
  /** As it came: with the sizes of its chunks, if it came in chunks. */
  readonly body: string;
}

const HEAD_END = "\r\n\r\n";
const LAST_CHUNK = "0\r\n\r\n";

interface Waiting {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: Error) => void;
}

export class Connection {
  readonly #socket: Socket;
  #received = "";
  #waiting: Waiting | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding("latin1");
    socket.on("data", (data: string) => {
      this.#received += data;
      this.#take();
    });
    socket.on("error", (error) => this.#waiting?.reject(error));
    socket.on("close", () => this.#waiting?.reject(new Error("The server closed the connection.")));
  }

  static open(port: number): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ port, host: "127.0.0.1", noDelay: true });
      socket.once("error", reject);
      socket.once("connect", () => resolve(new Connection(socket)));
    });
  }

  send(request: Buffer): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(): void {
    const headEnd = this.#received.indexOf(HEAD_END);
    if (headEnd < 0) return;
    const head = this.#received.slice(0, headEnd);
    if (!this.#isWhole(head)) return;
    const body = this.#received.slice(headEnd + HEAD_END.length);
    const waiting = this.#waiting;
    this.#received = "";
    this.#waiting = undefined;
    waiting?.resolve({ status: Number(head.slice(9, 12)), head, body });
  }

  /** With one request out, an answer is whole when nothing of it is missing: nothing can follow it. */
  #isWhole(head: string): boolean {
    const [, length] = /\r\ncontent-length: (\d+)/i.exec(head) ?? [];
    if (length !== undefined) return this.#received.length === head.length + HEAD_END.length + Number(length);
    return /\r\ntransfer-encoding: chunked/i.test(head) ? this.#received.endsWith(LAST_CHUNK) : true;
  }
}
