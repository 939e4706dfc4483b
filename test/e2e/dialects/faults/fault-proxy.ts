/** A line between an agent and a window that can be made bad: slow, trickling, cut, reset, or silent without an end. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";

export class FaultProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  #delayMs = 0;
  #trickles = false;
  #silent = false;
  /** Bytes that the agent may still send before the line is cut; undefined: any number. */
  #left: number | undefined;

  private constructor(server: Server, target: number) {
    this.#server = server;
    server.on("connection", (near) => this.#join(near, connect({ port: target, host: "127.0.0.1", noDelay: true })));
  }

  static async to(target: number): Promise<FaultProxy> {
    const server = createServer({ noDelay: true }).listen(0, "127.0.0.1");
    const proxy = new FaultProxy(server, target);
    await once(server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Everything comes this much later from now on. */
  delay(milliseconds: number): void {
    this.#delayMs = milliseconds;
  }

  /** Everything comes one byte at a time from now on. */
  trickle(): void {
    this.#trickles = true;
  }

  /** Nothing comes through any more, and neither side is told. */
  halfOpen(): void {
    this.#silent = true;
  }

  /** The line is good again, for those who dial anew. */
  heal(): void {
    this.#silent = false;
  }

  /** The line is cut after so many more bytes of the agent's. */
  cutAfter(bytes: number): void {
    this.#left = bytes;
  }

  /** Ends every line. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends every line with a reset. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on("data", (bytes: Buffer) => this.#forward(from === near ? this.#upToCut(bytes) : bytes, to));
      // One end's fate is the other's; that is all an error means here.
      from.on("error", () => {});
      from.on("close", () => {
        this.#sockets.delete(from);
        if (!this.#silent) to.destroy();
      });
    }
  }

  #upToCut(bytes: Buffer): Buffer {
    if (this.#left === undefined) return bytes;
    const passed = bytes.subarray(0, this.#left);
    this.#left -= passed.length;
    if (this.#left === 0) {
      this.#left = undefined;
      setImmediate(() => this.cut());
    }
    return passed;
  }

  #forward(bytes: Buffer, to: Socket): void {
    if (this.#silent) return;
    const send = () => {
      for (const part of this.#trickles ? bytes : [bytes]) to.write(typeof part === "number" ? Buffer.of(part) : part);
    };
    if (this.#delayMs === 0) send();
    else setTimeout(send, this.#delayMs);
  }
}
