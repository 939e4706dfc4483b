/** What goes wrong, and how an agent hears of it. */
import { rm } from "node:fs/promises";
import { ProtocolError } from "@modelcontextprotocol/client";
import { errorCodes, errorTable, type ToolName, tools } from "@tandem/protocol";
import { expect } from "vitest";
import { connectAgent } from "../helpers/doors.js";
import type { HostSetup } from "../helpers/hosts.js";
import { textOf } from "../helpers/scene.js";
import { verifies } from "../helpers/verifies.js";

const setup: HostSetup = { files: { "a.ts": "one\ntwo\n", "src/b.ts": "" } };

verifies("errors:shape", setup, async ({ client, path }) => {
  const result = await client.callTool({ name: "ide.editor.getContent", arguments: { file: path("missing.ts") } });
  expect(result.isError).toBe(true);
  expect(JSON.parse(textOf(result))).toEqual({
    error: {
      code: "FILE_NOT_FOUND",
      message: expect.stringContaining("missing.ts"),
      hint: expect.stringMatching(/\w/),
    },
  });
});

verifies("errors:text", setup, async ({ client, path }) => {
  const result = await client.callTool({ name: "ide.editor.save", arguments: { file: path("a.ts") } });
  expect(textOf(result)).toMatch(/\berror\b/);
  expect(result).not.toHaveProperty("structuredContent");
});

verifies("errors:FILE_NOT_FOUND", setup, async ({ failure, path }) => {
  const takesFile: ToolName[] = ["ide.editor.getContent", "ide.editor.save", "ide.diagnostics.list"];
  for (const tool of takesFile) {
    for (const name of ["missing.ts", "src", "src/missing/deep.ts"]) {
      expect(await failure(tool, { file: path(name) }), `${tool} ${name}`).toMatchObject({ code: "FILE_NOT_FOUND" });
    }
  }
});

verifies("errors:FILE_NOT_OPEN", setup, async ({ failure, path }) => {
  expect(await failure("ide.editor.getOpenFile", {})).toMatchObject({ code: "FILE_NOT_OPEN" });
  expect(await failure("ide.editor.save", { file: path("a.ts") })).toMatchObject({ code: "FILE_NOT_OPEN" });
});

verifies("errors:RANGE_INVALID", setup, async ({ failure, path }) => {
  const file = path("a.ts");
  const outOfBounds: [ToolName, Record<string, unknown>][] = [
    ["ide.editor.getContent", { file, startLine: 50 }],
    ["ide.editor.goToLine", { file, line: 50 }],
    ["ide.editor.replaceRange", { file, startLine: 50, endLine: 51, newText: "x" }],
  ];
  for (const [tool, input] of outOfBounds)
    expect(await failure(tool, input), tool).toMatchObject({ code: "RANGE_INVALID" });
});

const brokenServer: HostSetup = {
  files: { "tsconfig.json": "{}", "a.ts": "export const a = 1;\n" },
  languageServers: { typescript: [process.execPath, "-e", "process.exit(1)"], python: [] },
};

verifies("errors:LSP_NOT_READY", brokenServer, async ({ failure, content }) => {
  const refused = await failure("ide.symbols.search", { query: "a" });
  expect(refused).toMatchObject({ code: "LSP_NOT_READY", hint: expect.stringMatching(/again/i) });
  expect(await content("a.ts")).toBe("export const a = 1;\n");
});

verifies("errors:NO_WORKSPACE", setup, async ({ failure, client, path, host }) => {
  await rm(host.root, { recursive: true });
  expect(await failure("ide.file.list", {})).toMatchObject({ code: "NO_WORKSPACE" });
  expect(await failure("ide.editor.getContent", { file: path("a.ts") })).toMatchObject({ code: "NO_WORKSPACE" });
  expect((await client.listTools()).tools).not.toEqual([]);
});

