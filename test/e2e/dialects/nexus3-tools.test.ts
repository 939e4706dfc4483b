/** Ten of the eleven tools of the NEXUS3 table: what each answers, to the letter. */
import { expect } from "vitest";
import { only } from "./clients/nexus3-client.js";
import { type DialectScene, proves } from "./proves.js";
import type { WindowSetup } from "./window.js";

const TEXT = "one\ntwo\nthrée\n";
const setup: WindowSetup = { files: { "a.txt": TEXT, "src/b.py": "x = 1\n", ".env": "KEY=1\n" } };

/** Makes a file dirty: an edit by another way, which trust mode applies at once to the buffer. */
async function dirty({ nexus3, path }: DialectScene, relative: string): Promise<void> {
  const agent = await nexus3({ name: "editor" });
  const edit = { file: path(relative), startLine: 1, endLine: 1, newText: "1" };
  const { isError } = await agent.call("ide.editor.replaceRange", edit);
  expect(isError).toBe(false);
  await agent.close();
}

proves("nexus3:result", setup, async ({ nexus3, path }) => {
  const agent = await nexus3();
  const { raw } = await agent.call("openFile", { filePath: path("a.txt") });
  expect(raw).toEqual({ content: [{ type: "text", text: "ok" }] });
});

proves("nexus3:openFile", setup, async ({ nexus3, path }) => {
  const agent = await nexus3();
  expect(await agent.text("openFile", { filePath: path("a.txt") })).toBe("ok");
  expect(await agent.text("openFile", { filePath: path("src/b.py"), preview: false })).toBe("ok");
  expect(await agent.json("getOpenEditors")).toMatchObject([
    { filePath: path("a.txt"), isActive: false },
    { filePath: path("src/b.py"), isActive: true },
  ]);
  for (const filePath of [path("none.txt"), "/etc/passwd", "a.txt", ""]) {
    const { isError, texts } = await agent.call("openFile", { filePath });
    expect([isError, /error/i.test(texts.join())], filePath).toEqual([true, true]);
  }
  expect((await agent.call("openFile", {})).isError).toBe(true);
});

proves("nexus3:getOpenEditors", { ...setup, mode: "trust" }, async (scene) => {
  const { nexus3, path } = scene;
  const agent = await nexus3();
  expect(await agent.json("getOpenEditors")).toEqual([]);
  await agent.text("openFile", { filePath: path("src/b.py") });
  await dirty(scene, "src/b.py");
  const editors = (await agent.json("getOpenEditors")) as object[];
  expect(editors).toEqual([{ filePath: path("src/b.py"), isActive: true, isDirty: true, languageId: "python" }]);
});

proves("nexus3:getWorkspaceFolders", setup, async ({ nexus3, root }) => {
  expect(await (await nexus3()).json("getWorkspaceFolders")).toEqual([root]);
});

proves("nexus3:checkDocumentDirty", { ...setup, mode: "trust" }, async (scene) => {
  const { nexus3, path } = scene;
  const agent = await nexus3();
  expect(await agent.json("checkDocumentDirty", { filePath: path("a.txt") })).toEqual({ dirty: false });
  await dirty(scene, "a.txt");
  expect(await agent.json("checkDocumentDirty", { filePath: path("a.txt") })).toEqual({ dirty: true });
  expect((await agent.call("checkDocumentDirty", { filePath: path("none.txt") })).isError).toBe(true);
});

proves("nexus3:saveDocument", { ...setup, mode: "trust" }, async (scene) => {
  const { nexus3, path, onDisk } = scene;
  const agent = await nexus3();
  await dirty(scene, "a.txt");
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
  expect(await agent.text("saveDocument", { filePath: path("a.txt") })).toBe("ok");
  expect((await onDisk("a.txt")).toString()).toBe("1\ntwo\nthrée\n");
  expect(await agent.json("checkDocumentDirty", { filePath: path("a.txt") })).toEqual({ dirty: false });
  expect((await agent.call("saveDocument", { filePath: path("none.txt") })).isError).toBe(true);
});

proves("nexus3:getCurrentSelection", setup, async ({ nexus3, path, developer }) => {
  const agent = await nexus3();
  expect(await agent.text("getCurrentSelection")).toBe("null");
  await developer.select("a.txt", TEXT, { line: 2, column: 1 }, { line: 3, column: 4 });
  await expect
    .poll(() => agent.json("getCurrentSelection"))
    .toEqual({
      filePath: path("a.txt"),
      text: "two\nthr",
      startLine: 2,
      startCharacter: 0,
      endLine: 3,
      endCharacter: 3,
    });
  await developer.lookAway();
  await expect.poll(() => agent.text("getCurrentSelection")).toBe("null");
});

