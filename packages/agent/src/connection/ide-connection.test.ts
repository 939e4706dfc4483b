import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { discoverIdes } from "../discovery/discover-ides.js";
import type { IdeInfo } from "../discovery/ide-info.js";
import {
  claudeEditor,
  emacsEditor,
  FakeIde,
  neovimEditor,
  nexus3Editor,
  openIn,
  type Personality,
  temporaryFolder,
} from "../testing/index.js";
import { IdeConnection } from "./ide-connection.js";

let folder: string;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  const temporary = await temporaryFolder();
  ends.push(temporary.remove);
  folder = temporary.path;
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function discovered(): Promise<IdeInfo> {
  const [info] = await discoverIdes(folder, { environment: { HOME: folder } });
  if (!info) throw new Error("There is no window.");
  return info;
}

async function connected(personality: Personality): Promise<{ ide: FakeIde; connection: IdeConnection }> {
  const ide = await FakeIde.start(personality, { home: folder, folders: [folder] });
  ends.push(() => ide.stop());
  const connection = await IdeConnection.open(await discovered());
  ends.push(() => connection.close());
  return { ide, connection };
}

const editors = [
  ["nexus3", nexus3Editor],
  ["VS Code's claude", claudeEditor],
  ["Neovim's claude", neovimEditor],
  ["Emacs' claude", emacsEditor],
] as const;

describe.each(editors)("with a server of %s dialect", (name, make) => {
  it("the same questions have the same answers", async () => {
    const { connection } = await connected(make(folder));
    const { active, other, text, line, start, end, mistake } = openIn(folder);
    const language = name.startsWith("Emacs") ? {} : { languageId: "python" };
    expect(await connection.getOpenEditors()).toEqual([
      { filePath: active, isActive: true, isDirty: true, ...language },
      { filePath: other, isActive: false, isDirty: false, ...language },
    ]);
    expect(await connection.getDiagnostics()).toEqual([
      { filePath: active, line, message: mistake, severity: "error", source: "pylance" },
    ]);
    expect(await connection.getLatestSelection()).toEqual({
      filePath: active,
      text,
      startLine: line,
      startCharacter: start,
      endLine: line,
      endCharacter: end,
    });
    expect(await connection.getWorkspaceFolders()).toEqual([folder]);
    expect(await connection.checkDocumentDirty(active)).toBe(true);
    expect(await connection.checkDocumentDirty(other)).toBe(false);
    expect(await connection.getDiagnostics(active)).toHaveLength(1);
    expect(connection.ideInfo.workspaceFolders).toEqual([folder]);
  });

  it("what is to be done is done", async () => {
    const { ide, connection } = await connected(make(folder));
    const { active } = openIn(folder);
    await connection.openFile(active, { preview: true });
    await connection.saveDocument(active);
    await connection.closeAllDiffTabs();
    expect(ide.calls.map(({ tool }) => tool)).toEqual(["openFile", "saveDocument", "closeAllDiffTabs"]);
  });

  it("a diff is accepted, changed, rejected, or closed, which is a rejection", async () => {
    const { ide, connection } = await connected(make(folder));
    const written = name === "nexus3";
    const diff = (tabName: string) => {
      const path = join(folder, "new.py");
      return { oldFilePath: path, newFilePath: path, newFileContents: "FILE_SAVED\n", tabName };
    };
    const first = connection.openDiff(diff("one"));
    await (await ide.nextDiff()).accept();
    expect(await first).toEqual({ outcome: "FILE_SAVED", finalText: "FILE_SAVED\n", written });
    const second = connection.openDiff(diff("two"));
    (await ide.nextDiff()).reject();
    expect(await second).toEqual({ outcome: "DIFF_REJECTED" });
    const third = connection.openDiff(diff("three"));
    await ide.nextDiff();
    await connection.closeTab("three");
    expect(await third).toEqual({ outcome: "DIFF_REJECTED" });
  });

  it("two diffs of one name are decided each for itself", async () => {
    const { ide, connection } = await connected(make(folder));
    const path = join(folder, "x.py");
    const diff = { oldFilePath: path, newFilePath: path, newFileContents: "x", tabName: "x.py" };
    const first = connection.openDiff(diff);
    const second = connection.openDiff({ ...diff, newFileContents: "y" });
    const { diffs } = ide.personality;
    await expect.poll(() => diffs.open.length).toBe(2);
    diffs.open[0]?.reject();
    expect(await first).toEqual({ outcome: "DIFF_REJECTED" });
    await connection.getOpenEditors();
    await diffs.open[0]?.accept();
    expect(await second).toMatchObject({ outcome: "FILE_SAVED", finalText: "y" });
  });

  it("an abort takes the diff away", async () => {
    const { ide, connection } = await connected(make(folder));
    const stop = new AbortController();
    const path = join(folder, "x.py");
    const asked = connection.openDiff(
      { oldFilePath: path, newFilePath: path, newFileContents: "x", tabName: "x" },
      { signal: stop.signal },
    );
    const diff = await ide.nextDiff();
    stop.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
    await connection.getOpenEditors();
    expect(ide.personality.diffs.open).not.toContain(diff);
    expect(ide.notified).toContain("notifications/cancelled");
  });
});

it("in the claude dialect, no tab of a file is closed by the name of a diff", async () => {
  const { ide, connection } = await connected(claudeEditor(folder));
  const { active: path } = openIn(folder);
  const asked = connection.openDiff({ oldFilePath: path, newFilePath: path, newFileContents: "x", tabName: "main.py" });
  await (await ide.nextDiff()).accept();
  await asked;
  await connection.getOpenEditors();
  const names = ide.calls.flatMap(({ input }) => input["tab_name"] ?? []);
  expect(names).toEqual(["main.py (proposed)", "main.py (proposed)"]);
});

