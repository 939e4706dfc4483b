/** How the tools are listed, spelled and answered. */
import { type Effect, nouns, tools, underscoredName } from "@tandem/protocol";
import { expect } from "vitest";
import { type HostSetup, MEMORY_ROOT } from "../helpers/hosts.js";
import { checkFits, structureOf, textOf } from "../helpers/scene.js";
import { verifies } from "../helpers/verifies.js";

const file = `${MEMORY_ROOT}/a.ts`;
const setup: HostSetup = {
  files: { "a.ts": "const a = 1;\n", "lib/b.ts": "export {};\n" },
  symbols: [{ name: "a", kind: "variable", file, line: 1, column: 7 }],
};

/** One call of every tool that succeeds, in an order in which they do. */
const calls = [
  ["ide.editor.goToLine", { file, line: 1 }],
  ["ide.editor.getOpenFile", {}],
  ["ide.editor.getOpenFiles", {}],
  ["ide.editor.getContent", { file }],
  ["ide.editor.replaceRange", { file, startLine: 1, endLine: 1, newText: "const a = 2;" }],
  ["ide.editor.save", { file }],
  ["ide.diagnostics.list", {}],
  ["ide.symbols.search", { query: "a" }],
  ["ide.symbols.definition", { file, line: 1, column: 7 }],
  ["ide.symbols.references", { file, line: 1, column: 7 }],
  ["ide.file.list", { recursive: true }],
] as const;

verifies("tools:namespace", setup, async ({ client }) => {
  for (const { name } of (await client.listTools()).tools) {
    const [ide, noun, verb, ...rest] = name.split(".");
    expect({ ide, rest }, name).toEqual({ ide: "ide", rest: [] });
    expect(nouns, name).toContain(noun);
    expect(verb, name).toMatch(/^[a-z][A-Za-z]+$/);
  }
});

verifies("tools:described", setup, async ({ client }) => {
  for (const tool of (await client.listTools()).tools) {
    expect(tool.title, tool.name).toBeTruthy();
    expect(tool.description?.length, tool.name).toBeGreaterThan(40);
    expect(tool.inputSchema, tool.name).toMatchObject({ type: "object", additionalProperties: false });
    expect(tool.outputSchema, tool.name).toMatchObject({ type: "object" });
  }
});

verifies("tools:order", setup, async ({ client, connect }) => {
  const first = await client.listTools();
  expect(first.tools.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  expect(first.nextCursor).toBeUndefined();
  expect((await client.listTools(undefined, { cacheMode: "refresh" })).tools).toEqual(first.tools);
  expect((await (await connect({ name: "another" })).listTools()).tools).toEqual(first.tools);
});

/** Effect → [only reads, may destroy]. */
const hints: Record<Effect, readonly [boolean, boolean]> = {
  read: [true, false],
  navigate: [true, false],
  adjust: [false, false],
  propose: [false, true],
  act: [false, true],
};

verifies("tools:annotations", setup, async ({ client }) => {
  const listed = new Map((await client.listTools()).tools.map(({ name, annotations }) => [name, annotations]));
  for (const { name, effect } of tools) {
    const { readOnlyHint, destructiveHint } = listed.get(name) ?? {};
    // MCP counts a tool that only reads as one that cannot destroy.
    expect([readOnlyHint, !readOnlyHint && destructiveHint], name).toEqual(hints[effect]);
    expect(listed.get(name)?.openWorldHint, name).toBe(effect === "act");
  }
});

verifies("tools:instructions", setup, async ({ client }) => {
  const instructions = client.getInstructions() ?? "";
  expect(instructions.length).toBeLessThan(1_500);
  for (const tool of ["getContent", "replaceRange", "goToLine"]) expect(instructions).toContain(`ide.editor.${tool}`);
  for (const tool of ["diagnostics.list", "symbols.search", "file.list"]) expect(instructions).toContain(`ide.${tool}`);
});

verifies("tools:underscores-listed", setup, async ({ connect }) => {
  const namesFor = async (name: string) => (await (await connect({ name })).listTools()).tools.map((tool) => tool.name);
  const dotted = tools.map(({ name }) => name);
  expect(await namesFor("claude-code")).toEqual(dotted.map(underscoredName));
  for (const other of ["opencode", "gemini-cli-mcp-client", "anything"]) expect(await namesFor(other)).toEqual(dotted);
});

verifies("tools:underscores-called", setup, async ({ connect }) => {
  for (const agent of [await connect({ name: "claude-code" }), await connect({ name: "opencode" })]) {
    for (const [name, input] of calls) {
      for (const spelling of [name, underscoredName(name)]) {
        const result = await agent.callTool({ name: spelling, arguments: { ...input } });
        expect(result.isError ?? false, spelling).toBe(false);
      }
    }
  }
});

verifies("tools:text-and-structure", setup, async ({ client }) => {
  for (const [name, input] of calls) {
    const result = await client.callTool({ name, arguments: { ...input } });
    expect(JSON.parse(textOf(result)), name).toEqual(result.structuredContent);
  }
});

verifies("tools:fits-schema", setup, async ({ client }) => {
  const listed = (await client.listTools()).tools;
  expect(calls.map(([name]) => name).sort()).toEqual(tools.map(({ name }) => name).sort());
  for (const [name, input] of calls) {
    checkFits(listed, name, structureOf(await client.callTool({ name, arguments: { ...input } })));
  }
  // The check itself can fail.
  expect(() => checkFits(listed, "ide.editor.getContent", { content: 1 })).toThrow(/does not fit/);
});

verifies("tools:absent-capability", { ...setup, without: ["symbols"] }, async ({ client, failure }) => {
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(tools.filter(({ noun }) => noun !== "symbols").map(({ name }) => name));
  expect(await failure("ide.symbols.search", { query: "a" })).toMatchObject({ code: "NOT_SUPPORTED" });
});
