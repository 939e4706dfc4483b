import { PROPOSAL_KEY } from "@tandem/protocol";
import { afterEach, describe, expect, it } from "vitest";
import type { WsAgent } from "../testing/ws-agent.js";
import { type WsScene, type WsSceneOptions, wsScene } from "../testing/ws-scene.js";

const files = { "a.ts": "one\ntwo\nthree\n", "b c.py": "x = 1\n", "sub/a.ts": "inner\n", ".env": "SECRET=1\n" };
const file = "/project/a.ts";
const proposed = "ONE\ntwo\nthree\n";
const finalText = { capabilities: { experimental: { tandem: { finalText: true } } } };

let scene: WsScene;
afterEach(() => scene.close());

async function agentOn(options: WsSceneOptions = {}, params: object = {}): Promise<WsAgent> {
  scene = await wsScene({ files, ...options });
  return scene.nexus3(params);
}

function diff(tab_name = "a.ts", new_file_contents = proposed, path = file) {
  return { old_file_path: path, new_file_path: path, new_file_contents, tab_name };
}

async function decide(verdict: "accept" | "reject"): Promise<void> {
  const [review] = await scene.pending(1);
  await scene.core.decisions.decideReview(review?.id ?? "", verdict, "");
}

describe("openDiff", () => {
  it("answers FILE_SAVED when the developer has accepted and the file is saved", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff());
    const [review] = await scene.pending(1);
    expect(review?.terms).toMatchObject({ title: "NEXUS3: a.ts", writer: "host", saves: true, editable: false });
    await decide("accept");
    expect(await answer).toEqual(["FILE_SAVED"]);
    expect(scene.host.savedText("a.ts")).toBe(proposed);
  });

  it("answers DIFF_REJECTED when the developer is against it", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff("NEXUS3: a.ts"));
    expect((await scene.pending(1))[0]?.terms?.title).toBe("NEXUS3: a.ts");
    await decide("reject");
    expect(await answer).toEqual(["DIFF_REJECTED"]);
    expect(scene.host.savedText("a.ts")).toBe(files["a.ts"]);
  });

  it("gives the developer's own version to an agent that takes it", async () => {
    const agent = await agentOn({}, finalText);
    const answer = agent.texts("openDiff", diff());
    const [review] = await scene.pending(1);
    await scene.core.decisions.editHunk(review?.id ?? "", 0, "mine\n");
    await decide("accept");
    expect(await answer).toEqual(["FILE_SAVED", "mine\ntwo\nthree\n"]);
    expect(scene.host.savedText("a.ts")).toBe("mine\ntwo\nthree\n");
  });

  it("makes a file that is not there", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff("new.ts", "new\n", "/project/new.ts"));
    await decide("accept");
    expect(await answer).toEqual(["FILE_SAVED"]);
    expect(scene.host.savedText("new.ts")).toBe("new\n");
  });

  it("is rejected in a window in which nothing may be changed", async () => {
    const agent = await agentOn({ mode: "read-only" });
    expect(await agent.texts("openDiff", diff())).toEqual(["DIFF_REJECTED"]);
  });

  it("is applied at once in a window that trusts", async () => {
    const agent = await agentOn({ mode: "trust" }, finalText);
    expect(await agent.texts("openDiff", diff())).toEqual(["FILE_SAVED", proposed]);
    expect(scene.host.savedText("a.ts")).toBe(proposed);
  });

  it.each([
    ["nobody can decide", { canDecide: false }, file, "NOT_ALLOWED"],
    ["the file is outside the workspace", {}, "/etc/hosts", "OUTSIDE_WORKSPACE"],
    ["the path is relative", {}, "a.ts", "INVALID_INPUT"],
  ])("is an error if %s, so that the agent asks in its terminal", async (_, options, path, code) => {
    const agent = await agentOn(options);
    const { isError, content } = await agent.call("openDiff", diff("a", "x", path));
    expect(isError).toBe(true);
    expect(JSON.parse(content[0]?.text ?? "")).toMatchObject({ error: { code, hint: expect.any(String) } });
  });

  it("says which argument is missing", async () => {
    const agent = await agentOn();
    await expect(agent.texts("openDiff", { tab_name: "a" })).rejects.toThrow(/INVALID_INPUT.*new_file_path/);
  });
});

