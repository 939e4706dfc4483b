/** What the plan says of the extension itself, of the agent that uses it, and of its risks. */
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { confirmWithIdeOrTerminal, defaultIdeConfig, IdeBridge, ideCommand, type Terminal } from "@tandem/agent";
import { afterAll, beforeAll, expect, it } from "vitest";
import { packExtension } from "../../../scripts/vscode-extension.mjs";
import { Nexus3Client, only } from "../../e2e/dialects/clients/nexus3-client.js";
import { type Editor, openEditor } from "../helpers/editor.js";
import { lockOf, locksOf } from "../helpers/lock-files.js";
import { project } from "../helpers/project.js";
import { Workbench } from "../helpers/workbench.js";
import { cites } from "../requirements.js";

const NEW = "one\ndeux\nthree\n";

let editor: Editor;
let workbench: Workbench;

beforeAll(async () => {
  editor = await openEditor({ files: project });
  workbench = new Workbench(editor.page);
});

afterAll(async () => {
  await editor?.close();
});

const notes = () => editor.path("src/notes.txt");
const connect = async (name?: string) =>
  Nexus3Client.connect(await lockOf(editor, "nexus3"), name === undefined ? {} : { name });
const bridge = () =>
  new IdeBridge({ ...defaultIdeConfig, lockDirPath: join(editor.home, ".nexus3/ide") }, { environment: {} });

it(cites("vscode:activation"), async () => {
  expect([...(await locksOf(editor, "nexus3")).keys()]).toEqual([(await lockOf(editor, "nexus3")).port]);
});

it(cites("vscode:risk-lock-folder"), async () => {
  const modes = [".nexus3/ide", ".claude/ide", ".clio/ide"].map(
    async (path) => (await stat(join(editor.home, path))).mode,
  );
  expect((await Promise.all(modes)).map((mode) => mode & 0o777)).toEqual([0o700, 0o700, 0o700]);
});

it(cites("vscode:risk-websocket-library"), async () => {
  // The names of files are not compressed.
  const packed = await readFile(await packExtension());
  expect(packed.includes("extension/package.json")).toBe(true);
  expect(packed.includes("node_modules/")).toBe(false);
});

it(cites("vscode:discovery"), async () => {
  const { port, token } = await lockOf(editor, "nexus3");
  await expect(Nexus3Client.connect({ port, token: `${token}x` })).rejects.toThrow(/401/);
  const agent = bridge();
  await agent.autoConnect(editor.path("src"));
  expect(agent.connection?.ideInfo).toMatchObject({ port, dialect: "nexus3" });
  await agent.disconnect();
});

it(cites("vscode:ide-command"), async () => {
  const agent = bridge();
  const run = (args: string) => ideCommand(agent, args, { cwd: editor.path("src") });
  expect(await run("connect")).toContain("IDE connected: ");
  expect(await run("")).toContain(String((await lockOf(editor, "nexus3")).port));
  expect(await run("disconnect")).toContain("Disconnected: ");
});

it(cites("vscode:context"), async () => {
  await workbench.open("main.ts");
  await editor.page.locator(".squiggly-error").first().waitFor();
  const agent = bridge();
  await agent.autoConnect(editor.path("src"));
  const context = await agent.refreshContext();
  expect(context).toContain("main.ts");
  expect(context).toMatch(/not assignable/);
  await agent.disconnect();
});

it(cites("vscode:confirmation"), async () => {
  const agent = bridge();
  await agent.autoConnect(editor.path("src"));
  const asked: string[] = [];
  const terminal: Terminal = {
    columns: 80,
    color: false,
    write: () => {},
    question: async (prompt) => {
      asked.push(prompt);
      return "n";
    },
    edit: async () => undefined,
  };
  const call = { name: "write_file", arguments: { path: notes(), content: NEW } };
  const confirm = () => confirmWithIdeOrTerminal(call, notes(), { bridge: agent, terminal, cwd: editor.path("") });
  const inEditor = confirm();
  await workbench.reviewOpens("deux", "NEXUS3: src/notes.txt");
  await workbench.decide("Reject Changes", "NEXUS3: src/notes.txt");
  expect(await inEditor).toMatchObject({ result: "DENY", by: "ide" });
  expect(asked).toEqual([]);
  await agent.disconnect();
  expect(await confirm()).toMatchObject({ result: "DENY", by: "terminal" });
  expect(asked).toHaveLength(1);
});

