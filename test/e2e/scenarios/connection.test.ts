/** How an agent comes to the editor and leaves it. */
import { readdir, readFile, stat } from "node:fs/promises";
import { connect as connectSocket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import { HOME_VARIABLE, listedTools, windowFileSchema } from "@tandem/protocol";
import { startBridge } from "@tandem/server";
import { expect } from "vitest";
import { connectAgent, SESSION_VERSION } from "../helpers/doors.js";
import type { HostSetup } from "../helpers/hosts.js";
import { post } from "../helpers/post.js";
import { verifies } from "../helpers/verifies.js";

const setup: HostSetup = { files: { "a.txt": "one\ntwo\n" } };

verifies("connection:endpoint", setup, async ({ url, content }) => {
  expect(await url()).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
  expect(await content("a.txt")).toBe("one\ntwo\n");
});

verifies("connection:localhost", setup, async ({ url, connect, client }) => {
  const byName = await connect({ url: (await url()).replace("127.0.0.1", "localhost") });
  expect(await byName.listTools()).toEqual(await client.listTools());
});

verifies("connection:no-credentials", setup, async ({ url }) => {
  const params = { protocolVersion: SESSION_VERSION, capabilities: {}, clientInfo: { name: "bare", version: "1" } };
  const response = await post(await url(), { id: 1, method: "initialize", params });
  expect(response.status).toBe(200);
  expect(response.headers.has("www-authenticate")).toBe(false);
});

verifies("connection:loopback-only", setup, async ({ url }) => {
  const port = Number(new URL(await url()).port);
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  const outside = addresses.filter(({ internal, address }) => !internal && !address.startsWith("fe80:"));
  expect(await answers("127.0.0.1", port)).toBe(true);
  for (const { address } of outside) expect(await answers(address, port), address).toBe(false);
});

verifies("connection:lifecycle", setup, async ({ host, url, client }) => {
  const port = Number(new URL(await url()).port);
  expect((await client.listTools()).tools).not.toEqual([]);
  await host.close();
  expect(await answers("127.0.0.1", port)).toBe(false);
});

verifies("connection:tools-are-discovered", setup, async ({ client }) => {
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(listedTools.map(({ name }) => name));
});

verifies("connection:agent-leaves", setup, async ({ connect, call, path, content }) => {
  const leaving = await connect({ name: "leaving" });
  const file = path("a.txt");
  const edit = { file, startLine: 1, endLine: 1, newText: "changed" };
  await leaving.callTool({ name: "ide.editor.replaceRange", arguments: edit });
  await leaving.close();
  expect((await call("ide.editor.getOpenFiles", {})).files).toMatchObject([{ file, dirty: true }]);
  expect(await content("a.txt")).toBe("changed\ntwo\n");
});

verifies("connection:many-agents", setup, async ({ connect, path, content }) => {
  const agents = await Promise.all(Array.from({ length: 8 }, (_, i) => connect({ name: `agent ${i}` })));
  const insert = (newText: string) => ({ file: path("a.txt"), startLine: 1, endLine: 0, newText });
  await Promise.all(
    agents.map((agent, i) => agent.callTool({ name: "ide.editor.replaceRange", arguments: insert(`from ${i}`) })),
  );
  const lines = (await content("a.txt")).split("\n");
  expect(lines.slice(0, 8).sort()).toEqual(agents.map((_, i) => `from ${i}`));
  expect(lines.slice(8)).toEqual(["one", "two", ""]);
});

verifies("connection:default-port", setup, async ({ host }) => {
  if (!host.core) throw new Error("The memory host has a core.");
  const first = await startBridge(host.core);
  const second = await startBridge(host.core);
  try {
    const ports = [first, second].map(({ window }) => Number(new URL(window.urls.mcp).port));
    expect(Math.min(...ports)).toBeGreaterThanOrEqual(4322);
    expect(ports[1]).toBeGreaterThan(ports[0] ?? 0);
    expect([first.portMoved, second.portMoved]).toEqual([ports[0] !== 4322, true]);
  } finally {
    await first.close();
    await second.close();
  }
});

verifies("connection:token-honoured", setup, async ({ host, url, connect }) => {
  const { token } = (await host.bridge()).window;
  const withToken = await connect({ headers: { Authorization: `Bearer ${token}` } });
  expect((await withToken.listTools()).tools).not.toEqual([]);
  const wrong = await post(await url(), { id: 1, method: "ping" }, { Authorization: `Bearer ${token}x` });
  expect(wrong.status).toBe(401);
});

verifies(
  "connection:token-on-demand",
  { ...setup, bridge: { tokenRequired: true } },
  async ({ url, content, door, host }) => {
    expect(await content("a.txt")).toBe("one\ntwo\n");
    expect((await post(await url(), { id: 1, method: "ping" })).status).toBe(401);
    await expect(connectAgent(door, host)).rejects.toThrow();
  },
);

verifies("connection:window-file", setup, async ({ host }) => {
  const { window } = await host.bridge();
  const folder = join(process.env[HOME_VARIABLE] ?? "", "windows");
  const path = join(folder, `${window.id}.json`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const written = windowFileSchema.parse(JSON.parse(await readFile(path, "utf8")));
  expect(written).toEqual(window);
  expect(written).toMatchObject({ pid: process.pid, roots: [host.root] });
  await (await host.bridge()).close();
  expect(await readdir(folder)).toEqual([]);
});

verifies("connection:eras-side-by-side", setup, async ({ host, content, path }) => {
  const [older, newer] = await Promise.all([connectAgent("session", host), connectAgent("stateless", host)]);
  try {
    expect([older, newer].map((agent) => agent.getNegotiatedProtocolVersion())).toEqual([
      SESSION_VERSION,
      "2026-07-28",
    ]);
    const insert = (newText: string) => ({ file: path("a.txt"), startLine: 1, endLine: 0, newText });
    await older.callTool({ name: "ide.editor.replaceRange", arguments: insert("older") });
    await newer.callTool({ name: "ide.editor.replaceRange", arguments: insert("newer") });
    expect(await content("a.txt")).toBe("newer\nolder\none\ntwo\n");
  } finally {
    await older.close();
    await newer.close();
  }
});

/** Whether anything accepts a connection there. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connectSocket({ host, port, timeout: 2_000 });
    const end = (answered: boolean) => {
      socket.destroy();
      resolve(answered);
    };
    socket.once("connect", () => end(true));
    socket.once("error", () => end(false));
    socket.once("timeout", () => end(false));
  });
}
