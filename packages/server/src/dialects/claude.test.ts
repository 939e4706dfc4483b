import { claude } from "@tandem/protocol";
import { afterEach, describe, expect, it } from "vitest";
import type { WsAgent } from "../testing/ws-agent.js";
import { type WsScene, type WsSceneOptions, wsScene } from "../testing/ws-scene.js";

const files = { "a.ts": "one\ntwo\nthree\n", "b c.py": "x = 1\n" };
const file = "/project/a.ts";
const proposed = "ONE\ntwo\nTHREE\n";
const TAB = "✻ [Claude Code] a.ts (5e4320) ⧉";

let scene: WsScene;
afterEach(() => scene.close());

async function agentOn(options: WsSceneOptions = {}): Promise<WsAgent> {
  scene = await wsScene({ files, ...options });
  return scene.claude();
}

function diff(new_file_contents = proposed, tab_name = TAB) {
  return { old_file_path: file, new_file_path: file, new_file_contents, tab_name };
}

async function json(agent: WsAgent, tool: string, input: object = {}): Promise<unknown> {
  const [text = ""] = await agent.texts(tool, input);
  return JSON.parse(text);
}

describe("openDiff", () => {
  it("answers FILE_SAVED and the final text, and writes nothing", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff());
    const [review] = await scene.pending(1);
    expect(review?.terms).toMatchObject({ title: TAB, writer: "agent", saves: false, editable: true });
    await scene.core.decisions.decideReview(review?.id ?? "", "accept", "");
    expect(await answer).toEqual(["FILE_SAVED", proposed]);
    expect([scene.host.savedText("a.ts"), scene.host.liveText("a.ts")]).toEqual([files["a.ts"], files["a.ts"]]);
  });

  it("gives what the developer made of it", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff());
    const [review] = await scene.pending(1);
    const id = review?.id ?? "";
    await scene.core.decisions.editHunk(id, 0, "mine\n");
    await scene.core.decisions.decideHunks(id, [
      { hunk: 0, verdict: "accepted" },
      { hunk: 1, verdict: "rejected" },
    ]);
    expect(await answer).toEqual(["FILE_SAVED", "mine\ntwo\nthree\n"]);
  });

  it("answers DIFF_REJECTED and the tab's name", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff());
    const [review] = await scene.pending(1);
    await scene.core.decisions.decideReview(review?.id ?? "", "reject", "");
    expect(await answer).toEqual(["DIFF_REJECTED", TAB]);
    expect(await agent.texts("close_tab", { tab_name: TAB })).toEqual(["TAB_CLOSED"]);
    expect(await agent.texts("close_tab", { tab_name: TAB })).toEqual(["TAB_CLOSED"]);
  });

  it("is closed by its name alone: a file's tab of that name stays", async () => {
    const agent = await agentOn();
    await agent.texts("openFile", { filePath: file });
    for (const tab_name of ["a.ts", file]) await agent.texts("close_tab", { tab_name });
    expect(await json(agent, "getOpenEditors")).toMatchObject({ tabs: [{ fileName: file }] });
  });

  it("of two different files is refused", async () => {
    const agent = await agentOn();
    await expect(agent.texts("openDiff", { ...diff(), old_file_path: "/project/b c.py" })).rejects.toThrow(
      "INVALID_INPUT",
    );
    expect(scene.core.reviews.all()).toEqual([]);
  });

  it("is rejected, never taken for closed, by close_tab", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff());
    await scene.pending(1);
    expect(await agent.texts("close_tab", { tab_name: TAB })).toEqual(["TAB_CLOSED"]);
    expect(await answer).toEqual(["DIFF_REJECTED", TAB]);
  });

  it("is rejected by closeAllDiffTabs, which counts the agent's own", async () => {
    const agent = await agentOn();
    const other = await scene.claude();
    const answers = [agent.texts("openDiff", diff()), agent.texts("openDiff", diff("x\n"))];
    const others = other.texts("openDiff", diff("y\n"));
    await scene.pending(3);
    expect(await agent.texts("closeAllDiffTabs")).toEqual(["CLOSED_2_DIFF_TABS"]);
    expect(await Promise.all(answers)).toEqual([
      ["DIFF_REJECTED", TAB],
      ["DIFF_REJECTED", TAB],
    ]);
    expect(await agent.texts("closeAllDiffTabs")).toEqual(["CLOSED_0_DIFF_TABS"]);
    const [left] = await scene.pending(1);
    await scene.core.decisions.decideReview(left?.id ?? "", "accept", "");
    expect(await others).toEqual(["FILE_SAVED", "y\n"]);
  });

  it("is withdrawn when the agent is gone, for only it could have written", async () => {
    const agent = await agentOn();
    void agent.call("openDiff", diff());
    await scene.pending(1);
    agent.socket.terminate();
    await scene.pending(0);
    expect(scene.core.reviews.all()).toMatchObject([{ state: "withdrawn" }]);
  });

  it("is rejected in a window in which nothing may be changed, and an error where nobody can decide", async () => {
    const agent = await agentOn({ mode: "read-only" });
    expect(await agent.texts("openDiff", diff())).toEqual(["DIFF_REJECTED", TAB]);
    await scene.close();
    const alone = await agentOn({ canDecide: false });
    expect(await alone.call("openDiff", diff())).toMatchObject({ isError: true });
  });
});

