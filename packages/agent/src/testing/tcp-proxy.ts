/** A TCP proxy on loopback that can be told to misbehave. */
import { connect, createServer, type Server, type Socket } from "node:net";

/** What happens to bytes on their way. */
export type ProxyFault =
  | { readonly kind: "none" }
  /** Each piece arrives so many milliseconds later. */
  | { readonly kind: "delay"; readonly ms: number }
  /** Bytes are taken and lead nowhere; the sockets stay open. */
  | { readonly kind: "half-open" }
  /** One byte at a time. */
  | { readonly kind: "trickle"; readonly ms: number };

export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** When the last of what is on its way to a socket arrives. */
  readonly #due = new WeakMap<Socket, number>();
  /** May be changed at any time. */
  fault: ProxyFault = { kind: "none" };

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

  /** Ends every connection in order. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Ends every connection with a reset. */
  reset(): void {
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
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
      from.on("data", (piece: Buffer) => this.#carry(piece, to));
      from.on("close", () => {
        this.#sockets.delete(from);
        if (this.fault.kind !== "half-open") to.destroy();
      });
    }
  }

  #carry(piece: Buffer, to: Socket): void {
    switch (this.fault.kind) {
      case "none":
        return this.#later(to, 0, piece);
      case "half-open":
        return;
      case "delay":
        return this.#later(to, this.fault.ms, piece);
      case "trickle":
        for (const byte of piece) this.#later(to, this.fault.ms, Buffer.of(byte));
    }
  }

  /** So long after the last piece that is on its way; in order. */
  #later(to: Socket, ms: number, piece: Buffer): void {
    const now = performance.now();
    const due = Math.max(now, this.#due.get(to) ?? 0) + ms;
    this.#due.set(to, due);
    if (due <= now) return void to.write(piece);
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      to.write(piece);
    }, due - now);
    this.#timers.add(timer);
  }
}
