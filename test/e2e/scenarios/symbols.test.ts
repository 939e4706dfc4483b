/** Finding code by name and by use: the shape on the memory host, the truth with a real language server. */
import { expect } from "vitest";
import { type HostSetup, MEMORY_ROOT } from "../helpers/hosts.js";
import { verifies } from "../helpers/verifies.js";

const memory: HostSetup = {
  files: { "shapes.ts": "class Shape {}\n" },
  symbols: [
    { name: "Shape", kind: "class", file: `${MEMORY_ROOT}/shapes.ts`, line: 1, column: 7 },
    { name: "area", kind: "method", file: `${MEMORY_ROOT}/shapes.ts`, line: 2, column: 3, containerName: "Shape" },
    { name: "reshape", kind: "function", file: `${MEMORY_ROOT}/shapes.ts`, line: 9, column: 10 },
  ],
};

verifies("symbols.search:fields", memory, async ({ call, path }) => {
  const { symbols } = await call("ide.symbols.search", { query: "area" });
  expect(symbols).toEqual([
    { name: "area", kind: "method", file: path("shapes.ts"), line: 2, column: 3, containerName: "Shape" },
  ]);
});

verifies("symbols.search:partial", memory, async ({ call }) => {
  const names = async (query: string) => (await call("ide.symbols.search", { query })).symbols.map(({ name }) => name);
  expect(await names("shape")).toEqual(["Shape", "reshape"]);
  expect(await names("nowhere")).toEqual([]);
});

verifies("symbols.search:capped", memory, async ({ call }) => {
  const { symbols, total, truncated } = await call("ide.symbols.search", { query: "shape", limit: 1 });
  expect({ count: symbols.length, total, truncated }).toEqual({ count: 1, total: 2, truncated: true });
});

const real: HostSetup = {
  languageServers: "real",
  files: {
    "tsconfig.json": '{ "compilerOptions": { "strict": true, "types": [] } }\n',
    "src/greeter.ts": "export class Greeter {\n  greetWarmly(): string {\n    return 'greetColdly';\n  }\n}\n",
    "src/main.ts":
      "import { Greeter } from './greeter';\n// greetColdly is only mentioned\nnew Greeter().greetWarmly();\n",
  },
};

verifies("symbols.search:nothing-open", real, async ({ call, path }) => {
  expect(await call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
  const { symbols } = await call("ide.symbols.search", { query: "Greeter" });
  expect(symbols).toContainEqual(
    expect.objectContaining({ name: "Greeter", kind: "class", file: path("src/greeter.ts"), line: 1 }),
  );
  const method = (await call("ide.symbols.search", { query: "greetWarm" })).symbols;
  expect(method).toContainEqual(
    expect.objectContaining({ name: "greetWarmly", kind: "method", file: path("src/greeter.ts"), line: 2 }),
  );
  expect(await call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
});

verifies("symbols.search:semantic", real, async ({ call }) => {
  const { symbols, total } = await call("ide.symbols.search", { query: "greetColdly" });
  expect({ symbols, total }).toEqual({ symbols: [], total: 0 });
});

verifies("symbols.definition:found", real, async ({ call, path }) => {
  const { locations } = await call("ide.symbols.definition", { file: path("src/main.ts"), line: 3, column: 16 });
  expect(locations).toMatchObject([
    { file: path("src/greeter.ts"), line: 2, column: 3, text: expect.stringContaining("greetWarmly(): string") },
  ]);
});

verifies("symbols.references:found", real, async ({ call, path }) => {
  const place = { file: path("src/main.ts"), line: 3, column: 16 };
  const at = async (includeDeclaration: boolean) => {
    const { locations } = await call("ide.symbols.references", { ...place, includeDeclaration });
    return locations.map(({ file, line, column }) => `${file.slice(path("").length)}:${line}:${column}`).sort();
  };
  expect(await at(false)).toEqual(["src/main.ts:3:15"]);
  expect(await at(true)).toEqual(["src/greeter.ts:2:3", "src/main.ts:3:15"]);
});
