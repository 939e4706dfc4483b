/** A TCP proxy on loopback that can be told to misbehave. */
import { connect, createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const unheld = { ref: false } as const;

/** What happens to bytes on their way. */
export type ProxyFault =
  | { readonly kind: "none" }
  /** Each piece arrives so many milliseconds later. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Bytes are taken and lead nowhere; the sockets stay open. */
  | { readonly kind: "half-open" }
  /** One byte at a time, so many milliseconds apart; 0 = one right behind the other. */
  | { readonly kind: "trickle"; readonly ms: number };

/** Carries bytes both ways, as long as `fault` says nothing else. */
export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Settles when the last of what is on its way to a socket has arrived. */
  readonly #arrived = new WeakMap<Socket, Promise<void>>();
  /** May be changed at any time. */
  fault: ProxyFault = { kind: "none" };
  /** Bytes that the near side may still send before every connection is cut; undefined: any number. */
  #left: number | undefined;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Leads to a port of this machine. */
  static async start(target: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on("connection", (near) => proxy.#join(near, connect({ host: "127.0.0.1", port: target })));
    server.listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  /** Ends every connection after so many more bytes of the near side's. */
  cutAfter(bytes: number): void {
    this.#left = bytes;
  }

  /** Ends every connection in order. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends every connection with a reset. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #join(near: Socket, far: Socket): void {
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(from);
      from.on("error", () => {});
      from.on("data", (piece: Buffer) => this.#carry(from === near ? this.#upToCut(piece) : piece, to));
      from.on("close", () => {
        this.#sockets.delete(from);
        if (this.fault.kind !== "half-open") to.destroy();
      });
    }
  }

  #upToCut(piece: Buffer): Buffer {
    if (this.#left === undefined) return piece;
    const passed = piece.subarray(0, this.#left);
    this.#left -= passed.length;
    if (this.#left === 0) {
      this.#left = undefined;
      setImmediate(() => this.cut());
    }
    return passed;
  }

  #carry(piece: Buffer, to: Socket): void {
    const { fault } = this;
    const sent = performance.now();
    const before = this.#arrived.get(to) ?? Promise.resolve();
    const carry = async () => {
      await before;
      if (fault.kind === "delay") await sleep(Math.max(0, sent + fault.ms - performance.now()), undefined, unheld);
      if (fault.kind !== "trickle") return void to.write(piece);
      for (const byte of piece) {
        if (fault.ms > 0) await sleep(fault.ms, undefined, unheld);
        to.write(Buffer.of(byte));
      }
    };
    if (fault.kind !== "half-open") this.#arrived.set(to, carry());
  }
}
