/** How the tools are listed, spelled and answered. */
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { type Effect, listedTools, nouns, type ToolName, underscoredName } from "@tandem/protocol";
import { expect } from "vitest";
import { type HostSetup, MEMORY_ROOT } from "../helpers/hosts.js";
import { checkFits, structureOf, textOf } from "../helpers/scene.js";
import { verifies } from "../helpers/verifies.js";

const file = `${MEMORY_ROOT}/a.ts`;
const setup: HostSetup = {
  files: { "a.ts": "const a = 1;\n", "lib/b.ts": "export {};\n", ".envrc": "" },
  symbols: [{ name: "a", kind: "variable", file, line: 1, column: 7 }],
};

const edit = { startLine: 1, endLine: 1, newText: "const a = 2;" };
const created = `${MEMORY_ROOT}/new.ts`;
/** A change of it waits for the developer in every mode. */
const guarded = `${MEMORY_ROOT}/.envrc`;

/** One call of every tool, in an order in which all succeed however often; the id is that of the last review. */
const calls: readonly (readonly [ToolName, (review: string) => Record<string, unknown>])[] = [
  ["ide.editor.goToLine", () => ({ file, line: 1 })],
  ["ide.editor.getOpenFile", () => ({})],
  ["ide.editor.getOpenFiles", () => ({})],
  ["ide.editor.getSelection", () => ({})],
  ["ide.editor.getContent", () => ({ file })],
  ["ide.editor.applyEdits", () => ({ files: [{ file, edits: [edit] }] })],
  ["ide.editor.save", () => ({ file })],
  ["ide.diagnostics.list", () => ({})],
  ["ide.symbols.search", () => ({ query: "a" })],
  ["ide.symbols.definition", () => ({ file, line: 1, column: 7 })],
  ["ide.symbols.references", () => ({ file, line: 1, column: 7 })],
  ["ide.file.create", () => ({ file: created, text: "" })],
  ["ide.file.list", () => ({ recursive: true })],
  ["ide.file.delete", () => ({ file: created })],
  ["ide.editor.replaceRange", () => ({ file: guarded, startLine: 1, endLine: 0, newText: "use", review: "defer" })],
  ["ide.review.list", () => ({})],
  ["ide.review.wait", (id) => ({ id, waitMs: 0 })],
  ["ide.review.withdraw", (id) => ({ id })],
];

async function callEach(
  client: Client,
  check: (name: ToolName, result: CallToolResult) => void,
  spell: (name: string) => string = (name) => name,
): Promise<void> {
  let review = "";
  for (const [name, input] of calls) {
    const result = await client.callTool({ name: spell(name), arguments: input(review) });
    review = (result.structuredContent as { review?: { id: string } } | undefined)?.review?.id ?? review;
    check(name, result);
  }
}

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
  expect(first.tools.map(({ name }) => name)).toEqual(listedTools.map(({ name }) => name));
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
  for (const { name, effect } of listedTools) {
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
  const dotted = listedTools.map(({ name }) => name);
  expect(await namesFor("claude-code")).toEqual(dotted.map(underscoredName));
  for (const other of ["opencode", "gemini-cli-mcp-client", "anything"]) expect(await namesFor(other)).toEqual(dotted);
});

verifies("tools:underscores-called", setup, async ({ connect }) => {
  for (const agent of [await connect({ name: "claude-code" }), await connect({ name: "opencode" })]) {
    for (const spell of [(name: string) => name, underscoredName]) {
      await callEach(agent, (name, result) => expect(result.isError ?? false, spell(name)).toBe(false), spell);
    }
  }
});

verifies("tools:text-and-structure", setup, async ({ client }) => {
  await callEach(client, (name, result) => {
    expect(JSON.parse(textOf(result)), name).toEqual(result.structuredContent);
  });
});

verifies("tools:fits-schema", setup, async ({ client }) => {
  const listed = (await client.listTools()).tools;
  expect(calls.map(([name]) => name).sort()).toEqual(listedTools.map(({ name }) => name).sort());
  await callEach(client, (name, result) => checkFits(listed, name, structureOf(result)));
  // The check itself can fail.
  expect(() => checkFits(listed, "ide.editor.getContent", { content: 1 })).toThrow(/does not fit/);
});

verifies("tools:absent-capability", { ...setup, without: ["symbols"] }, async ({ client, failure }) => {
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(listedTools.filter(({ noun }) => noun !== "symbols").map(({ name }) => name));
  expect(await failure("ide.symbols.search", { query: "a" })).toMatchObject({ code: "NOT_SUPPORTED" });
});
