/** The version of the toolbox, and what it implies. */
import { expect } from "vitest";
import { verifies } from "../helpers/verifies.js";

const phase1 = [
  "ide.editor.getOpenFile",
  "ide.editor.getOpenFiles",
  "ide.editor.getContent",
  "ide.editor.goToLine",
  "ide.editor.replaceRange",
  "ide.diagnostics.list",
  "ide.symbols.search",
  "ide.file.list",
];

verifies("versioning:reported", {}, async ({ client }) => {
  expect(client.getServerVersion()).toMatchObject({ name: "tandem", version: "0.1.0" });
});

verifies("versioning:phase-1", {}, async ({ client }) => {
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(expect.arrayContaining(phase1));
});

verifies("versioning:missing-tools", {}, async ({ client }) => {
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  for (const name of ["ide.debug.launch", "ide.git.status", "ide.terminal.run", "ide.events.subscribe"]) {
    expect(listed).not.toContain(name);
    await expect(client.callTool({ name, arguments: {} }), name).rejects.toThrow(name);
  }
  expect((await client.listTools()).tools).toHaveLength(listed.length);
});
