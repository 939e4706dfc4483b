/** What each era of MCP finds at the endpoint. */
import { expect } from "vitest";
import { SESSION_VERSION, STATELESS_VERSION } from "../helpers/doors.js";
import { initialize, post } from "../helpers/post.js";
import { verifies } from "../helpers/verifies.js";

const ping = { id: 7, method: "ping" };

/** What a stateless request says of itself. */
const envelope = {
  "io.modelcontextprotocol/protocolVersion": STATELESS_VERSION,
  "io.modelcontextprotocol/clientInfo": { name: "plain", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const headersFor = (method: string) => ({ "MCP-Protocol-Version": STATELESS_VERSION, "Mcp-Method": method });

verifies("connection:initialize-versions", {}, async ({ url }) => {
  for (const version of ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]) {
    const { id, result } = await initialize(await url(), version);
    expect(result.protocolVersion).toBe(version);
    const listed = await post(
      await url(),
      { id: 2, method: "tools/list" },
      { "Mcp-Session-Id": id, "MCP-Protocol-Version": version },
    );
    expect(await listed.json()).toMatchObject({ id: 2, result: { tools: expect.any(Array) } });
  }
});

verifies("connection:initialize-newer", {}, async ({ url }) => {
  const { result } = await initialize(await url(), STATELESS_VERSION);
  expect(result.protocolVersion).toBe(SESSION_VERSION);
});

verifies("connection:session-id", {}, async ({ url }) => {
  const { id } = await initialize(await url(), SESSION_VERSION);
  expect(id).toMatch(/^[\x21-\x7e]{22,}$/);
  expect((await post(await url(), ping, { "Mcp-Session-Id": id })).status).toBe(200);
  expect((await post(await url(), ping)).status).toBe(400);
  expect((await post(await url(), ping, { "Mcp-Session-Id": "unknown" })).status).toBe(404);
});

verifies("connection:session-stream", {}, async ({ url }) => {
  const { id } = await initialize(await url(), SESSION_VERSION);
  const leave = new AbortController();
  const headers = { Accept: "text/event-stream", "Mcp-Session-Id": id };
  const stream = await fetch(await url(), { headers, signal: leave.signal });
  expect(stream.status).toBe(200);
  expect(stream.headers.get("content-type")).toMatch(/^text\/event-stream/);
  expect((await fetch(await url(), { headers })).status).toBe(409);
  leave.abort();
});

verifies("connection:session-delete", {}, async ({ url }) => {
  const { id } = await initialize(await url(), SESSION_VERSION);
  const headers = { Accept: "text/event-stream", "Mcp-Session-Id": id };
  const stream = await fetch(await url(), { headers });
  expect((await fetch(await url(), { method: "DELETE", headers })).status).toBe(200);
  await stream.text();
  expect((await post(await url(), ping, { "Mcp-Session-Id": id })).status).toBe(404);
  expect((await fetch(await url(), { headers })).status).toBe(404);
});

verifies("connection:version-header-optional", {}, async ({ url }) => {
  const { id } = await initialize(await url(), SESSION_VERSION);
  const session = { "Mcp-Session-Id": id };
  expect((await post(await url(), ping, session)).status).toBe(200);
  expect((await post(await url(), ping, { ...session, "MCP-Protocol-Version": "2025-03-26" })).status).toBe(200);
  expect((await post(await url(), ping, { ...session, "MCP-Protocol-Version": "1999-01-01" })).status).toBe(400);
});

verifies("connection:unknown-before-initialize", {}, async ({ url }) => {
  const response = await post(await url(), { id: 1, method: "server/unheard-of", params: {} });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({
    jsonrpc: "2.0",
    error: { code: expect.any(Number), message: expect.any(String) },
  });
});

verifies("connection:discover", {}, async ({ client }) => {
  const found = await client.discover();
  expect(found.supportedVersions).toContain(STATELESS_VERSION);
  expect(found.instructions).toContain("ide.editor.getContent");
  expect(found.capabilities).toHaveProperty("tools");
  expect(client.getNegotiatedProtocolVersion()).toBe(STATELESS_VERSION);
});

verifies("connection:listen", {}, async ({ url, client }) => {
  const params = { _meta: envelope, notifications: { toolsListChanged: true } };
  const response = await post(
    await url(),
    { id: 5, method: "subscriptions/listen", params },
    headersFor("subscriptions/listen"),
  );
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toMatch(
    /^event: message\ndata: \{.*"notifications\/subscriptions\/acknowledged"/,
  );
  await reader?.cancel();
  // The SDK's own client takes it for a subscription, too.
  await (await client.listen({ toolsListChanged: true })).close();
});

verifies("connection:no-session", {}, async ({ url }) => {
  const message = { id: 1, method: "tools/list", params: { _meta: envelope } };
  const response = await post(await url(), message, headersFor("tools/list"));
  expect(response.status).toBe(200);
  expect(response.headers.has("mcp-session-id")).toBe(false);
  expect(await response.json()).toMatchObject({ id: 1, result: { tools: expect.any(Array) } });
});