it(cites("vscode:diff-editor"), async () => {
  const agent = await connect();
  const { result } = agent.openDiff(notes(), NEW, "notes.txt");
  await workbench.reviewOpens("deux", "NEXUS3: notes.txt");
  const proposed = editor.page.locator('.monaco-diff-editor .editor.modified [data-uri^="tandem-review:"]');
  expect(await proposed.count()).toBeGreaterThan(0);
  await workbench.decide("Reject Changes", "NEXUS3: notes.txt");
  expect(only(await result)).toBe("DIFF_REJECTED");
  await agent.close();
});

it(cites("vscode:title-buttons"), async () => {
  const buttons = editor.page.locator(".editor-actions").getByRole("button", { name: /^(Accept|Reject) Changes/ });
  await workbench.open("main.ts");
  expect(await buttons.count()).toBe(0);
  const agent = await connect();
  const { result } = agent.openDiff(notes(), NEW, "notes.txt");
  await workbench.reviewOpens("deux", "NEXUS3: notes.txt");
  await workbench.tab("NEXUS3: notes.txt").click();
  await expect.poll(() => buttons.count()).toBe(2);
  await workbench.decide("Reject Changes", "NEXUS3: notes.txt");
  await result;
  await expect.poll(() => buttons.count()).toBe(0);
  await agent.close();
});

it(cites("vscode:tab-close"), async () => {
  const agent = await connect();
  const { result } = agent.openDiff(notes(), NEW, "notes.txt");
  await workbench.reviewOpens("deux", "NEXUS3: notes.txt");
  await workbench.tab("NEXUS3: notes.txt").locator('[aria-label^="Close"]').click();
  expect(only(await result)).toBe("DIFF_REJECTED");
  await agent.close();
});

it(cites("vscode:risk-long-review"), async () => {
  const agent = await connect();
  const { id } = agent.openDiff(notes(), NEW, "notes.txt");
  await workbench.reviewOpens("deux", "NEXUS3: notes.txt");
  expect(await agent.wire.isSilent((message) => message["id"] === id, LONG_MS)).toBe(true);
  agent.notify("notifications/cancelled", { requestId: id, reason: "/cancel" });
  await workbench.tab("NEXUS3: notes.txt").waitFor({ state: "detached" });
  expect(await editor.onDisk("src/notes.txt")).toBe(project["src/notes.txt"]);
  await agent.close();
});

/** Longer than any answer that does not wait for somebody, in milliseconds. */
const LONG_MS = 3_000;

it(cites("vscode:risk-many-diffs"), async () => {
  const agents = await Promise.all(["Bow", "Stern"].map((name) => connect(name)));
  const files = ["src/notes.txt", "src/dos.txt"];
  const results = agents.map((agent, i) => agent.openDiff(editor.path(files[i] ?? ""), NEW, "same").result);
  await editor.page.locator('.statusbar-item[id$="tandem.reviews"]', { hasText: "2 reviews" }).waitFor();
  expect(await workbench.tab("NEXUS3: same").count()).toBe(1);
  await workbench.reviewOpens("deux", "NEXUS3: same");
  await workbench.decide("Accept Changes", "NEXUS3: same");
  const first = await Promise.race(results.map(async (result) => only(await result)));
  expect(first).toBe("FILE_SAVED");
  await workbench.reviewOpens("deux", "NEXUS3: same");
  await workbench.decide("Reject Changes", "NEXUS3: same");
  const outcomes = await Promise.all(results.map(async (result) => only(await result)));
  expect(outcomes.sort()).toEqual(["DIFF_REJECTED", "FILE_SAVED"]);
  for (const agent of agents) await agent.close();
});

it(cites("vscode:risk-connection-drops"), async () => {
  const text = "drops\n";
  const ask = (agent: Nexus3Client) => agent.openDiff(editor.path("README.md"), text, "README.md").result;
  const agent = await connect();
  void ask(agent);
  await workbench.reviewOpens("drops", "NEXUS3: README.md");
  await agent.vanish();
  await workbench.words(/the agent is gone/).waitFor();
  const again = await connect();
  const result = ask(again);
  await workbench.words(/the agent is gone/).waitFor({ state: "detached" });
  await workbench.decide("Accept Changes", "NEXUS3: README.md");
  expect(only(await result)).toBe("FILE_SAVED");
  expect(await editor.onDisk("README.md")).toBe(text);
  await again.close();
});

it(cites("vscode:deactivation"), async () => {
  const door = await lockOf(editor, "nexus3");
  await editor.page.close();
  await expect.poll(() => readdir(join(editor.home, ".nexus3/ide"))).toEqual([]);
  const refused = () =>
    Nexus3Client.connect(door).then(
      () => "open",
      () => "refused",
    );
  await expect.poll(refused).toBe("refused");
});
