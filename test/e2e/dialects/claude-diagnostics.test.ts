/** Diagnostics and mentions as Claude Code wants them. */
import { expect } from "vitest";
import { proves } from "./proves.js";
import type { WindowSetup } from "./window.js";

const files = { "a.txt": "one\ntwo\n", "src/b.py": "x = 1\n", "50% née b.txt": "text\n", "plain%20.txt": "text\n" };
const at = (line: number, column: number, endLine: number, endColumn: number) => ({ line, column, endLine, endColumn });
const diagnostics: WindowSetup["diagnostics"] = [
  { file: "/project/a.txt", ...at(2, 1, 2, 4), severity: "error", message: "No word", source: "speller", code: "W1" },
  { file: "/project/src/b.py", ...at(1, 1, 1, 2), severity: "warning", message: "Unused", source: "pyright" },
  { file: "/project/src/b.py", ...at(1, 3, 1, 4), severity: "info", message: "Blank", source: "pyright" },
  { file: "/project/src/b.py", ...at(1, 5, 1, 6), severity: "hint", message: "One", source: "pyright" },
  { file: "/project/50% née b.txt", ...at(1, 1, 1, 2), severity: "error", message: "Odd name", source: "names" },
  { file: "/project/plain%20.txt", ...at(1, 1, 1, 2), severity: "error", message: "Odder name", source: "names" },
];

interface OfFile {
  readonly uri: string;
  readonly diagnostics: readonly { readonly message: string; readonly severity: string }[];
}

proves("claude:getDiagnostics", { files, diagnostics }, async ({ claude, path }) => {
  const agent = await claude();
  await agent.text("openFile", { filePath: path("src/b.py") });
  await agent.text("openFile", { filePath: path("a.txt") });
  const [first, ...others] = (await agent.baseline(path("a.txt"))) as OfFile[];
  expect(first).toEqual({
    uri: `file://${path("a.txt")}`,
    diagnostics: [
      {
        message: "No word",
        severity: "Error",
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } },
        source: "speller",
        code: "W1",
      },
    ],
  });
  expect(others).toEqual([]);
  const all = (await agent.problems()) as OfFile[];
  const ofB = all.find(({ uri }) => uri === `file://${path("src/b.py")}`);
  expect(ofB?.diagnostics.map(({ severity }) => severity)).toEqual(["Warning", "Info", "Hint"]);
  expect(all.map(({ uri }) => uri).sort()).toEqual([path("a.txt"), path("src/b.py")].map((file) => `file://${file}`));
});

proves("claude:getDiagnostics-uri", { files, diagnostics }, async ({ claude, path }) => {
  const agent = await claude();
  for (const [name, message] of [
    ["50% née b.txt", "Odd name"],
    ["plain%20.txt", "Odder name"],
  ] as const) {
    for (const uri of [`file://${path(name)}`, `file://${path(name).split("/").map(encodeURIComponent).join("/")}`]) {
      const [found] = (await agent.json("getDiagnostics", { uri })) as OfFile[];
      expect(found?.diagnostics[0]?.message, uri).toBe(message);
    }
  }
});

const MANY = 60_000;
const many: WindowSetup["diagnostics"] = Array.from({ length: MANY }, (_, index) => ({
  file: "/project/a.txt",
  ...at(1, 1, 1, 2),
  severity: "error",
  message: `${index} ${"é".repeat(200)}`,
  source: "speller",
}));

proves("claude:getDiagnostics-size", { files, diagnostics: many }, async ({ claude, path }) => {
  const agent = await claude();
  await agent.text("openFile", { filePath: path("a.txt") });
  let largest = 0;
  agent.wire.socket.on("message", (data: Buffer) => (largest = Math.max(largest, data.length)));
  for (const ask of [() => agent.problems(), () => agent.baseline(path("a.txt"))]) {
    const [found] = (await ask()) as OfFile[];
    expect(found?.diagnostics.length).toBeGreaterThan(100);
  }
  expect(largest).toBeLessThan(16 * 2 ** 20);
});

proves("claude:getDiagnostics-quick", { files }, async ({ claude, path }) => {
  const agent = await claude();
  const started = performance.now();
  expect(await agent.baseline(path("a.txt"))).toMatchObject([{ uri: `file://${path("a.txt")}` }]);
  expect(performance.now() - started).toBeLessThan(500);
});

proves("claude:at_mentioned", { files }, async ({ claude, path, developer }) => {
  const agent = await claude();
  await agent.text("openFile", { filePath: path("a.txt") });
  await developer.mention(path("a.txt"), 1, 2);
  expect(await agent.heard("at_mentioned")).toEqual({ filePath: path("a.txt"), lineStart: 0, lineEnd: 1 });
  await developer.mention(path("a.txt"));
  expect(await agent.heard("at_mentioned")).toMatchObject({ filePath: path("a.txt") });
});
