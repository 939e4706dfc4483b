/** What Claude Code's socket offers besides diffs, in exactly its shapes. */
import { expect } from "vitest";
import { CLAUDE_HEADER } from "./clients/claude-client.js";
import type { Json } from "./clients/json-socket.js";
import { proves } from "./proves.js";
import { upgradeStatus } from "./reach.js";
import type { WindowSetup } from "./window.js";

const TEXT = "one\ntwo\nthrée\n";
const setup: WindowSetup = { files: { "a.txt": TEXT, "src/b.py": "x = 1\ny = 2\n", ".env": "KEY=secret\n" } };
const uriOf = (path: string) => `file://${path}`;

proves("claude:handshake", setup, async ({ claude }) => {
  const { welcome, wire } = await claude();
  expect(wire.socket.protocol).toBe("mcp");
  expect(wire.socket.extensions).toBe("");
  expect(welcome).toMatchObject({
    protocolVersion: expect.stringMatching(/^(2024-1[01]-\d\d|2025-\d\d-\d\d)$/),
    capabilities: { tools: {} },
    serverInfo: { name: expect.any(String), version: expect.any(String) },
  });
});

proves("claude:token", setup, async ({ door: { port, token } }) => {
  for (const value of ["", "wrong", `${token}x`, token.slice(1)]) {
    expect(await upgradeStatus(port, { [CLAUDE_HEADER]: value })).toBe(401);
  }
  expect(await upgradeStatus(port, { [CLAUDE_HEADER.toLowerCase()]: token })).toBe(101);
});

proves("claude:lists", setup, async ({ claude }) => {
  const { lists } = await claude();
  const listed = lists["tools/list"]?.["result"] as { tools: { name: string; inputSchema: { required?: string[] } }[] };
  const names = listed.tools.map(({ name }) => name);
  for (const name of ["openDiff", "closeAllDiffTabs", "getDiagnostics", "openFile", "getCurrentSelection"]) {
    expect(names).toContain(name);
  }
  for (const name of ["getLatestSelection", "getOpenEditors", "getWorkspaceFolders", "checkDocumentDirty"]) {
    expect(names).toContain(name);
  }
  expect(names).toContain("saveDocument");
  expect(names).not.toContain("executeCode");
  expect(names.filter((name) => name.startsWith("ide."))).toEqual([]);
  const required = listed.tools.find(({ name }) => name === "openDiff")?.inputSchema.required;
  expect([...(required ?? [])].sort()).toEqual(["new_file_contents", "new_file_path", "old_file_path", "tab_name"]);
  expect(lists["prompts/list"]?.["result"]).toEqual({ prompts: [] });
  expect(lists["resources/list"]?.["result"]).toEqual({ resources: [] });
});

proves("claude:result", setup, async ({ claude, path }) => {
  const agent = await claude();
  for (const name of ["closeAllDiffTabs", "getOpenEditors", "getWorkspaceFolders", "getCurrentSelection"]) {
    expect(Object.keys((await agent.call(name)).raw), name).toEqual(["content"]);
  }
  expect(Object.keys((await agent.call("openFile", { filePath: path("a.txt") })).raw)).toEqual(["content"]);
});

proves("claude:openFile", setup, async ({ claude, path }) => {
  const agent = await claude();
  const filePath = path("src/b.py");
  const behind = {
    filePath,
    makeFrontmost: false,
    startText: "",
    endText: "",
    preview: false,
    selectToEndOfLine: false,
  };
  expect(await agent.json("openFile", behind)).toEqual({ success: true, filePath, languageId: "python", lineCount: 2 });
  expect(await agent.text("openFile", { filePath: path("a.txt") })).toBe(`Opened file: ${path("a.txt")}`);
  const part = { filePath: path("a.txt"), startText: "two", endText: "thr", selectToEndOfLine: true };
  expect(await agent.text("openFile", part)).toBe(`Opened file: ${path("a.txt")}`);
  const { tabs } = (await agent.json("getOpenEditors")) as { tabs: Json[] };
  expect(tabs.find(({ isActive }) => isActive)).toMatchObject({ uri: uriOf(path("a.txt")) });
});

proves("claude:getOpenEditors", setup, async ({ claude, path }) => {
  const agent = await claude();
  expect(await agent.json("getOpenEditors")).toEqual({ tabs: [] });
  await agent.text("openFile", { filePath: path("src/b.py") });
  const tab = { uri: uriOf(path("src/b.py")), isActive: true, label: "b.py", languageId: "python", isDirty: false };
  expect(await agent.json("getOpenEditors")).toEqual({ tabs: [expect.objectContaining(tab)] });
});

