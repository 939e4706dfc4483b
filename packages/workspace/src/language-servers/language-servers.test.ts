import { chmod, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { errors } from "@tandem/protocol";
import { describe, expect, it } from "vitest";
import { isAlive, never, type TemporaryWorkspace, temporaryWorkspace } from "./testing/temporary-workspace.js";

const WAIT = 20_000;
const project = {
  "tsconfig.json": '{ "compilerOptions": { "strict": true }, "include": ["src"] }',
  "src/shape.ts": "export function area(side: number): number {\n  return side * side;\n}\n",
  "src/main.ts": 'import { area } from "./shape";\nexport const size: string = area(2);\n',
};

async function names(workspace: TemporaryWorkspace, query: string): Promise<string[]> {
  const found = await workspace.servers.symbols(query, never);
  return found.map(({ name, kind, file, line }) => `${kind} ${name} ${file.slice(workspace.root.length + 1)}:${line}`);
}

describe("TypeScript", { timeout: 60_000 }, () => {
  it("finds a type error, and an edit clears it", async () => {
    await using workspace = await temporaryWorkspace(project);
    const { servers } = workspace;
    const main = await workspace.document("src/main.ts");
    servers.opened(main);
    const found = await servers.diagnostics(main, WAIT, never);
    expect(found).toMatchObject({ file: main.file, version: 1, fresh: true });
    expect(found.diagnostics).toMatchObject([
      {
        file: main.file,
        line: 2,
        column: 14,
        endLine: 2,
        endColumn: 18,
        severity: "error",
        code: "2322",
        source: "ts",
      },
    ]);

    main.edit(main.text().replace("string", "number"));
    servers.changed(main);
    expect(await servers.diagnostics(main, WAIT, never)).toEqual({
      file: main.file,
      version: 2,
      fresh: true,
      diagnostics: [],
    });
  });

  it("tells of a file that is opened what was found in it before", async () => {
    const told: string[] = [];
    const onDiagnostics = (file: string, found: readonly unknown[]) => told.push(`${basename(file)}: ${found.length}`);
    await using workspace = await temporaryWorkspace(project, { onDiagnostics });
    const { servers } = workspace;
    await servers.symbols("area", never);
    const main = await workspace.document("src/main.ts");
    expect((await servers.diagnostics(main, WAIT, never)).diagnostics).toHaveLength(1);
    expect(told).toEqual([]);
    servers.opened(main);
    await expect.poll(() => told, { timeout: WAIT }).toEqual(["main.ts: 1"]);
  });

  it("knows the unsaved text of other files", async () => {
    await using workspace = await temporaryWorkspace(project);
    const { servers } = workspace;
    const [main, shape] = [await workspace.document("src/main.ts"), await workspace.document("src/shape.ts")];
    servers.opened(main);
    servers.opened(shape);
    expect((await servers.diagnostics(main, WAIT, never)).diagnostics).toHaveLength(1);
    shape.edit("export function area(side: number): string {\n  return String(side);\n}\n");
    servers.changed(shape);
    expect(await servers.diagnostics(main, WAIT, never)).toMatchObject({ fresh: true, diagnostics: [] });
  });

  it("looks at a file that is not open for as long as the call lasts", async () => {
    await using workspace = await temporaryWorkspace(project);
    const { servers } = workspace;
    const main = await workspace.document("src/main.ts");
    expect(await servers.diagnostics(main, WAIT, never)).toMatchObject({ fresh: true, diagnostics: [{ line: 2 }] });
    const repaired = await workspace.document("src/main.ts");
    repaired.edit(main.text().replace("string", "number"));
    expect(await servers.diagnostics(repaired, WAIT, never)).toMatchObject({ fresh: true, diagnostics: [] });
  });

  it("finds symbols of a project with nothing open", async () => {
    await using workspace = await temporaryWorkspace(project);
    expect(await names(workspace, "area")).toContain("function area src/shape.ts:1");
    expect(await names(workspace, "size")).toContain("variable size src/main.ts:2");
  });

  it("finds symbols without a project", async () => {
    await using workspace = await temporaryWorkspace({
      "a.ts": "export class Apple {}",
      "b/c.ts": "interface Cherry {}",
    });
    expect(await names(workspace, "Apple")).toEqual(["class Apple a.ts:1"]);
    expect(await names(workspace, "Cherry")).toEqual(["interface Cherry b/c.ts:1"]);
  });

  it("finds symbols in every file of a big folder without a project, as they are now", async () => {
    const extensions = ["ts", "js", "tsx", "jsx", "mjs", "cjs"];
    const nameOf = (i: number) => `f${i}.${extensions[i % extensions.length]}`;
    const files = Array.from({ length: 2000 }, (_, i) => [nameOf(i), `function loose${i}x() {}\n`]);
    await using workspace = await temporaryWorkspace(Object.fromEntries(files));
    for (const i of [60, 61, 62, 63, 64, 1999]) {
      expect(await names(workspace, `loose${i}x`)).toContain(`function loose${i}x ${nameOf(i)}:1`);
    }
    const changed = join(workspace.root, nameOf(60));
    await writeFile(changed, "function onDisk() {}\n");
    workspace.servers.watched([{ file: changed, type: "changed" }]);
    expect(await names(workspace, "onDisk")).toEqual(["function onDisk f60.ts:1"]);
    const edited = await workspace.document(nameOf(66));
    workspace.servers.opened(edited);
    edited.edit("function inBuffer() {}\n");
    workspace.servers.changed(edited);
    expect(await names(workspace, "inBuffer")).toEqual(["function inBuffer f66.ts:1"]);
  });

  it("finds symbols of plain JavaScript", async () => {
    await using workspace = await temporaryWorkspace({
      "lib/tool.js": "function hammer() {}\nmodule.exports = { hammer };",
    });
    expect(await names(workspace, "hammer")).toContain("function hammer lib/tool.js:1");
  });

  it("does not install the types of packages that plain JavaScript uses", async () => {
    const path = process.env["PATH"];
    await using workspace = await temporaryWorkspace({
      "package.json": '{ "dependencies": { "lodash": "4" } }',
      "main.js": 'const lodash = require("lodash");\nfunction chunk() { return lodash.chunk([1]); }\n',
      "bin/npm": '#!/bin/sh\ntouch "$(dirname "$0")/was-run"\n',
    });
    await chmod(join(workspace.root, "bin/npm"), 0o755);
    process.env["PATH"] = `${workspace.root}/bin:${path}`;
    try {
      expect(await names(workspace, "chunk")).toHaveLength(1);
      await workspace.servers.diagnostics(await workspace.document("main.js"), WAIT, never);
      await workspace.servers.close();
      expect(await readdir(join(workspace.root, "bin"))).toEqual(["npm"]);
    } finally {
      process.env["PATH"] = path;
    }
  });

  it("finds definitions and references, also from files that are not open", async () => {
    await using workspace = await temporaryWorkspace(project);
    const { servers } = workspace;
    const main = await workspace.document("src/main.ts");
    const definition = await servers.definition(main, { line: 2, column: 30 }, never);
    expect(definition).toEqual([
      {
        file: (await workspace.document("src/shape.ts")).file,
        line: 1,
        column: 17,
        endLine: 1,
        endColumn: 21,
        text: "export function area(side: number): number {",
      },
    ]);
    expect(await servers.references(main, { line: 2, column: 30 }, true, never)).toHaveLength(3);
    expect(await servers.references(main, { line: 2, column: 30 }, false, never)).toHaveLength(1);
    await expect(servers.definition(main, { line: 9, column: 1 }, never)).rejects.toMatchObject({
      code: "RANGE_INVALID",
    });
  });

  it("finds references from files that nothing ties to the one asked about", async () => {
    await using workspace = await temporaryWorkspace({
      "a.ts": "export const apple = 1;\n",
      "b.ts": 'import { apple } from "./a";\nexport const pie = apple;\n',
    });
    const a = await workspace.document("a.ts");
    const uses = await workspace.servers.references(a, { line: 1, column: 14 }, true, never);
    expect(uses.map(({ file, line }) => `${file.slice(workspace.root.length + 1)}:${line}`).sort()).toEqual([
      "a.ts:1",
      "b.ts:1",
      "b.ts:2",
    ]);
  });

  it("comes back after its server was killed", async () => {
    await using workspace = await temporaryWorkspace(project);
    const { servers } = workspace;
    const main = await workspace.document("src/main.ts");
    servers.opened(main);
    await servers.diagnostics(main, WAIT, never);
    const before = servers.pids()["typescript"];
    process.kill(before ?? Number.NaN, "SIGKILL");
    main.edit(main.text().replace("string", "number"));
    servers.changed(main);
    expect(await servers.diagnostics(main, WAIT, never)).toMatchObject({ version: 2, fresh: true, diagnostics: [] });
    expect(servers.pids()["typescript"]).not.toBe(before);
  });

  it("hears of files that changed on disk", async () => {
    await using workspace = await temporaryWorkspace(project);
    const { servers } = workspace;
    expect(await names(workspace, "pear")).toEqual([]);
    const { file } = await workspace.document("src/shape.ts");
    await writeFile(file, "export const pear = 1;\n");
    servers.watched([{ file, type: "changed" }]);
    expect(await names(workspace, "pear")).toEqual(["variable pear src/shape.ts:1"]);

    const plum = file.replace("shape", "plum");
    await writeFile(plum, "export const plum = 1;\n");
    servers.watched([{ file: plum, type: "created" }]);
    expect(await names(workspace, "plum")).toEqual(["variable plum src/plum.ts:1"]);

    const main = await workspace.document("src/main.ts");
    servers.opened(main);
    main.edit("export const fig = 1;\n");
    servers.changed(main);
    expect(await names(workspace, "fig")).toEqual(["variable fig src/main.ts:1"]);
  });
});

describe("Python", { timeout: 60_000 }, () => {
  const files = {
    "main.py": "from lib.shapes import area\n\nsize: str = area(2)\n",
    "lib/__init__.py": "",
    "lib/shapes.py": "def area(side: int) -> int:\n    return side * side\n",
  };

  it("finds a type error, and an edit clears it", async () => {
    await using workspace = await temporaryWorkspace(files);
    const { servers } = workspace;
    const main = await workspace.document("main.py");
    servers.opened(main);
    const found = await servers.diagnostics(main, WAIT, never);
    expect(found).toMatchObject({ fresh: true, version: 1 });
    expect(found.diagnostics).toMatchObject([{ line: 3, severity: "error", code: "reportAssignmentType" }]);
    main.edit(main.text().replace("str", "int"));
    expect(await servers.diagnostics(main, WAIT, never)).toMatchObject({ fresh: true, version: 2, diagnostics: [] });
  });

  it("finds symbols with nothing open", async () => {
    await using workspace = await temporaryWorkspace(files);
    expect(await names(workspace, "area")).toContain("function area lib/shapes.py:1");
  });

  it("finds references with nothing open", async () => {
    await using workspace = await temporaryWorkspace(files);
    const shapes = await workspace.document("lib/shapes.py");
    const uses = await workspace.servers.references(shapes, { line: 1, column: 5 }, false, never);
    expect(uses.map(({ line, text }) => `${line} ${text}`)).toEqual([
      "1 from lib.shapes import area",
      "3 size: str = area(2)",
    ]);
  });
});

describe("Any language", { timeout: 60_000 }, () => {
  it("leaves no process behind when closed", async () => {
    const workspace = await temporaryWorkspace({ ...project, "main.py": "x = 1\n" });
    await workspace.servers.symbols("x", never);
    const pids = Object.values(workspace.servers.pids());
    expect(pids).toHaveLength(2);
    await workspace[Symbol.asyncDispose]();
    expect(pids.filter(isAlive)).toEqual([]);
    await expect(workspace.servers.symbols("x", never)).rejects.toMatchObject({ code: "LSP_NOT_READY" });
  });

  it("is searched in all servers, and one that finds something is enough", async () => {
    const commands = { python: ["/no/such/program"] };
    await using workspace = await temporaryWorkspace({ ...project, "main.py": "def area(): pass\n" }, { commands });
    expect(await names(workspace, "area")).toContain("function area src/shape.ts:1");
    expect(workspace.logged.join("\n")).toContain("could not be started");
    await expect(workspace.servers.symbols("noSuchName", never)).rejects.toMatchObject({ code: "LSP_NOT_READY" });
  });

  it("says that there is no server", async () => {
    await using workspace = await temporaryWorkspace(
      { "notes.xyz": "hello", "a.py": "x: str = 1" },
      { commands: { python: [] } },
    );
    const { servers } = workspace;
    const notes = await workspace.document("notes.xyz");
    expect(await servers.diagnostics(notes, WAIT, never)).toEqual({
      file: notes.file,
      version: 1,
      fresh: false,
      reason: "No language server for .xyz files.",
      diagnostics: [],
    });
    expect(await servers.diagnostics(await workspace.document("a.py"), WAIT, never)).toMatchObject({ fresh: false });
    await expect(servers.symbols("x", never)).rejects.toMatchObject({ code: "NOT_SUPPORTED" });
    await expect(servers.definition(notes, { line: 1, column: 1 }, never)).rejects.toEqual(
      errors.notSupported("No language server for .xyz files."),
    );
  });
});