describe("a diff that is closed", () => {
  it.each(["a.ts", "NEXUS3: a.ts"])("by closeTab %s is rejected before that is answered", async (tabName) => {
    const agent = await agentOn();
    const order: string[] = [];
    const opened = agent.texts("openDiff", diff()).then(([text]) => order.push(text ?? ""));
    await scene.pending(1);
    order.push(...(await agent.texts("closeTab", { tabName })));
    await opened;
    expect(order).toEqual(["DIFF_REJECTED", "ok"]);
    expect(scene.core.reviews.all()).toMatchObject([{ state: "withdrawn" }]);
  });

  it("after its decision leaves the file's own tab open", async () => {
    const agent = await agentOn();
    await agent.texts("openFile", { filePath: "/project/b c.py" });
    const answer = agent.texts("openDiff", diff("b c.py", "x = 2\n", "/project/b c.py"));
    await decide("accept");
    await answer;
    expect(await agent.texts("closeTab", { tabName: "b c.py" })).toEqual(["ok"]);
    expect((await agent.texts("getOpenEditors"))[0]).toContain("/project/b c.py");
  });

  it("is closed with all others of its name, each a review of its own", async () => {
    const agent = await agentOn();
    const answers = [diff("x"), diff("x", "changed\n", "/project/b c.py"), diff("y", "z\n", "/project/sub/a.ts")].map(
      (input) => agent.texts("openDiff", input),
    );
    await scene.pending(3);
    await agent.texts("closeTab", { tabName: "x" });
    expect(await Promise.all(answers.slice(0, 2))).toEqual([["DIFF_REJECTED"], ["DIFF_REJECTED"]]);
    expect(await agent.texts("closeAllDiffTabs")).toEqual(["ok"]);
    expect(await answers[2]).toEqual(["DIFF_REJECTED"]);
  });

  it("is another agent's only if that closes it", async () => {
    const agent = await agentOn();
    const other = await scene.nexus3();
    const answer = agent.texts("openDiff", diff());
    await scene.pending(1);
    expect(await other.texts("closeTab", { tabName: "a.ts" })).toEqual(["ok"]);
    expect(await other.texts("closeAllDiffTabs")).toEqual(["ok"]);
    await decide("accept");
    expect(await answer).toEqual(["FILE_SAVED"]);
  });

  it("while it is being decided is left to that decision", async () => {
    const agent = await agentOn();
    const answer = agent.texts("openDiff", diff());
    const [review] = await scene.pending(1);
    const decided = scene.core.decisions.decideReview(review?.id ?? "", "accept", "");
    expect(scene.core.reviews.isOpen(review?.id ?? "")).toBe(false);
    await Promise.all([decided, agent.texts("closeAllDiffTabs")]);
    expect(await answer).toEqual(["FILE_SAVED"]);
  });
});

describe("a connection that breaks in the middle of a diff", () => {
  it("leaves it to the developer, and the same diff again joins it", async () => {
    const agent = await agentOn();
    void agent.call("openDiff", diff());
    await scene.pending(1);
    agent.socket.terminate();
    await new Promise<void>((resolve) => {
      const undo = scene.core.reviews.onChange(() => {
        if (!scene.core.reviews.pending()[0]?.agentGone) return;
        undo();
        resolve();
      });
    });
    const again = await scene.nexus3();
    const answer = again.texts("openDiff", diff());
    await expect.poll(() => scene.core.reviews.pending()[0]?.agentGone).toBe(false);
    await decide("accept");
    expect(await answer).toEqual(["FILE_SAVED"]);
    expect(scene.core.reviews.all()).toHaveLength(1);
  });

  it("gives the outcome to who asks again under the same key", async () => {
    const agent = await agentOn({}, finalText);
    const meta = { _meta: { [PROPOSAL_KEY]: "k1" } };
    void agent.call("openDiff", diff(), meta);
    const [review] = await scene.pending(1);
    agent.socket.terminate();
    await scene.core.decisions.editHunk(review?.id ?? "", 0, "mine\n");
    await decide("accept");
    const again = await scene.nexus3(finalText);
    const { content } = await again.call("openDiff", diff(), meta);
    expect(content.map(({ text }) => text)).toEqual(["FILE_SAVED", "mine\ntwo\nthree\n"]);
  });
});

it("a diff that is cancelled is withdrawn, and gets no answer", async () => {
  const agent = await agentOn();
  const { id } = agent.begin("tools/call", { name: "openDiff", arguments: diff() });
  await scene.pending(1);
  agent.notify("notifications/cancelled", { requestId: id });
  await scene.pending(0);
  expect(scene.core.reviews.all()).toMatchObject([{ state: "withdrawn" }]);
  expect(await agent.texts("getWorkspaceFolders")).toEqual(['["/project"]']);
  expect(agent.told).toEqual([]);
});