describe("getDiagnostics", () => {
  const diagnostic = { column: 2, endLine: 2, endColumn: 4, message: "bad", code: "2304", source: "ts" } as const;
  const diagnostics = [
    { ...diagnostic, file, line: 2, severity: "error" as const },
    { ...diagnostic, file: "/project/b c.py", line: 1, severity: "info" as const },
  ];
  const told = {
    message: "bad",
    severity: "Error",
    range: { start: { line: 1, character: 1 }, end: { line: 1, character: 3 } },
    source: "ts",
    code: "2304",
  };

  it("groups them by file, from line 0", async () => {
    const agent = await agentOn({ diagnostics });
    for (const filePath of [file, "/project/b c.py"]) await agent.texts("openFile", { filePath });
    expect(await json(agent, "getDiagnostics")).toEqual([
      { uri: `file://${file}`, diagnostics: [told] },
      {
        uri: "file:///project/b c.py",
        diagnostics: [{ ...told, severity: "Info", range: { start: { line: 0, character: 1 }, end: told.range.end } }],
      },
    ]);
  });

  it.each(["file:///project/b c.py", "file:///project/b%20c.py"])(
    "gives the file %s first, named as it was asked for",
    async (uri) => {
      const agent = await agentOn({ diagnostics });
      expect(await json(agent, "getDiagnostics", { uri })).toEqual([
        { uri, diagnostics: [expect.objectContaining({ severity: "Info" })] },
      ]);
    },
  );

  it("gives an entry for a clean file as well", async () => {
    const agent = await agentOn();
    expect(await json(agent, "getDiagnostics", { uri: `file://${file}` })).toEqual([
      { uri: `file://${file}`, diagnostics: [] },
    ]);
  });
});

