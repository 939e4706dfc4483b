/** How a NEXUS3 agent gets in, what it is told there, and who does not get in. */
import { expect } from "vitest";
import { CLAUDE_HEADER } from "./clients/claude-client.js";
import { NEXUS3_HEADER, nexus3Tools } from "./clients/nexus3-client.js";
import { proves } from "./proves.js";
import { expectUnreachable, upgradeStatus } from "./reach.js";
import type { WindowSetup } from "./window.js";

const setup: WindowSetup = { files: { "a.txt": "one\ntwo\n" } };

/** The parameters of each tool, as the table of the plan has them: required ones, then optional ones. */
const parameters: Readonly<Record<(typeof nexus3Tools)[number], readonly [string[], string[]]>> = {
  openDiff: [["old_file_path", "new_file_path", "new_file_contents", "tab_name"], []],
  openFile: [["filePath"], ["preview"]],
  getDiagnostics: [[], ["uri"]],
  getCurrentSelection: [[], []],
  getLatestSelection: [[], []],
  getOpenEditors: [[], []],
  getWorkspaceFolders: [[], []],
  checkDocumentDirty: [["filePath"], []],
  saveDocument: [["filePath"], []],
  closeTab: [["tabName"], []],
  closeAllDiffTabs: [[], []],
};

proves("nexus3:initialize", setup, async ({ nexus3 }) => {
  const { welcome } = await nexus3();
  expect(welcome).toMatchObject({
    protocolVersion: "2024-11-05",
    capabilities: { tools: {} },
    serverInfo: { name: "nexus3-ide", version: "0.1.0" },
  });
});

proves("nexus3:initialized", setup, async ({ nexus3 }) => {
  const agent = await nexus3();
  agent.notify("notifications/initialized");
  expect(await agent.request("ping")).toEqual({});
  expect(agent.wire.untaken).toEqual([]);
});

proves("nexus3:tools-list", setup, async ({ nexus3 }) => {
  const agent = await nexus3();
  const { tools } = (await agent.request("tools/list")) as {
    tools: {
      name: string;
      description: string;
      inputSchema: { type: string; properties?: Record<string, { type: string }>; required?: string[] };
    }[];
  };
  expect(tools.map(({ name }) => name).sort()).toEqual([...nexus3Tools].sort());
  for (const { name, description, inputSchema } of tools) {
    const [required, optional] = parameters[name as keyof typeof parameters];
    expect(description, name).toMatch(/\S/);
    expect(inputSchema.type, name).toBe("object");
    expect(Object.keys(inputSchema.properties ?? {}).sort(), name).toEqual([...required, ...optional].sort());
    expect([...(inputSchema.required ?? [])].sort(), name).toEqual([...required].sort());
    for (const [parameter, { type }] of Object.entries(inputSchema.properties ?? {})) {
      expect(type, `${name}.${parameter}`).toBe(parameter === "preview" ? "boolean" : "string");
    }
  }
});

proves("nexus3:deferred", setup, async ({ nexus3, path, theDiff, developer }) => {
  const agent = await nexus3();
  const { id, result } = agent.openDiff(path("a.txt"), "1\n", "a.txt");
  const review = await theDiff();
  expect(await agent.json("getWorkspaceFolders")).toEqual([path("").replace(/\/$/, "")]);
  expect(await agent.wire.isSilent((message) => message["id"] === id)).toBe(true);
  await developer.reject(review);
  expect((await result).texts).toEqual(["DIFF_REJECTED"]);
});

proves("nexus3:negotiation", setup, async ({ nexus3 }) => {
  for (const version of ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]) {
    expect((await nexus3({ protocolVersion: version })).welcome).toMatchObject({ protocolVersion: version });
  }
  for (const version of ["2031-01-01", "1.0", ""]) {
    const { protocolVersion } = (await nexus3({ protocolVersion: version })).welcome;
    expect(protocolVersion).toMatch(/^202[45]-\d\d-\d\d$/);
  }
});

proves("nexus3:empty-lists", setup, async ({ nexus3 }) => {
  const agent = await nexus3();
  expect(await agent.request("prompts/list")).toEqual({ prompts: [] });
  expect(await agent.request("resources/list")).toEqual({ resources: [] });
  expect(await agent.request("resources/templates/list")).toEqual({ resourceTemplates: [] });
});

proves("nexus3:unknown-method", setup, async ({ nexus3 }) => {
  const agent = await nexus3();
  await expect(agent.request("no/such/method")).rejects.toMatchObject({ code: -32601 });
  await expect(agent.request("tools/call", { name: "noSuchTool", arguments: {} })).rejects.toMatchObject({
    code: -32602,
  });
  for (const [text, code] of [
    ["{", -32700],
    ["[]", -32600],
    ["1", -32600],
    ["{}", -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
  ] as const) {
    agent.wire.send(text);
    expect(await agent.wire.take(() => true), text).toMatchObject({ jsonrpc: "2.0", error: { code } });
  }
  agent.notify("notifications/cancelled", { requestId: 4711, reason: "AbortError" });
  agent.notify("no/such/notification");
  expect(await agent.request("ping")).toEqual({});
  expect(agent.wire.untaken).toEqual([]);
});

proves("nexus3:ide-tools", setup, async ({ nexus3, path }) => {
  const agent = await nexus3();
  const result = await agent.call("ide.editor.getContent", { file: path("a.txt") });
  expect(result.raw["structuredContent"]).toMatchObject({ content: "one\ntwo\n", totalLines: 2 });
  expect(JSON.parse(result.texts[0] as string)).toEqual(result.raw["structuredContent"]);
});

proves("nexus3:loopback", setup, async ({ door, nexus3 }) => {
  await nexus3();
  await expectUnreachable(door.port);
});

proves("nexus3:token", setup, async ({ door }) => {
  const { port, token } = door;
  const headers: readonly Readonly<Record<string, string>>[] = [
    {},
    { [NEXUS3_HEADER]: "" },
    { [NEXUS3_HEADER]: "wrong" },
    { [NEXUS3_HEADER]: `${token}x` },
    { [NEXUS3_HEADER]: token.slice(0, -1) },
    { [NEXUS3_HEADER]: token.toUpperCase() === token ? token.toLowerCase() : token.toUpperCase() },
    { [NEXUS3_HEADER]: `Bearer ${token}` },
    { [NEXUS3_HEADER]: `${token}, ${token}` },
    { [NEXUS3_HEADER]: "x".repeat(8_000) },
    { [NEXUS3_HEADER]: token, [CLAUDE_HEADER]: "wrong" },
    { "x-nexus3-authorization": token },
    { Cookie: `${NEXUS3_HEADER}=${token}` },
  ];
  for (const each of headers) expect(await upgradeStatus(port, each), JSON.stringify(each)).toBe(401);
  expect(await upgradeStatus(port, {}, `/?${NEXUS3_HEADER}=${token}`)).toBeGreaterThanOrEqual(400);
  expect(await upgradeStatus(port, { [NEXUS3_HEADER]: token })).toBe(101);
});