verifies("errors:server-gone", setup, async ({ client, door, host, url }) => {
  const dead = await url();
  await host.close();
  const started = performance.now();
  await expect(client.callTool({ name: "ide.editor.getOpenFiles", arguments: {} })).rejects.toThrow();
  await expect(connectAgent(door, host, { url: dead })).rejects.toThrow();
  expect(performance.now() - started).toBeLessThan(5_000);
});

verifies("errors:unknown-tool", setup, async ({ client }) => {
  for (const name of ["ide.editor.unheardOf", "constructor", "__proto__", ""]) {
    const refused: unknown = await client.callTool({ name, arguments: {} }).catch((error: unknown) => error);
    expect(refused, name).toBeInstanceOf(ProtocolError);
    expect(refused, name).toMatchObject({
      code: -32602,
      data: {
        error: { code: "INVALID_INPUT", message: expect.stringContaining(name), hint: expect.stringMatching(/\w/) },
      },
    });
  }
});

verifies("errors:INVALID_INPUT", setup, async ({ failure, path }) => {
  const file = path("a.ts");
  const bad: [ToolName, Record<string, unknown>, string][] = [
    ["ide.editor.getContent", {}, "file"],
    ["ide.editor.getContent", { file: 7 }, "file"],
    ["ide.editor.getContent", { file, startLine: "1" }, "startLine"],
    ["ide.editor.getContent", { file, startLine: 0 }, "startLine"],
    ["ide.editor.getContent", { file, endLine: 1.5 }, "endLine"],
    ["ide.editor.getContent", { file, unheardOf: 1 }, "unheardOf"],
    ["ide.editor.getContent", { file: "a.ts" }, "a.ts"],
    ["ide.editor.replaceRange", { file, startLine: -1, endLine: -2, newText: "" }, "startLine"],
    ["ide.editor.replaceRange", { file, startLine: 1, endLine: 1 }, "newText"],
    ["ide.symbols.search", { query: "" }, "query"],
    ["ide.file.list", { recursive: "yes" }, "recursive"],
    ["ide.file.list", { limit: 1_000_000 }, "limit"],
  ];
  for (const [tool, input, named] of bad) {
    const refused = await failure(tool, input);
    expect(refused, JSON.stringify(input)).toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(named),
    });
  }
});

verifies("errors:OUTSIDE_WORKSPACE", setup, async ({ failure, path, host }) => {
  for (const file of ["/etc/passwd", "/nowhere/at/all", path("../outside.ts"), `${host.root}-evil/a.ts`]) {
    expect(await failure("ide.editor.getContent", { file }), file).toMatchObject({ code: "OUTSIDE_WORKSPACE" });
  }
});

verifies("errors:life-goes-on", setup, async ({ client, failure, content, path }) => {
  await failure("ide.editor.getContent", { file: path("missing.ts") });
  await failure("ide.editor.getContent", { file: 1 });
  await expect(client.callTool({ name: "ide.unheard.of", arguments: {} })).rejects.toThrow();
  expect(await content("a.ts")).toBe("one\ntwo\n");
});

verifies("errors:NOT_ALLOWED", { ...setup, mode: "read-only" }, async ({ failure, call, path, content }) => {
  const file = path("a.ts");
  await call("ide.editor.goToLine", { file, line: 1 });
  const edit = { file, startLine: 1, endLine: 1, newText: "x" };
  expect(await failure("ide.editor.replaceRange", edit)).toMatchObject({ code: "NOT_ALLOWED" });
  expect(await failure("ide.editor.save", { file })).toMatchObject({ code: "NOT_ALLOWED" });
  expect(await content("a.ts")).toBe("one\ntwo\n");
});

verifies("errors:closed-table", setup, async () => {
  for (const { name, errors } of tools) for (const code of errors) expect(errorCodes, name).toContain(code);
  for (const code of errorCodes) {
    expect(errorTable[code].meaning, code).toMatch(/\.$/);
    expect(errorTable[code].hint, code).toMatch(/\.$/);
  }
});
