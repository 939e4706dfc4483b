/** Peers that ask for more than they take, or say more than anybody needs to know: each is bounded. */
import { request } from "node:http";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBridge, type TestBridge } from "./helpers/bridge.js";
import { callBody, JSON_TYPE, RawAgent, rpcBody } from "./helpers/raw-agent.js";
import { exchange, RawConnection, requestBytes } from "./helpers/raw-http.js";

let bridge: TestBridge;
let agent: RawAgent;
/** On one connection, one after the other. */
const READS = 8;
const read = (id: number) => callBody(id, "ide.editor.getContent", { file: "/project/src/a.ts" });

beforeAll(async () => {
  bridge = await openBridge({ limits: { answerStallMs: 400, answerBacklogBytes: 20 * 1024 * 1024 } });
  agent = await RawAgent.connect(bridge.port);
  const newText = "x".repeat(1_900_000);
  await agent.call("ide.editor.replaceRange", { file: "/project/src/a.ts", startLine: 1, endLine: 1, newText });
});

afterAll(async () => {
  await agent.disconnect();
  await bridge.dispose();
});

it("a peer that does not read its large answer is cut off, and others are served", async () => {
  const ended = Array.from({ length: 5 }, (_, i) => {
    const socket = connect({ port: bridge.port, host: "127.0.0.1" });
    socket.pause();
    socket.on("error", () => {});
    // More than fits the system's buffers: what fits costs the window nothing.
    for (let j = 0; j < READS; j++) {
      socket.write(requestBytes({ headers: agent.headers(JSON_TYPE), body: read(1000 + READS * i + j) }));
    }
    return new Promise<"cut" | "whole">((resolve) => {
      let received = 0;
      socket.on("close", () => resolve("cut"));
      socket.on("data", (chunk) => {
        received += chunk.length;
        if (received > READS * 2 * 1_900_000) resolve("whole");
      });
      setTimeout(() => socket.resume(), 1500).unref();
    });
  });
  expect(new Set(await Promise.all(ended))).toEqual(new Set(["cut"]));
  const { result } = (await agent.call("ide.editor.getContent", { file: "/project/src/a.ts" })) as unknown as {
    result: { structuredContent: { totalLines: number } };
  };
  expect(result.structuredContent.totalLines).toBe(3);
});

it("an agent that says too much of itself is refused", async () => {
  const stranger = agent.headers(JSON_TYPE).filter(([name]) => !/session/i.test(name));
  const clientInfo = { name: "x".repeat(100_000), version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  const answer = await exchange(
    bridge.port,
    requestBytes({ headers: stranger, body: rpcBody("initialize", 1, params) }),
  );
  expect(answer === "closed" ? answer : answer.status).toBe(413);
});

it.each([
  ["of a later version", 2, 400],
  ["that is too long", 51, 400],
])("a batch %s is refused", async (name, count, status) => {
  const body = `[${Array.from({ length: count }, (_, i) => rpcBody("ping", 500 + i)).join(",")}]`;
  const version = ["MCP-Protocol-Version", "2025-11-25"] as const;
  const headers = agent.headers(JSON_TYPE, ...(name === "of a later version" ? [version] : []));
  const answer = await exchange(bridge.port, requestBytes({ headers, body }));
  expect(answer === "closed" ? answer : answer.status).toBe(status);
});

it("a client that waits for leave to send its body gets it once the gate has passed it", async () => {
  const body = rpcBody("ping", 77);
  const headers = Object.fromEntries([...agent.headers(JSON_TYPE), ["Expect", "100-continue"]]) as Record<
    string,
    string
  >;
  const status = await new Promise((resolve, reject) => {
    const sent = request(
      { port: bridge.port, host: "127.0.0.1", path: "/mcp", method: "POST", headers },
      (response) => {
        response.resume();
        resolve(response.statusCode);
      },
    );
    sent.on("continue", () => sent.end(body));
    sent.on("error", reject);
    sent.flushHeaders();
  });
  expect(status).toBe(200);
});

it("a client that the gate refuses is not asked for its body", async () => {
  const connection = await RawConnection.open(bridge.port);
  const headers = [...agent.headers(JSON_TYPE), ["Origin", "http://evil.test"], ["Expect", "100-continue"]] as const;
  connection.send(requestBytes({ headers: [...headers, ["Content-Length", "100"]] }));
  const answer = await connection.response();
  expect(answer === "closed" ? answer : answer.status).toBe(403);
});