proves("claude:getWorkspaceFolders", setup, async ({ claude, root }) => {
  const name = root.slice(root.lastIndexOf("/") + 1);
  const folders = [{ name, uri: uriOf(root), path: root }];
  expect(await (await claude()).json("getWorkspaceFolders")).toEqual({ success: true, folders, rootPath: root });
});

proves("claude:checkDocumentDirty", setup, async ({ claude, path }) => {
  const agent = await claude();
  const filePath = path("a.txt");
  await agent.text("openFile", { filePath });
  const clean = { success: true, filePath, isDirty: false, isUntitled: false };
  expect(await agent.json("checkDocumentDirty", { filePath })).toEqual(clean);
  const missing = await agent.call("checkDocumentDirty", { filePath: path("none.txt") });
  expect(JSON.parse(missing.texts[0] as string)).toEqual({ success: false, message: expect.stringMatching(/\S/) });
});

proves("claude:saveDocument", { ...setup, mode: "trust" }, async ({ claude, path, onDisk }) => {
  const agent = await claude();
  const filePath = path("a.txt");
  const edit = { file: filePath, startLine: 1, endLine: 1, newText: "1" };
  expect((await agent.call("ide.editor.replaceRange", edit)).isError).toBe(false);
  expect(await agent.json("checkDocumentDirty", { filePath })).toMatchObject({ isDirty: true });
  const saved = { success: true, filePath, saved: true, message: expect.stringMatching(/\S/) };
  expect(await agent.json("saveDocument", { filePath })).toEqual(saved);
  expect((await onDisk("a.txt")).toString()).toBe("1\ntwo\nthrée\n");
  const missing = await agent.call("saveDocument", { filePath: path("none.txt") });
  expect(JSON.parse(missing.texts[0] as string)).toEqual({ success: false, message: expect.stringMatching(/\S/) });
});

const selected = { start: { line: 1, character: 0 }, end: { line: 2, character: 3 } };

proves("claude:selection", setup, async ({ claude, path, developer }) => {
  const agent = await claude();
  for (const tool of ["getCurrentSelection", "getLatestSelection"]) {
    expect(await agent.json(tool)).toEqual({ success: false, message: expect.stringMatching(/\S/) });
  }
  await developer.select("a.txt", TEXT, { line: 2, column: 1 }, { line: 3, column: 4 });
  const shown = {
    success: true,
    text: "two\nthr",
    filePath: path("a.txt"),
    selection: expect.objectContaining(selected),
  };
  for (const tool of ["getCurrentSelection", "getLatestSelection"]) {
    await expect.poll(() => agent.json(tool)).toEqual(expect.objectContaining(shown));
  }
  await developer.lookAway();
  await expect.poll(() => agent.json("getCurrentSelection")).toMatchObject({ success: false });
  expect(await agent.json("getLatestSelection")).toEqual(expect.objectContaining(shown));
});

proves("claude:selection_changed", setup, async ({ claude, path, developer }) => {
  const [agent, other] = [await claude(), await claude()];
  await developer.select("a.txt", TEXT, { line: 2, column: 1 }, { line: 3, column: 4 });
  for (const each of [agent, other]) {
    expect(await each.heard("selection_changed")).toMatchObject({
      text: "two\nthr",
      filePath: path("a.txt"),
      fileUrl: uriOf(path("a.txt")),
      selection: { ...selected, isEmpty: false },
    });
  }
  await developer.select("a.txt", TEXT, { line: 1, column: 2 }, { line: 1, column: 2 });
  const cursor = { line: 0, character: 1 };
  expect(await agent.heard("selection_changed")).toMatchObject({
    text: "",
    filePath: path("a.txt"),
    selection: { start: cursor, end: cursor, isEmpty: true },
  });
});

proves("claude:secrets", setup, async ({ claude, nexus3, developer, path }) => {
  const agent = await claude();
  await developer.select(".env", "KEY=secret\n", { line: 1, column: 5 }, { line: 1, column: 11 });
  expect(await agent.wire.isSilent(({ method }) => method === "selection_changed", 700)).toBe(true);
  for (const tool of ["getCurrentSelection", "getLatestSelection", "getOpenEditors"]) {
    expect(await agent.text(tool), tool).not.toMatch(/secret|\.env/);
  }
  const plain = await nexus3();
  expect(await plain.text("getCurrentSelection")).toBe("null");
  expect(await plain.text("getLatestSelection")).toBe("null");
  expect(await plain.text("getOpenEditors")).not.toContain(".env");
  await developer.select("a.txt", TEXT, { line: 1, column: 1 }, { line: 1, column: 4 });
  expect(await agent.heard("selection_changed")).toMatchObject({ filePath: path("a.txt"), text: "one" });
});
