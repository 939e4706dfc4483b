import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { type Limits, limits } from "./limits.js";
import { MessageSocket } from "./message-socket.js";

const large = (megabytes: number) => `"${"x".repeat(megabytes * 1_000_000)}"`;

let server: WebSocketServer | undefined;
afterEach(async () => {
  for (const socket of server?.clients ?? []) socket.terminate();
  await new Promise((resolve) => server?.close(resolve));
});

interface Line {
  readonly here: MessageSocket;
  readonly there: WebSocket;
  /** Of the reader. */
  readonly wire: Socket;
  readonly ended: Promise<unknown>;
}

async function serve(more: Partial<Limits>): Promise<() => Promise<Line>> {
  const serving = new WebSocketServer({ port: 0, host: "127.0.0.1", perMessageDeflate: false });
  server = serving;
  await once(serving, "listening");
  const { port } = serving.address() as AddressInfo;
  return async () => {
    const there = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false });
    there.on("error", () => {});
    const [[opened, { socket }], [response]] = (await Promise.all([
      once(serving, "connection"),
      once(there, "upgrade"),
      once(there, "open"),
    ])) as [[WebSocket, IncomingMessage], [IncomingMessage], unknown[]];
    const here = new MessageSocket(opened, socket, { ...limits, ...more });
    return { here, there, wire: response.socket, ended: new Promise<void>((resolve) => here.onClose(resolve)) };
  };
}

it("a reader that takes its time with a large message gets it", async () => {
  const answerStallMs = 500;
  const message = large(30);
  const { here, there, wire } = await (await serve({ streamBacklogBytes: 100_000, answerStallMs }))();
  wire.on("data", () => {
    wire.pause();
    setTimeout(() => wire.resume(), 3);
  });
  const started = performance.now();
  here.send(message);
  const [data] = (await once(there, "message")) as [Buffer];
  expect(data.length).toBe(message.length);
  expect(performance.now() - started).toBeGreaterThan(2 * answerStallMs);
});

it("a reader that takes nothing is cut off", async () => {
  const { here, there, ended } = await (await serve({ streamBacklogBytes: 100_000, answerStallMs: 100 }))();
  there.pause();
  here.send(large(10));
  await ended;
});

it("the one for whom most waits is cut off when too much waits for all, and nobody else", async () => {
  const connect = await serve({ streamBacklogBytes: 100_000_000, answerBacklogBytes: 50_000_000 });
  const message = large(10);
  const [slow, slowest, quick] = [await connect(), await connect(), await connect()];
  for (const { there } of [slow, slowest]) there.pause();
  for (let i = 0; i < 2; i++) slow.here.send(message);
  for (let i = 0; i < 4; i++) slowest.here.send(message);
  const heard = [slow, quick].map(({ there }) => once(there, "message"));
  quick.here.send(message);
  await slowest.ended;
  slow.there.resume();
  await Promise.all(heard);
});
