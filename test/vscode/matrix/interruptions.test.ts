/** Agents, windows and extension hosts that end in the middle of a review: it has one outcome, and nothing is lost. */
import { join } from "node:path";
import { defaultIdeConfig, IdeBridge } from "@tandem/agent";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ClaudeClient } from "../../e2e/dialects/clients/claude-client.js";
import { AgentProcess } from "../helpers/agent-process.js";
import { type Editor, openEditor } from "../helpers/editor.js";
import { lockOf, locksOf } from "../helpers/lock-files.js";
import { whileTyping } from "../helpers/typing.js";
import { Workbench } from "../helpers/workbench.js";
import { cites } from "../requirements.js";

const TEXT = "one\ntwo\nthree\n";
const NEW = "one\ndeux\nthree\n";
const names = ["killed", "written", "reloaded", "unsaved", "crashed", "decided", "notes"] as const;
const edit = { startLine: 2, endLine: 2, newText: "deux" };

let editor: Editor;
let workbench: Workbench;

beforeAll(async () => {
  editor = await openEditor({ files: Object.fromEntries(names.map((name) => [`${name}.txt`, TEXT])) });
  workbench = new Workbench(editor.page);
});

afterAll(async () => {
  await editor?.close();
});

beforeEach(() => workbench.reviewCloses());

const scene = { editor: () => editor, agent: () => editor.agent(), workbench: () => workbench };
const folder = () => editor.path("").replace(/\/$/, "");

it("the review of an agent that was killed stays, and who asks the same again hears how it ends", async () => {
  const files = [{ file: editor.path("killed.txt"), edits: [edit] }];
  const ask = () => new AgentProcess(editor, "ide.editor.applyEdits", { files });
  let agent: AgentProcess | undefined;
  await whileTyping(scene, "notes.txt", async () => {
    agent = ask();
    await workbench.reviewOpens("deux");
  });
  await agent?.kill();
  const gone = workbench.words(/the agent is gone/);
  await gone.waitFor();
  const again = ask();
  await gone.waitFor({ state: "detached" });
  await workbench.decide("Accept Changes");
  expect(await again.answer()).toMatchObject({ applied: true, files: [{ review: { state: "accepted" } }] });
  expect(await editor.agent().read("killed.txt")).toBe(NEW);
});

it("the diff of an agent that would have written it goes with the agent", async () => {
  const agent = await ClaudeClient.connect(await lockOf(editor, "claude"));
  const diff = { tab_name: "written.txt", new_file_contents: NEW };
  const file = editor.path("written.txt");
  await whileTyping(scene, "notes.txt", async () => {
    agent.begin("openDiff", { ...diff, old_file_path: file, new_file_path: file });
    await workbench.reviewOpens("deux", "written.txt");
  });
  await agent.vanish();
  await workbench.tab("written.txt").waitFor({ state: "detached" });
  expect(await editor.onDisk("written.txt")).toBe(TEXT);
});

/** How long an agent waits for its window, in milliseconds. */
const RELOAD_MS = 45_000;

/** An agent that finds its window again by itself. */
async function bridged(act: (bridge: IdeBridge) => Promise<void>): Promise<void> {
  const config = { ...defaultIdeConfig, lockDirPath: join(editor.home, ".nexus3/ide") };
  const bridge = new IdeBridge(config, { environment: {}, outcomeMs: RELOAD_MS });
  try {
    await bridge.autoConnect(folder());
    expect(bridge.isConnected).toBe(true);
    await act(bridge);
  } finally {
    await bridge.disconnect();
  }
}

/** A diff is asked for, the window goes and comes back, the agent finds it again by itself: there is one outcome. */
async function survives(name: string, interrupt: () => Promise<void>): Promise<void> {
  const file = editor.path(name);
  const { ws, clio } = editor.file.urls;
  await bridged(async (bridge) => {
    let answer: ReturnType<IdeBridge["openDiff"]> | undefined;
    await whileTyping(scene, "notes.txt", async () => {
      answer = bridge.openDiff({ oldFilePath: file, newFilePath: file, newFileContents: NEW, tabName: name });
      await workbench.reviewOpens("deux", `NEXUS3: ${name}`);
    });
    await interrupt();
    expect(editor.file.urls).toMatchObject({ ws, clio });
    await workbench.reviewOpens("deux", `NEXUS3: ${name}`);
    expect(await workbench.tab(`NEXUS3: ${name}`).count()).toBe(1);
    await workbench.decide("Accept Changes", `NEXUS3: ${name}`);
    expect(await answer).toMatchObject({ outcome: "FILE_SAVED", written: true });
  });
  expect(await editor.onDisk(name)).toBe(NEW);
}

it("a diff outlives a reload of the window", async () => {
  await survives("reloaded.txt", () => editor.reload());
});

it("a change of unsaved text outlives a reload, as the text does", async () => {
  await workbench.open("unsaved.txt");
  await editor.page.keyboard.press("Control+End");
  await editor.page.keyboard.type("four");
  await expect.poll(() => editor.agent().read("unsaved.txt")).toBe(`${TEXT}four`);
  const files = [{ file: editor.path("unsaved.txt"), edits: [{ startLine: 4, endLine: 4, newText: "quatre" }] }];
  await editor.agent().call("ide.editor.applyEdits", { files, review: "defer" });
  await workbench.reviewOpens("quatre");
  await editor.reload();
  await workbench.reviewOpens("quatre");
  await workbench.decide("Accept Changes");
  await expect.poll(() => editor.agent().read("unsaved.txt")).toBe(`${TEXT}quatre`);
  expect(await editor.onDisk("unsaved.txt")).toBe(TEXT);
});

it(cites("vscode:risk-crash"), async () => {
  await survives("crashed.txt", () => editor.comesBack(async () => process.kill(editor.file.pid, "SIGKILL")));
  const pids = async () => [...(await locksOf(editor, "nexus3")).values()].map(({ pid }) => pid);
  await expect.poll(pids).toEqual([editor.file.pid]);
});

it("what was decided while the agent was away is told to it when it asks again", async () => {
  const file = editor.path("decided.txt");
  const files = [{ file, edits: [edit] }];
  const key = { files, review: "defer" };
  const { files: proposed } = await editor.agent().call("ide.editor.applyEdits", key);
  const [{ review }] = proposed as [{ review: { id: string } }];
  await workbench.reviewOpens("deux");
  await workbench.decide("Reject Changes");
  await workbench.reviewCloses();
  await editor.reload();
  expect(await editor.agent().call("ide.review.wait", { id: review.id })).toMatchObject({
    review: { id: review.id, state: "rejected" },
  });
  expect(await editor.onDisk("decided.txt")).toBe(TEXT);
});
