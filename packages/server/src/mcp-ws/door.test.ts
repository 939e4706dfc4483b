import { claude, nexus3 } from "@tandem/protocol";
import { afterEach, describe, expect, it } from "vitest";
import { WsAgent } from "../testing/ws-agent.js";
import { type WsScene, wsScene } from "../testing/ws-scene.js";

const files = { "a.ts": "one\ntwo\n" };
const file = "/project/a.ts";

let scene: WsScene;
afterEach(() => scene.close());

describe("the handshake", () => {
  it("of a nexus3 agent is the specification's", async () => {
    scene = await wsScene();
    const agent = await scene.connect("nexus3", { protocols: [] });
    expect(agent.socket.protocol).toBe("");
    expect(await agent.initialize()).toEqual({
      protocolVersion: "2024-11-05",
      capabilities: { tools: {} },
      serverInfo: { name: "nexus3-ide", version: "0.1.0" },
    });
    const { result } = await agent.request("tools/list");
    const { tools } = result as { tools: { name: string; inputSchema: object }[] };
    expect(tools.map(({ name }) => name)).toEqual(Object.keys(nexus3.tools));
    expect(tools[0]).toMatchObject({ inputSchema: { type: "object", properties: { tab_name: { type: "string" } } } });
  });

  it("of a claude agent echoes its subprotocol and lists its tools", async () => {
    scene = await wsScene();
    const agent = await scene.connect("claude");
    expect(agent.socket.protocol).toBe("mcp");
    expect(agent.socket.extensions).toBe("");
    expect(await agent.initialize({ protocolVersion: "2025-11-25" })).toMatchObject({
      protocolVersion: "2025-11-25",
      capabilities: { tools: {} },
      serverInfo: { name: "tandem" },
    });
    const { result } = await agent.request("tools/list");
    expect((result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual(Object.keys(claude.tools));
  });

  it.each([
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-03-26"],
    ["2025-06-18", "2025-06-18"],
    ["2025-11-25", "2025-11-25"],
    ["2026-07-28", "2024-11-05"],
    [7, "2024-11-05"],
  ])("asked for version %j answers %s", async (protocolVersion, answered) => {
    scene = await wsScene();
    const agent = await scene.connect("nexus3");
    expect(await agent.initialize({ protocolVersion })).toMatchObject({ protocolVersion: answered });
  });

  it("answers with the capability that the agent has announced", async () => {
    scene = await wsScene();
    const agent = await scene.connect("nexus3");
    const capabilities = { experimental: { tandem: { finalText: true } } };
    expect(await agent.initialize({ capabilities })).toMatchObject({ capabilities: { tools: {}, ...capabilities } });
  });

  it("brings the agent into the window, and its end takes it out", async () => {
    scene = await wsScene();
    const agent = await scene.claude();
    agent.notify("ide_connected", { pid: process.pid });
    await agent.request("ping");
    expect(scene.core.agents.connected()).toMatchObject([{ name: "claude-code", version: "2.0.0", connected: true }]);
    agent.socket.close();
    await agent.ended();
    await expect.poll(() => scene.core.agents.connected()).toEqual([]);
  });

  it("is needed before a call, and made once", async () => {
    scene = await wsScene();
    const agent = await scene.connect("nexus3");
    const call = () => agent.request("tools/call", { name: "getOpenEditors" });
    expect(await call()).toMatchObject({ error: { code: -32600 } });
    await agent.initialize();
    expect(await call()).toMatchObject({ result: { content: [{ type: "text", text: "[]" }] } });
    expect(await agent.request("initialize")).toMatchObject({ error: { code: -32600 } });
  });
});

describe("the token", () => {
  const connect = (headers: Record<string, string>, port = scene.door.port) => WsAgent.connect({ port, headers });

  it.each([
    ["absent", () => ({})],
    ["wrong", () => ({ [nexus3.AUTHORIZATION_HEADER]: "x".repeat(43) })],
    ["empty", () => ({ [claude.AUTHORIZATION_HEADER]: "" })],
    ["a bearer's", (token: string) => ({ Authorization: `Bearer ${token}` })],
    ["a bearer's in our header", (token: string) => ({ [nexus3.AUTHORIZATION_HEADER]: `Bearer ${token}` })],
    [
      "in two headers",
      (token: string) => ({ [nexus3.AUTHORIZATION_HEADER]: token, [claude.AUTHORIZATION_HEADER]: token }),
    ],
  ])("that is %s gets nobody in", async (_, headers) => {
    scene = await wsScene();
    await expect(connect(headers(scene.token) as Record<string, string>)).rejects.toThrow("refused with 401");
    expect(scene.core.agents.connected()).toEqual([]);
  });

  it("is of no use to a web page", async () => {
    scene = await wsScene();
    const headers = { [claude.AUTHORIZATION_HEADER]: scene.token, Origin: "http://evil.test" };
    await expect(connect(headers)).rejects.toThrow("refused with 403");
  });
});

describe("a message", () => {
  it.each([
    ["that is no JSON", "{", -32700],
    ["that is nested too deep", "[".repeat(65) + "]".repeat(65), -32700],
    ["that is binary", Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}'), -32700],
    ["in a batch", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600],
    ["without a version", '{"id":1,"method":"ping"}', -32600],
    ["that is no object", "7", -32600],
  ])("%s is refused, and the connection lives", async (_, message, code) => {
    scene = await wsScene();
    const agent = await scene.nexus3();
    agent.socket.send(message);
    expect(await agent.next()).toMatchObject({ jsonrpc: "2.0", id: null, error: { code } });
    expect(await agent.request("ping")).toMatchObject({ result: {} });
  });

  it("that is too long ends the connection", async () => {
    scene = await wsScene({ limits: { messageBytes: 1_000 } });
    const agent = await scene.nexus3();
    agent.socket.send("x".repeat(1_001));
    expect(await agent.ended()).toBe(1009);
  });

  it.each([
    ["prompts/list", { prompts: [] }],
    ["resources/list", { resources: [] }],
    ["resources/templates/list", { resourceTemplates: [] }],
    ["ping", {}],
  ])("%s is answered with nothing", async (method, result) => {
    scene = await wsScene();
    expect(await (await scene.claude()).request(method)).toMatchObject({ result });
  });

  it("of an unknown kind is said to be so; what asks nothing is not answered", async () => {
    scene = await wsScene();
    const agent = await scene.nexus3();
    agent.notify("notifications/unknown");
    agent.notify("notifications/cancelled", { requestId: 99 });
    agent.send({ jsonrpc: "2.0", id: 99, result: {} });
    expect(await agent.request("sampling/createMessage")).toMatchObject({ error: { code: -32601 } });
    expect(await agent.request("tools/call", { name: 7 })).toMatchObject({ error: { code: -32602 } });
    expect(await agent.request("tools/call", { name: "executeCode" })).toMatchObject({
      error: { code: -32602, data: { error: { code: "INVALID_INPUT" } } },
    });
    expect(agent.told).toEqual([]);
  });
});

describe("a call", () => {
  it("of any tool of the table is answered as over HTTP", async () => {
    scene = await wsScene({ files });
    const agent = await scene.nexus3();
    for (const name of ["ide.editor.getContent", "ide_editor_getContent"]) {
      const { content, structuredContent } = await agent.call(name, { file });
      expect(structuredContent).toMatchObject({ content: "one\ntwo\n", totalLines: 2 });
      expect(JSON.parse(content[0]?.text ?? "")).toEqual(structuredContent);
    }
    expect(await agent.call("ide.editor.getContent", { file: "/project/none" })).toMatchObject({ isError: true });
  });

  it("under an id that is in use is not heard: the first one keeps it", async () => {
    scene = await wsScene({ files });
    const agent = await scene.nexus3();
    const input = { old_file_path: file, new_file_path: file, new_file_contents: "x", tab_name: "t" };
    const { id, answer } = agent.begin("tools/call", { name: "openDiff", arguments: input });
    const [review] = await scene.pending(1);
    agent.send({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "getOpenEditors" } });
    await agent.request("ping");
    await scene.core.decisions.decideReview(review?.id ?? "", "reject", "");
    expect(await answer).toMatchObject({ result: { content: [{ text: "DIFF_REJECTED" }] } });
  });

  it("is one of a bounded number", async () => {
    scene = await wsScene({ files, limits: { calls: 2 } });
    const agent = await scene.nexus3();
    for (const text of ["x", "y"]) {
      const input = { old_file_path: file, new_file_path: file, new_file_contents: text, tab_name: text };
      void agent.call("openDiff", input);
    }
    await scene.pending(2);
    expect(await agent.request("tools/call", { name: "getOpenEditors" })).toMatchObject({ error: { code: -32000 } });
  });

  it("whose answer would be too long is answered with an error", async () => {
    scene = await wsScene({ files: { "a.ts": "x".repeat(3_000) }, limits: { messageBytes: 4_000 } });
    const agent = await scene.nexus3();
    const { content, isError } = await agent.call("ide.editor.getContent", { file });
    expect(isError).toBe(true);
    expect(content[0]?.text).toContain("FILE_TOO_LARGE");
  });

  it("tells of its progress who asks for it", async () => {
    scene = await wsScene({ files });
    const agent = await scene.nexus3();
    const input = { old_file_path: file, new_file_path: file, new_file_contents: "x", tab_name: "t" };
    void agent.call("openDiff", input, { _meta: { progressToken: "p" } });
    expect(await agent.next()).toMatchObject({ method: "notifications/progress", params: { progressToken: "p" } });
  });
});

describe("a connection", () => {
  it("on which no pong comes is ended", async () => {
    scene = await wsScene({ limits: { pingMs: 20, pongMs: 20 } });
    const agent = await scene.connect("nexus3", { autoPong: false });
    await agent.initialize();
    expect(await agent.ended()).toBe(1006);
    await expect.poll(() => scene.core.agents.connected()).toEqual([]);
  });

  it("that answers pings lives on", async () => {
    scene = await wsScene({ limits: { pingMs: 10, pongMs: 1_000 } });
    const agent = await scene.nexus3();
    for (let pings = 0; pings < 5; pings++) await new Promise((resolve) => agent.socket.once("ping", resolve));
    expect(await agent.request("ping")).toMatchObject({ result: {} });
  });

  it("whose agent reads nothing is ended, and not read from meanwhile", async () => {
    const limits = { streamBacklogBytes: 100_000, answerStallMs: 500 };
    scene = await wsScene({ files: { "a.ts": "x".repeat(1_000_000) }, limits });
    const [slow, other] = [await scene.nexus3(), await scene.nexus3()];
    const end = slow.ended();
    slow.socket.pause();
    for (let i = 0; i < 50; i++) {
      slow.send({
        jsonrpc: "2.0",
        id: 1000 + i,
        method: "tools/call",
        params: { name: "ide.editor.getContent", arguments: { file } },
      });
    }
    await expect.poll(() => scene.core.agents.connected().length, { timeout: 5_000 }).toBe(1);
    slow.socket.resume();
    expect(await end).toBe(1006);
    expect(await other.texts("getWorkspaceFolders")).toEqual(['["/project"]']);
  });

  it("is told that the window closes", async () => {
    scene = await wsScene();
    const agent = await scene.nexus3();
    const end = agent.ended();
    await scene.door.close();
    expect([1001, 1006]).toContain(await end);
  });
});
