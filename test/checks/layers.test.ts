import { describe, expect, it } from "vitest";
import { checkCycles, checkDependencies, checkImports, layers } from "./layers.js";
import { type FileMap, isSource, isTest, readFiles } from "./source-tree.js";

const sources = readFiles(isSource);
const manifests = readFiles((path) => Object.keys(layers).some((folder) => path === `${folder}/package.json`));
const one = (path: string, text: string): FileMap => new Map([[path, text]]);

describe("imports", () => {
  it("go only along the arrows", () => {
    expect(checkImports(sources)).toEqual([]);
  });

  it.each([
    ["packages/protocol/src/a.ts", 'import { b } from "@tandem/host";', "against the arrows"],
    ["packages/protocol/src/a.test.ts", 'import { b } from "@tandem/host";', "against the arrows"],
    ["packages/agent/src/a.ts", 'import type {\n  B,\n} from "@tandem/host/testing";', "against the arrows"],
    ["packages/host/src/a.ts", 'import { readFile } from "node:fs/promises";', "is pure"],
    ["packages/host/src/a.ts", 'import fs from "fs";', "is pure"],
    ["packages/host/src/a.ts", 'import { z } from "zod";', "is pure"],
    ["packages/protocol/src/a.ts", 'import * as vscode from "vscode";', "is pure"],
    ["editors/workbench/page/src/a.tsx", 'import { join } from "node:path";', "is pure"],
    ["editors/workbench/page/src/a.tsx", 'import type { Review } from "@tandem/host";', "against the arrows"],
    ["editors/workbench/shared/src/a.ts", 'import { Text } from "@codemirror/state";', "is pure"],
    ["packages/workspace/src/a.ts", 'import * as vscode from "vscode";', "reserved for editors/vscode"],
    ["editors/vscode/src/a.ts", 'import { startWorkbench } from "@tandem/workbench";', "against the arrows"],
    ["editors/vscode/src/a.ts", 'import { WebSocketServer } from "ws";', "reserved for packages/server"],
    ["packages/workspace/src/a.ts", 'const ws = await import("ws");', "reserved for packages/server"],
    ["cli/src/a.ts", 'export * from "@modelcontextprotocol/client";', "reserved for packages/server"],
    ["packages/server/src/a.ts", 'import { b } from "../../host/src/b.js";', "leaves the package's src"],
    ["packages/server/src/a.ts", 'import "../package.js";', "leaves the package's src"],
    ["packages/novel/src/a.ts", "", "no row in the table"],
  ])("of %s with %j are told apart", (path, text, complaint) => {
    expect(checkImports(one(path, text))).toEqual([expect.stringContaining(complaint)]);
  });

  it.each([
    ["packages/host/src/a.ts", 'import { b } from "@tandem/protocol";\nimport { c } from "./c.js";'],
    ["packages/host/src/a.test.ts", 'import { readFile } from "node:fs/promises";\nimport { it } from "vitest";'],
    ["packages/host/src/a.ts", '/**\n * import fs from "fs";\n */\n// import fs from "fs";\nexport {};'],
    ["packages/server/src/mcp/a.ts", 'import { Server } from "@modelcontextprotocol/server";\nimport "../b.js";'],
    ["editors/workbench/page/src/a.tsx", 'import { Text } from "@codemirror/state";\nimport "preact/hooks";'],
    [
      "editors/vscode/src/a.ts",
      'import { window } from "vscode";\nimport { createFileList } from "@tandem/workspace";',
    ],
  ])("of %s with %j are let through", (path, text) => {
    expect(checkImports(one(path, text))).toEqual([]);
  });
});

describe("dependencies", () => {
  it("are what the sources import", () => {
    expect(checkDependencies(new Map([...sources, ...manifests]))).toEqual([]);
  });

  it("that are missing or unused are named", () => {
    const files = new Map([
      ["packages/agent/src/a.ts", 'import WebSocket from "ws";\nimport { join } from "node:path";'],
      ["packages/agent/src/a.test.ts", 'import fc from "fast-check";'],
      ["packages/agent/package.json", '{ "dependencies": { "@tandem/protocol": "0.1.0" } }'],
    ]);
    expect(checkDependencies(files)).toEqual([
      "packages/agent does not declare ws",
      "packages/agent declares @tandem/protocol and does not import it",
    ]);
  });
});

describe("files of a package", () => {
  it("do not import one another in a ring", () => {
    expect(checkCycles(new Map([...sources].filter(([path]) => !isTest(path))))).toEqual([]);
  });

  it("that do are named along the ring", () => {
    const files = new Map([
      ["cli/src/a.ts", 'import { b } from "./b.js";'],
      ["cli/src/b.ts", 'import { c } from "./c.js";'],
      ["cli/src/c.ts", 'import type { A } from "./a.js";'],
    ]);
    expect(checkCycles(files)).toEqual(["import cycle: cli/src/a.ts → cli/src/b.ts → cli/src/c.ts → cli/src/a.ts"]);
  });
});