describe("the other tools", () => {
  const diagnostic = { column: 2, endLine: 2, endColumn: 4, message: "bad", code: "2304", source: "ts" } as const;
  const diagnostics = [
    { ...diagnostic, file, line: 2, severity: "error" as const },
    { ...diagnostic, file: "/project/b c.py", line: 1, severity: "warning" as const },
  ];
  const [, ofPython] = diagnostics;

  it("open files and tell which are open", async () => {
    const agent = await agentOn();
    expect(await agent.texts("getOpenEditors")).toEqual(["[]"]);
    expect(await agent.texts("openFile", { filePath: file })).toEqual(["ok"]);
    expect(await agent.texts("openFile", { filePath: "/project/b c.py", preview: true })).toEqual(["ok"]);
    await scene.host.type("a.ts", { from: 0, to: 0, insert: "x" });
    expect(await agent.texts("getOpenEditors")).toEqual([
      JSON.stringify([
        { filePath: file, isActive: false, isDirty: true, languageId: "typescript" },
        { filePath: "/project/b c.py", isActive: true, isDirty: false, languageId: "python" },
      ]),
    ]);
    await expect(agent.texts("openFile", { filePath: "/project/none" })).rejects.toThrow("FILE_NOT_FOUND");
  });

  it("tell the selection, with lines from 1 and characters from 0", async () => {
    const agent = await agentOn();
    expect(await agent.texts("getCurrentSelection")).toEqual(["null"]);
    scene.host.select("a.ts", { line: 1, column: 2 }, { line: 2, column: 3 });
    const selection = { filePath: file, text: "ne\ntw", startLine: 1, startCharacter: 1, endLine: 2, endCharacter: 2 };
    expect(await agent.texts("getCurrentSelection")).toEqual([JSON.stringify(selection)]);
    scene.host.loseFocus();
    expect(await agent.texts("getCurrentSelection")).toEqual(["null"]);
    expect(await agent.texts("getLatestSelection")).toEqual([JSON.stringify(selection)]);
  });

  it("tell diagnostics, for one file or for all open ones", async () => {
    const agent = await agentOn({ diagnostics });
    const python = JSON.stringify([
      { filePath: "/project/b c.py", line: 1, message: "bad", severity: "warning", source: "ts" },
    ]);
    for (const uri of ["file:///project/b c.py", "file:///project/b%20c.py", "/project/b c.py"]) {
      expect(await agent.texts("getDiagnostics", { uri })).toEqual([python]);
    }
    expect(await agent.texts("getDiagnostics")).toEqual(["[]"]);
    await agent.texts("openFile", { filePath: file });
    expect(await agent.texts("getDiagnostics")).toEqual([
      JSON.stringify([{ filePath: file, line: 2, message: "bad", severity: "error", source: "ts" }]),
    ]);
    await expect(agent.texts("getDiagnostics", { uri: "file:///project/none" })).rejects.toThrow("FILE_NOT_FOUND");
  });

  it("never send more diagnostics than one message holds, and say what is left out", async () => {
    const message = "\u0001".repeat(2_000);
    const many = Array.from({ length: 3_000 }, () => ({ ...(ofPython as (typeof diagnostics)[1]), message }));
    const agent = await agentOn({ diagnostics: many });
    const [text = ""] = await agent.texts("getDiagnostics", { uri: "file:///project/b c.py" });
    const shown = JSON.parse(text) as { message: string; severity: string }[];
    expect(Buffer.byteLength(JSON.stringify(text))).toBeLessThan(16 * 1024 * 1024);
    expect(shown.length).toBeGreaterThan(500);
    expect(shown.at(-1)).toMatchObject({
      severity: "hint",
      message: `${3_001 - shown.length} more diagnostics were left out.`,
    });
  });

  it("tell folders, and whether a file is saved, and save it", async () => {
    const agent = await agentOn();
    const input = { filePath: file };
    expect(await agent.texts("getWorkspaceFolders")).toEqual(['["/project"]']);
    expect(await agent.texts("checkDocumentDirty", input)).toEqual(['{"dirty":false}']);
    expect(await agent.texts("saveDocument", input)).toEqual(["ok"]);
    await scene.host.type("a.ts", { from: 0, to: 3, insert: "1" });
    expect(await agent.texts("checkDocumentDirty", input)).toEqual(['{"dirty":true}']);
    expect(await agent.texts("saveDocument", input)).toEqual(["ok"]);
    expect(scene.host.savedText("a.ts")).toBe("1\ntwo\nthree\n");
    await expect(agent.texts("saveDocument", { filePath: "/project/none" })).rejects.toThrow("FILE_NOT_FOUND");
  });

  it("close tabs of files by their path or a name that only one has", async () => {
    const agent = await agentOn();
    for (const filePath of [file, "/project/sub/a.ts", "/project/b c.py"]) await agent.texts("openFile", { filePath });
    const open = async () => (JSON.parse((await agent.texts("getOpenEditors"))[0] ?? "") as object[]).length;
    expect(await agent.texts("closeTab", { tabName: "a.ts" })).toEqual(["ok"]);
    expect(await open()).toBe(3);
    await agent.texts("closeTab", { tabName: "b c.py" });
    expect(await open()).toBe(2);
    await agent.texts("closeTab", { tabName: file });
    expect(await open()).toBe(1);
    await scene.host.type("sub/a.ts", { from: 0, to: 0, insert: "x" });
    await expect(agent.texts("closeTab", { tabName: "a.ts" })).rejects.toThrow("NOT_ALLOWED");
  });
});
