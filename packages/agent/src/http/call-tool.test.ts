import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { WindowFile } from "@tandem/protocol";
import { afterEach, expect, it } from "vitest";
import { callTool } from "./call-tool.js";

const caller = { name: "tester", version: "1" };
const servers: Server[] = [];
const received: { params: { _meta: Record<string, unknown> } }[] = [];

/** Answers every call with an empty result and remembers what was sent. */
async function listeningWindow(): Promise<WindowFile> {
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(JSON.parse(body));
      response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { structuredContent: { done: true } } }));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const mcp = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  return { id: "w", name: "W", pid: 1, startedAt: "", roots: [], urls: { mcp }, token: "t" } as unknown as WindowFile;
}

afterEach(async () => {
  received.length = 0;
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

it("sends the caller's own name for a proposal", async () => {
  const window = await listeningWindow();
  expect(await callTool(window, "ide.file.create", {}, { caller, key: "mine" })).toEqual({ done: true });
  expect(received[0]?.params._meta).toMatchObject({ "tandem/key": "mine" });
});

it("sends no name where none is given", async () => {
  await callTool(await listeningWindow(), "ide.file.create", {}, { caller });
  expect(Object.keys(received[0]?.params._meta ?? {})).not.toContain("tandem/key");
});
