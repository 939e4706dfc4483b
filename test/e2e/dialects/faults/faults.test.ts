/** Lines that go bad between an agent and a window, in the middle of what they do. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type ProxyFault, TcpProxy } from "@tandem/agent/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeClient } from "../clients/claude-client.js";
import { ClioClient } from "../clients/clio-client.js";
import { NEXUS3_HEADER, Nexus3Client, only } from "../clients/nexus3-client.js";
import type { Waiting } from "../dialect-developer.js";
import { type DialectWindow, openWindow } from "../window.js";

const TEXT = "one\ntwo\nthree\n";
const NEW = "one\n2\nthree\n";
/** How often a silent line is asked, how long it may stay silent, and how long read nothing, in milliseconds. */
const PATIENCE = { pingMs: 200, pongMs: 200, answerStallMs: 1_000 };
const NOTICED_MS = 3_000;

let window: DialectWindow;
let proxy: TcpProxy;
let clioProxy: TcpProxy;
let neighbour: Nexus3Client;

beforeEach(async () => {
  const files = { "a.txt": TEXT, "b.txt": TEXT, "c.txt": TEXT };
  window = await openWindow("memory", { files, limits: { ...PATIENCE, streamBacklogBytes: 1_000_000 } });
  proxy = await TcpProxy.start(window.door.port);
  clioProxy = await TcpProxy.start(await window.clioPort());
  neighbour = await Nexus3Client.connect(window.door, { name: "neighbour" });
});

afterEach(async () => {
  expect(await neighbour.json("getWorkspaceFolders")).toEqual([window.root]);
  await neighbour.vanish();
  await proxy.stop();
  await clioProxy.stop();
  await window.close();
});

const throughProxy = () => ({ ...window.door, through: proxy.port });
/** Nothing comes through any more, and neither side is told. */
function fallSilent(line: TcpProxy): void {
  line.fault = { kind: "half-open" };
}
const theDiff = async () => (await window.developer.waiting())[0] as Waiting;

describe("a slow line", () => {
  it.each<[string, ProxyFault]>([
    ["delays everything", { kind: "delay", ms: 60 }],
    ["trickles", { kind: "trickle", ms: 0 }],
  ])("that %s brings everything, in order", async (_, fault) => {
    proxy.fault = fault;
    const agent = await Nexus3Client.connect(throughProxy());
    const answers = await Promise.all([1, 2, 3].map(() => agent.json("getWorkspaceFolders")));
    expect(answers).toEqual([[window.root], [window.root], [window.root]]);
    const { result } = agent.openDiff(window.path("a.txt"), NEW, "a.txt");
    await window.developer.accept(await theDiff());
    expect(only(await result)).toBe("FILE_SAVED");
    await agent.close();
  });
});

describe.each([
  ["is cut", () => [proxy.cut(), clioProxy.cut()]],
  ["is reset", () => [proxy.reset(), clioProxy.reset()]],
  ["falls silent", () => [proxy, clioProxy].map(fallSilent)],
])("a line that %s during a diff", (_, spoil) => {
  it("leaves what the host can apply by itself, and takes away what only the agent could", async () => {
    const nexus3 = await Nexus3Client.connect(throughProxy());
    const claude = await ClaudeClient.connect(throughProxy());
    const clio = await ClioClient.connect(await window.clioPort(), clioProxy.port);
    nexus3.openDiff(window.path("a.txt"), NEW, "a.txt");
    await window.developer.waiting(1);
    claude.openDiff(window.path("b.txt"), NEW);
    await window.developer.waiting(2);
    clio.openDiff(window.path("c.txt"), TEXT, NEW);
    await window.developer.waiting(3);
    const waiting = neighbour.openDiff(window.path("c.txt"), "3\n", "c.txt");
    await window.developer.waiting(4);
    spoil();
    const gone = () => window.developer.pending().map(({ file, agentGone }) => [file, agentGone]);
    await expect.poll(gone, { timeout: NOTICED_MS }).toEqual([
      [window.path("a.txt"), true],
      [window.path("c.txt"), false],
    ]);
    const [mine, theirs] = window.developer.pending();
    if (mine) await window.developer.accept(mine);
    expect((await window.onDisk("a.txt")).toString()).toBe(NEW);
    if (theirs) await window.developer.reject(theirs);
    expect(only(await waiting.result)).toBe("DIFF_REJECTED");
    await Promise.all([nexus3.vanish(), claude.vanish(), clio.vanish()]);
  });
});

