import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { claude } from "@tandem/protocol";
import { afterEach, describe, expect, it } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { WebSocketTransport } from "./web-socket-transport.js";

const { MAX_MESSAGE_BYTES } = claude;

const ends: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** A peer that does as it is told, and a transport that is connected to it. */
async function peer(serve: (socket: WebSocket) => void): Promise<{ transport: WebSocketTransport; port: number }> {
  const http = createServer();
  const port = await listening(http);
  const server = new WebSocketServer({ server: http, maxPayload: 2 * MAX_MESSAGE_BYTES }).on("connection", serve);
  ends.push(() => {
    for (const socket of server.clients) socket.terminate();
  });
  const transport = new WebSocketTransport({ port });
  await transport.connect();
  ends.push(() => transport.close());
  return { transport, port };
}

describe("messages", () => {
  it("come in the order of arrival, and each once", async () => {
    const { transport } = await peer((socket) => socket.on("message", (data) => socket.send(String(data))));
    for (let n = 0; n < 5; n++) transport.send({ n });
    for (let n = 0; n < 5; n++) expect(await transport.receive()).toEqual({ n });
  });

  it("that are too long are not sent, and the connection stays", async () => {
    const { transport } = await peer((socket) => socket.on("message", (data) => socket.send(String(data))));
    const long = { text: "ö".repeat(MAX_MESSAGE_BYTES / 2) };
    expect(() => transport.send(long)).toThrow(expect.objectContaining({ code: "FILE_TOO_LARGE" }));
    transport.send({ text: "short" });
    expect(await transport.receive()).toEqual({ text: "short" });
  });

  it.each([
    ["that are no JSON", (socket: WebSocket) => socket.send("{")],
    ["that are no object", (socket: WebSocket) => socket.send("[1]")],
    ["that are binary", (socket: WebSocket) => socket.send(Buffer.from("{}"))],
    ["that are too long", (socket: WebSocket) => socket.send(JSON.stringify("x".repeat(MAX_MESSAGE_BYTES)))],
    [
      "in a flood",
      (socket: WebSocket) => {
        for (let i = 0; i <= 10_001; i++) socket.send("{}");
      },
    ],
  ])("%s end the connection", async (_, serve) => {
    const { transport } = await peer(serve);
    await expect.poll(() => transport.isConnected).toBe(false);
    const drain = async () => {
      for (;;) await transport.receive();
    };
    await expect(drain()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect(() => transport.send({})).toThrow(expect.objectContaining({ code: "CONNECTION_LOST" }));
  });

  it("that wait are given up when the peer closes, with its words", async () => {
    const { transport } = await peer((socket) => socket.close(4001, "the window closes"));
    await expect(transport.receive()).rejects.toThrow("code 4001 (the window closes)");
    await expect(transport.receive()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });
});

describe("connecting", () => {
  it.each([302, 401, 407])("is over when the peer answers %d; nothing is followed", async (status) => {
    let asked = 0;
    const elsewhere = await listening(createServer(() => asked++));
    const port = await listening(
      createServer((_, response) => {
        response.writeHead(status, { Location: `http://127.0.0.1:${elsewhere}/` }).end();
      }),
    );
    await expect(new WebSocketTransport({ port }).connect()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect(asked).toBe(0);
  });

  it("goes past any proxy that the environment names", async () => {
    let asked = 0;
    const proxy = await listening(createServer(() => asked++));
    const before = process.env["http_proxy"];
    process.env["http_proxy"] = `http://127.0.0.1:${proxy}`;
    try {
      const { transport } = await peer((socket) => socket.send('{"hello":1}'));
      expect(await transport.receive()).toEqual({ hello: 1 });
    } finally {
      if (before === undefined) delete process.env["http_proxy"];
      else process.env["http_proxy"] = before;
    }
    expect(asked).toBe(0);
  });

  it("ends in its time when the peer does not shake hands", async () => {
    const port = await listening(createServer().on("upgrade", () => {}));
    const transport = new WebSocketTransport({ port, connectMs: 50 });
    await expect(transport.connect()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    const stop = new AbortController();
    const asked = new WebSocketTransport({ port }).connect(stop.signal);
    stop.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });
});

it("closing twice, or before connecting, is fine", async () => {
  const { transport } = await peer(() => {});
  const waiting = expect(transport.receive()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  await Promise.all([transport.close(), transport.close()]);
  await waiting;
  await new WebSocketTransport({ port: 1 }).close();
});
