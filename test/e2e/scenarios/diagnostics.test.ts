/** What language servers say about files: the shape on the memory host, the truth on real ones. */
import type { Diagnostic } from "@tandem/protocol";
import { expect } from "vitest";
import { type HostSetup, MEMORY_ROOT } from "../helpers/hosts.js";
import { verifies } from "../helpers/verifies.js";

const found = (file: string, line: number, more: Partial<Diagnostic> = {}): Diagnostic => ({
  file: `${MEMORY_ROOT}/${file}`,
  line,
  column: 1,
  endLine: line,
  endColumn: 4,
  severity: "error",
  message: `Wrong on line ${line}`,
  source: "memory",
  ...more,
});

const memory: HostSetup = {
  files: { "a.ts": "one\ntwo\n", "b.ts": "one\n", "c.ts": "one\n" },
  diagnostics: [
    found("a.ts", 1, { code: "E1" }),
    found("a.ts", 2, { severity: "warning" }),
    found("b.ts", 1, { severity: "info" }),
    found("c.ts", 1, { severity: "hint" }),
  ],
};

verifies("diagnostics.list:fields", memory, async ({ call, path }) => {
  const { diagnostics } = await call("ide.diagnostics.list", { file: path("a.ts") });
  expect(diagnostics).toEqual([found("a.ts", 1, { code: "E1" }), found("a.ts", 2, { severity: "warning" })]);
  const severities = await Promise.all(
    ["a.ts", "b.ts", "c.ts"].map(
      async (name) => (await call("ide.diagnostics.list", { file: path(name) })).diagnostics,
    ),
  );
  const words = severities.flat().map(({ severity }) => severity);
  expect(new Set(words)).toEqual(new Set(["error", "warning", "info", "hint"]));
});

verifies("diagnostics.list:one-file", memory, async ({ call, path }) => {
  await call("ide.editor.goToLine", { file: path("b.ts"), line: 1 });
  const { diagnostics, files, total } = await call("ide.diagnostics.list", { file: path("a.ts") });
  expect(new Set(diagnostics.map(({ file }) => file))).toEqual(new Set([path("a.ts")]));
  expect(files).toMatchObject([{ file: path("a.ts"), fresh: true }]);
  expect(total).toBe(2);
});

verifies("diagnostics.list:open-files", memory, async ({ call, path }) => {
  expect(await call("ide.diagnostics.list", {})).toEqual({ diagnostics: [], files: [], total: 0, truncated: false });
  for (const name of ["a.ts", "b.ts"]) await call("ide.editor.goToLine", { file: path(name), line: 1 });
  const { diagnostics, files } = await call("ide.diagnostics.list", {});
  expect(files.map(({ file }) => file).sort()).toEqual([path("a.ts"), path("b.ts")]);
  expect(diagnostics).toHaveLength(3);
});

verifies("diagnostics.list:capped", memory, async ({ call, path }) => {
  const { diagnostics, total, truncated } = await call("ide.diagnostics.list", { file: path("a.ts"), limit: 1 });
  expect({ count: diagnostics.length, total, truncated }).toEqual({ count: 1, total: 2, truncated: true });
});

const real: HostSetup = {
  languageServers: "real",
  files: {
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n',
    "wrong.ts": 'export const fine = 1;\nexport const wrong: number = "text";\n',
    "right.ts": "export const right = 1;\n",
    "notes.unknown": "words\n",
  },
};

const mismatch = { line: 2, column: 14, severity: "error", message: expect.stringContaining("string") };

verifies("diagnostics.list:type-error", real, async ({ call, path }) => {
  const file = path("wrong.ts");
  const closed = await call("ide.diagnostics.list", { file });
  expect(closed.files).toMatchObject([{ file, fresh: true }]);
  expect(closed.diagnostics).toMatchObject([{ file, ...mismatch, code: expect.stringContaining("2322") }]);
  await call("ide.editor.goToLine", { file, line: 2 });
  const open = await call("ide.diagnostics.list", {});
  expect(open.files).toMatchObject([{ file, fresh: true }]);
  expect(open.diagnostics).toMatchObject([{ file, ...mismatch }]);
  expect((await call("ide.diagnostics.list", { file: path("right.ts") })).diagnostics).toEqual([]);
});

verifies("diagnostics.list:fresh", real, async ({ call, path }) => {
  const file = path("right.ts");
  const lines = { file, startLine: 1, endLine: 1 };
  for (const [newText, count] of [
    ["export const right: string = 1;", 1],
    ["export const right = 2;", 0],
  ] as const) {
    const { version } = await call("ide.editor.replaceRange", { ...lines, newText });
    const { files, diagnostics } = await call("ide.diagnostics.list", { file });
    expect(files).toEqual([{ file, version, fresh: true }]);
    expect(diagnostics, newText).toHaveLength(count);
  }
});

verifies("diagnostics.list:cleared-and-saved", real, async ({ call, path, host }) => {
  const file = path("wrong.ts");
  expect((await call("ide.diagnostics.list", { file })).diagnostics).toMatchObject([mismatch]);
  const { version } = await call("ide.editor.getContent", { file });
  const mended = { file, startLine: 2, endLine: 2, newText: "export const wrong: number = 2;", version };
  const edited = await call("ide.editor.replaceRange", mended);
  const after = await call("ide.diagnostics.list", { file });
  expect(after).toMatchObject({ diagnostics: [], files: [{ file, version: edited.version, fresh: true }] });
  expect((await host.onDisk("wrong.ts")).toString()).toContain('"text"');
  expect(await call("ide.editor.save", { file })).toMatchObject({ saved: true });
  expect((await host.onDisk("wrong.ts")).toString()).toBe("export const fine = 1;\nexport const wrong: number = 2;\n");
  expect((await call("ide.diagnostics.list", { file })).diagnostics).toEqual([]);
});

verifies("diagnostics.list:unknown-is-not-clean", real, async ({ call, path }) => {
  const file = path("notes.unknown");
  const { files, diagnostics } = await call("ide.diagnostics.list", { file });
  expect(diagnostics).toEqual([]);
  expect(files).toMatchObject([{ file, fresh: false, reason: expect.stringMatching(/\S/) }]);
});