describe("a line that breaks", () => {
  it("in the middle of a message does nothing by halves, wherever it breaks", async () => {
    for (const bytes of [1, 2, 7, 30, 100, 150]) {
      const agent = await Nexus3Client.connect(throughProxy());
      proxy.cutAfter(bytes);
      const { result } = agent.openDiff(window.path("a.txt"), NEW, "a.txt");
      await expect(result).rejects.toThrow("ended");
      expect(await neighbour.request("ping")).toEqual({});
      expect(window.developer.pending()).toEqual([]);
    }
  });

  it("and is dialled again finds the same diff, and its outcome is told once", async () => {
    const agent = await Nexus3Client.connect(throughProxy());
    agent.openDiff(window.path("a.txt"), NEW, "a.txt");
    await theDiff();
    fallSilent(proxy);
    await agent.vanish();
    await expect.poll(() => window.developer.pending()[0]?.agentGone, { timeout: NOTICED_MS }).toBe(true);
    proxy.fault = { kind: "none" };
    const again = await Nexus3Client.connect(throughProxy());
    const { result } = again.openDiff(window.path("a.txt"), NEW, "a.txt");
    await expect.poll(() => window.developer.pending().map(({ agentGone }) => agentGone)).toEqual([false]);
    await window.developer.accept(await theDiff());
    expect(only(await result)).toBe("FILE_SAVED");
    expect(await again.wire.isSilent()).toBe(true);
    await again.close();
  });
});

describe("an agent", () => {
  it("that is killed leaves its diff behind, marked", async () => {
    const { port, token } = window.door;
    const args = { old_file_path: window.path("a.txt"), new_file_path: window.path("a.txt") };
    const call = { name: "openDiff", arguments: { ...args, new_file_contents: NEW, tab_name: "a.txt" } };
    const hello = { protocolVersion: "2024-11-05", capabilities: {}, clientInfo: { name: "mortal", version: "1" } };
    const script = `
      const { WebSocket } = await import(${JSON.stringify(import.meta.resolve("ws"))});
      const socket = new WebSocket("ws://127.0.0.1:${port}", { headers: { "${NEXUS3_HEADER}": "${token}" } });
      const say = (id, method, params) => socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
      socket.on("open", () => say(0, "initialize", ${JSON.stringify(hello)}));
      socket.once("message", () => say(1, "tools/call", ${JSON.stringify(call)}));`;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { stdio: "ignore" });
    const gone = once(child, "close");
    expect(await theDiff()).toMatchObject({ agent: "mortal", agentGone: false });
    child.kill("SIGKILL");
    await gone;
    await expect.poll(() => window.developer.pending()[0]?.agentGone).toBe(true);
    await window.developer.accept(await theDiff());
    expect((await window.onDisk("a.txt")).toString()).toBe(NEW);
  });

  it("that does not read is cut off before it costs much, and the others are served", async () => {
    const greedy = await Nexus3Client.connect(window.door, { name: "greedy" });
    const large = `${"x".repeat(99)}\n`.repeat(20_000);
    const saved = neighbour.openDiff(window.path("b.txt"), large, "b.txt");
    await window.developer.accept(await theDiff());
    await saved.result;
    greedy.wire.socket.pause();
    for (let count = 0; count < 12; count++) {
      greedy.ask("tools/call", { name: "ide.editor.getContent", arguments: { file: window.path("b.txt") } });
    }
    const started = performance.now();
    expect(await neighbour.json("getWorkspaceFolders")).toEqual([window.root]);
    expect(performance.now() - started).toBeLessThan(NOTICED_MS);
    await expect.poll(() => window.developer.agents(), { timeout: 2 * NOTICED_MS }).not.toContain("greedy");
    greedy.wire.socket.resume();
    expect(await greedy.wire.closed).toBeGreaterThanOrEqual(1000);
  });

  it("that sends more than 16 MiB at once is closed with 1009, and nobody else's diff is touched", async () => {
    const waiting = neighbour.openDiff(window.path("c.txt"), NEW, "c.txt");
    await theDiff();
    for (const agent of [await Nexus3Client.connect(window.door), await ClaudeClient.connect(window.door)]) {
      agent.ask("tools/call", { name: "openDiff", arguments: { text: "x".repeat(16 * 2 ** 20) } });
      expect(await agent.wire.closed).toBe(1009);
    }
    const clio = await ClioClient.connect(await window.clioPort());
    clio.openDiff(window.path("a.txt"), "", "x".repeat(16 * 2 ** 20));
    expect(await clio.wire.closed).toBe(1009);
    expect(window.developer.pending()).toHaveLength(1);
    await window.developer.accept(await theDiff());
    expect(only(await waiting.result)).toBe("FILE_SAVED");
  });

  it("may send 16 MiB at once, to the byte", async () => {
    const message = JSON.stringify({ jsonrpc: "2.0", id: "large", method: "ping", params: { _meta: { filler: "" } } });
    neighbour.wire.send(message.replace('""', `"${"x".repeat(16 * 2 ** 20 - message.length)}"`));
    expect(await neighbour.wire.take(({ id }) => id === "large")).toMatchObject({ result: {} });
  });
});