it.each([
  ["file:///p/a%20b%23.py", "/p/a b#.py"],
  ["file:///p/a b#c?d.py", "/p/a b#c?d.py"],
  ["file:///p/100%.py", "/p/100%.py"],
  ["file://%2Fp%2Fa.py", "/p/a.py"],
  ["/p/a%20b.py", "/p/a%20b.py"],
])("a file that is called %s is %s", async (uri, filePath) => {
  const personality = claudeEditor(folder);
  const getOpenEditors = { run: () => [JSON.stringify({ tabs: [{ uri, isActive: false, isDirty: false }] })] };
  const { connection } = await connected({ ...personality, tools: { ...personality.tools, getOpenEditors } });
  expect(await connection.getOpenEditors()).toEqual([{ filePath, isActive: false, isDirty: false }]);
});

it("the developer's own edits come back", async () => {
  for (const make of [(path: string) => nexus3Editor(path, { tandem: true }), claudeEditor]) {
    const { ide, connection } = await connected(make(folder));
    const path = join(folder, "x.py");
    const asked = connection.openDiff({ oldFilePath: path, newFilePath: path, newFileContents: "a", tabName: "x" });
    await (await ide.nextDiff()).accept("b");
    expect(await asked).toMatchObject({ outcome: "FILE_SAVED", finalText: "b" });
    await connection.close();
    await ide.stop();
  }
});

it("an answer that only looks like a yes is an error", async () => {
  const personality = nexus3Editor(folder);
  const tools = { ...personality.tools, openDiff: { run: () => ["NOT_FILE_SAVED"] } };
  const { connection } = await connected({ ...personality, tools });
  const diff = { oldFilePath: "/x", newFilePath: "/x", newFileContents: "a", tabName: "x" };
  await expect(connection.openDiff(diff)).rejects.toMatchObject({ code: "INTERNAL" });
});

it("a tab that was closed by somebody is no yes", async () => {
  const personality = claudeEditor(folder);
  const tools = { ...personality.tools, openDiff: { run: () => ["TAB_CLOSED"] } };
  const { connection } = await connected({ ...personality, tools });
  const diff = { oldFilePath: "/x", newFilePath: "/x", newFileContents: "a", tabName: "x" };
  expect(await connection.openDiff(diff)).toEqual({ outcome: "DIFF_REJECTED" });
});

it("an editor that lists no openDiff shows none", async () => {
  const { openDiff: _, ...tools } = emacsEditor(folder).tools;
  const { connection } = await connected({ ...emacsEditor(folder), tools });
  const diff = { oldFilePath: "/x", newFilePath: "/x", newFileContents: "a", tabName: "x" };
  await expect(connection.openDiff(diff)).rejects.toMatchObject({ code: "NOT_SUPPORTED" });
});

it("errors keep their code, and other editors' words", async () => {
  const error = { error: { code: "FILE_NOT_FOUND", message: "There is no file /x.", hint: "Look." } };
  const personality = nexus3Editor(folder);
  const fails = (text: string) => ({
    run: () => {
      throw new Error(text);
    },
  });
  const tools = { ...personality.tools, openFile: fails(JSON.stringify(error)), saveDocument: fails("No buffer") };
  const { connection } = await connected({ ...personality, tools });
  await expect(connection.openFile("/x")).rejects.toMatchObject({ code: "FILE_NOT_FOUND", hint: "Look." });
  await expect(connection.saveDocument("/x")).rejects.toMatchObject({ code: "INTERNAL", message: "No buffer" });
});

describe("the handshake", () => {
  it("says who comes, and that it takes the final text", async () => {
    const { ide } = await connected(nexus3Editor(folder));
    expect(ide.introductions[0]).toMatchObject({
      protocolVersion: "2025-11-25",
      capabilities: { experimental: { tandem: { finalText: true } } },
      clientInfo: { name: "tandem-agent" },
    });
    expect(ide.handshakes[0]?.origin).toBeUndefined();
  });

  it("of the claude dialect tells the process, as the real client does", async () => {
    const { ide, connection } = await connected(claudeEditor(folder));
    await connection.getOpenEditors();
    expect(ide.notified).toEqual(["notifications/initialized", "ide_connected"]);
    expect(ide.handshakes[0]?.["sec-websocket-protocol"]).toBe("mcp");
  });

  it("with a wrong token is refused, without a second try", async () => {
    await connected(nexus3Editor(folder));
    const info = { ...(await discovered()), authToken: "wrong" };
    await expect(IdeConnection.open(info)).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });

  it("by a lock whose folder tells nothing goes by the server's name", async () => {
    const { ide } = await connected(claudeEditor(folder));
    const own = join(folder, ".claude/ide");
    const [info] = await discoverIdes(folder, { environment: {}, lockDir: own });
    if (!info) throw new Error("There is no window.");
    expect(info.dialectCertain).toBe(false);
    const connection = await IdeConnection.open(info);
    expect(connection.dialect).toBe("claude");
    expect(ide.connections).toBe(2);
    await connection.close();
  });
});

it("what an editor pushes is the latest selection where it has no tool for it", async () => {
  const { ide, connection } = await connected(emacsEditor(folder));
  ide.notify("selection_changed", {
    text: "x",
    filePath: "/pushed.py",
    selection: { start: { line: 2, character: 0 }, end: { line: 2, character: 1 } },
  });
  await connection.getOpenEditors();
  expect(await connection.getLatestSelection()).toEqual({
    filePath: "/pushed.py",
    text: "x",
    startLine: 3,
    startCharacter: 0,
    endLine: 3,
    endCharacter: 1,
  });
});