proves("nexus3:getLatestSelection", setup, async ({ nexus3, path, developer }) => {
  const agent = await nexus3();
  expect(await agent.text("getLatestSelection")).toBe("null");
  await developer.select("a.txt", TEXT, { line: 1, column: 2 }, { line: 1, column: 4 });
  const selection = {
    filePath: path("a.txt"),
    text: "ne",
    startLine: 1,
    startCharacter: 1,
    endLine: 1,
    endCharacter: 3,
  };
  await expect.poll(() => agent.json("getLatestSelection")).toEqual(selection);
  await developer.lookAway();
  expect(await agent.json("getLatestSelection")).toEqual(selection);
  expect(await agent.text("closeTab", { tabName: "a.txt" })).toBe("ok");
  expect(await agent.text("getLatestSelection")).toBe("null");
});

proves("nexus3:closeTab", { ...setup, mode: "trust" }, async (scene) => {
  const { nexus3, path } = scene;
  const agent = await nexus3();
  await agent.text("openFile", { filePath: path("a.txt") });
  await agent.text("openFile", { filePath: path("src/b.py") });
  expect(await agent.text("closeTab", { tabName: "b.py" })).toBe("ok");
  expect(await agent.json("getOpenEditors")).toMatchObject([{ filePath: path("a.txt") }]);
  expect(await agent.text("closeTab", { tabName: "there is no such tab" })).toBe("ok");
  await dirty(scene, "a.txt");
  expect((await agent.call("closeTab", { tabName: "a.txt" })).isError).toBe(true);
  expect(await agent.json("getOpenEditors")).toMatchObject([{ filePath: path("a.txt"), isDirty: true }]);
});

proves("nexus3:closeTab-diff", setup, async ({ nexus3, path, theDiff, developer, onDisk }) => {
  const agent = await nexus3();
  const { result } = agent.openDiff(path("a.txt"), "1\n", "NEXUS3: a.txt");
  await theDiff();
  expect(await agent.text("closeTab", { tabName: "NEXUS3: a.txt" })).toBe("ok");
  expect(only(await result)).toBe("DIFF_REJECTED");
  await expect.poll(() => developer.pending()).toEqual([]);
  expect((await onDisk("a.txt")).toString()).toBe(TEXT);
});

proves("nexus3:closeAllDiffTabs", setup, async ({ nexus3, path, developer }) => {
  const agent = await nexus3();
  const other = await nexus3({ name: "other" });
  const mine = [agent.openDiff(path("a.txt"), "1\n", "one"), agent.openDiff(path("src/b.py"), "y = 2\n", "two")];
  await developer.waiting(2);
  const theirs = other.openDiff(path("a.txt"), "2\n", "three");
  await developer.waiting(3);
  expect(await agent.text("closeAllDiffTabs")).toBe("ok");
  for (const { result } of mine) expect(only(await result)).toBe("DIFF_REJECTED");
  await expect.poll(() => developer.pending().map(({ agent: name }) => name)).toEqual(["other"]);
  const [left] = await developer.waiting();
  if (left) await developer.reject(left);
  expect(only(await theirs.result)).toBe("DIFF_REJECTED");
});

const at = (line: number, column: number, endColumn: number) => ({ line, column, endLine: line, endColumn });
const diagnostics: WindowSetup["diagnostics"] = [
  { file: "/project/a.txt", ...at(1, 1, 4), severity: "warning", message: "A number\nin words", source: "counter" },
  { file: "/project/a.txt", ...at(3, 2, 5), severity: "error", message: "No word", source: "speller" },
  { file: "/project/src/b.py", ...at(1, 1, 2), severity: "hint", message: "Unused", source: "pyright" },
  { file: "/project/src/b.py", ...at(1, 3, 4), severity: "info", message: "Blank", source: "pyright" },
];

proves("nexus3:getDiagnostics", { ...setup, diagnostics }, async ({ nexus3, path }) => {
  const agent = await nexus3();
  await agent.text("openFile", { filePath: path("a.txt") });
  const ofA = [
    { filePath: path("a.txt"), line: 1, message: "A number\nin words", severity: "warning", source: "counter" },
    { filePath: path("a.txt"), line: 3, message: "No word", severity: "error", source: "speller" },
  ];
  expect(await agent.json("getDiagnostics", { uri: `file://${path("a.txt")}` })).toEqual(ofA);
  await agent.text("openFile", { filePath: path("src/b.py") });
  const ofB = [
    { filePath: path("src/b.py"), line: 1, message: "Unused", severity: "hint", source: "pyright" },
    { filePath: path("src/b.py"), line: 1, message: "Blank", severity: "info", source: "pyright" },
  ];
  expect(await agent.json("getDiagnostics")).toEqual([...ofA, ...ofB]);
});