describe("the other tools", () => {
  it("open a file in front, or behind with what it is", async () => {
    const agent = await agentOn();
    expect(await agent.texts("openFile", { filePath: file, startText: "tw", endText: "thr" })).toEqual([
      `Opened file: ${file}`,
    ]);
    const behind = { filePath: file, preview: false, startText: "", endText: "", makeFrontmost: false };
    expect(await json(agent, "openFile", behind)).toEqual({
      success: true,
      filePath: file,
      languageId: "typescript",
      lineCount: 3,
    });
  });

  it("tell the selection, or that there is none", async () => {
    const agent = await agentOn();
    const none = { success: false, message: expect.any(String) };
    expect(await json(agent, "getCurrentSelection")).toEqual(none);
    expect(await json(agent, "getLatestSelection")).toEqual(none);
    scene.host.select("a.ts", { line: 1, column: 2 }, { line: 2, column: 3 });
    const selection = {
      success: true,
      text: "ne\ntw",
      filePath: file,
      fileUrl: `file://${file}`,
      selection: { start: { line: 0, character: 1 }, end: { line: 1, character: 2 }, isEmpty: false },
    };
    expect(await json(agent, "getCurrentSelection")).toEqual(selection);
    scene.host.loseFocus();
    expect(await json(agent, "getCurrentSelection")).toEqual(none);
    expect(await json(agent, "getLatestSelection")).toEqual(selection);
  });

  it("tell tabs and folders", async () => {
    const agent = await agentOn();
    await agent.texts("openFile", { filePath: file });
    expect(await json(agent, "getOpenEditors")).toEqual({
      tabs: [
        {
          uri: `file://${file}`,
          label: "a.ts",
          languageId: "typescript",
          isActive: true,
          isDirty: false,
          fileName: file,
          isPinned: false,
          isPreview: false,
          isUntitled: false,
          groupIndex: 0,
          viewColumn: 1,
          isGroupActive: true,
        },
      ],
    });
    expect(await json(agent, "getWorkspaceFolders")).toEqual({
      success: true,
      folders: [{ name: "project", uri: "file:///project", path: "/project" }],
      rootPath: "/project",
    });
  });

  it("tell whether a file is saved, and save it", async () => {
    const agent = await agentOn();
    const input = { filePath: file };
    await agent.texts("openFile", input);
    expect(await json(agent, "checkDocumentDirty", input)).toEqual({
      success: true,
      ...input,
      isDirty: false,
      isUntitled: false,
    });
    await scene.host.type("a.ts", { from: 0, to: 3, insert: "1" });
    expect(await json(agent, "checkDocumentDirty", input)).toMatchObject({ isDirty: true });
    expect(await json(agent, "saveDocument", input)).toMatchObject({
      success: true,
      saved: true,
      message: expect.any(String),
    });
    expect(await json(agent, "saveDocument", input)).toMatchObject({ success: true, saved: false });
    for (const tool of ["checkDocumentDirty", "saveDocument"]) {
      const answer = await json(agent, tool, { filePath: "/project/none" });
      expect(answer).toEqual({ success: false, message: expect.stringContaining("FILE_NOT_FOUND") });
    }
  });
});

describe("unasked", () => {
  it("an agent hears of the selection and of what the developer mentions", async () => {
    const agent = await agentOn();
    await agent.texts("getWorkspaceFolders");
    const place = { file, startLine: 2, endLine: 3, startColumn: 1, endColumn: 4 };
    scene.hub.publish({ name: "ide.event.selectionChanged", payload: { ...place, text: "two\nthr" } });
    const selected = (await agent.next()) as { params: unknown };
    expect(selected).toMatchObject({ jsonrpc: "2.0", method: "selection_changed" });
    expect(claude.notifications.selection_changed.parse(selected.params)).toEqual({
      text: "two\nthr",
      filePath: file,
      fileUrl: `file://${file}`,
      selection: { start: { line: 1, character: 0 }, end: { line: 2, character: 3 }, isEmpty: false },
    });
    scene.hub.publish({ name: "ide.event.mentioned", payload: { file, startLine: 2, endLine: 3 } });
    expect(await agent.next()).toEqual({
      jsonrpc: "2.0",
      method: "at_mentioned",
      params: { filePath: file, lineStart: 1, lineEnd: 2 },
    });
    scene.hub.publish({ name: "ide.event.mentioned", payload: { file } });
    expect(await agent.next()).toMatchObject({ params: { filePath: file } });
  });

  it("nobody hears who is not ready, and nobody of the other dialect", async () => {
    scene = await wsScene({ files });
    const [other, early, ready] = [await scene.nexus3(), await scene.connect("claude"), await scene.claude()];
    await early.request("initialize");
    for (const agent of [other, ready]) await agent.texts("getWorkspaceFolders");
    scene.hub.publish({ name: "ide.event.mentioned", payload: { file } });
    await ready.next();
    for (const agent of [other, early]) {
      await agent.request("ping");
      expect(agent.told).toEqual([]);
    }
  });
});
