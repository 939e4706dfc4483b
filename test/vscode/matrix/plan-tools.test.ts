/** Every row of the plan's table of tools, in the exact shapes of its documents, against the real editor. */
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Nexus3Client, nexus3Tools, only } from "../../e2e/dialects/clients/nexus3-client.js";
import { type Editor, openEditor } from "../helpers/editor.js";
import { lockOf } from "../helpers/lock-files.js";
import { project } from "../helpers/project.js";
import { Workbench } from "../helpers/workbench.js";
import { cites } from "../requirements.js";

let editor: Editor;
let workbench: Workbench;
let agent: Nexus3Client;

beforeAll(async () => {
  editor = await openEditor({ files: project });
  workbench = new Workbench(editor.page);
  agent = await Nexus3Client.connect(await lockOf(editor, "nexus3"));
});

afterAll(async () => {
  await agent?.close();
  await editor?.close();
});

const main = () => editor.path("src/main.ts");
const notes = () => editor.path("src/notes.txt");
const selected = (text: string) => expect.objectContaining({ filePath: main(), text });

it(cites("vscode:eleven-tools"), async () => {
  const { tools } = (await agent.request("tools/list")) as unknown as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name).sort()).toEqual([...nexus3Tools].sort());
});

it(cites("vscode:getWorkspaceFolders"), async () => {
  expect(await agent.json("getWorkspaceFolders")).toEqual([editor.path("").replace(/\/$/, "")]);
});

it(cites("vscode:openFile"), async () => {
  expect(await agent.json("getCurrentSelection")).toBeNull();
  expect(await agent.text("openFile", { filePath: main(), preview: false })).toBe("ok");
  await editor.page.locator(".tab.active", { hasText: "main.ts" }).waitFor();
});

it(cites("vscode:getDiagnostics"), async () => {
  const { href: uri } = pathToFileURL(main());
  const mistake = { filePath: main(), line: 3, severity: "error", source: "ts", message: expect.any(String) };
  await expect.poll(() => agent.json("getDiagnostics", { uri })).toEqual([mistake]);
  expect(await agent.json("getDiagnostics")).toEqual([mistake]);
});

it(cites("vscode:getCurrentSelection"), async () => {
  await workbench.open("main.ts");
  await editor.page.keyboard.press("Control+Home");
  await editor.page.keyboard.press("Shift+End");
  const [line = ""] = project["src/main.ts"]?.split("\n") ?? [];
  await expect
    .poll(() => agent.json("getCurrentSelection"))
    .toEqual({
      filePath: main(),
      text: line,
      startLine: 1,
      startCharacter: 0,
      endLine: 1,
      endCharacter: line.length,
    });
});

it(cites("vscode:selection"), async () => {
  await editor.page.keyboard.press("Control+Home");
  for (const text of ["i", "im", "imp"]) {
    await editor.page.keyboard.press("Shift+ArrowRight");
    await expect.poll(() => agent.json("getLatestSelection")).toEqual(selected(text));
  }
});

it(cites("vscode:getLatestSelection"), async () => {
  await workbench.run("Explorer: Focus on Folders View");
  expect(await agent.json("getLatestSelection")).toEqual(selected("imp"));
});

it(cites("vscode:checkDocumentDirty"), async () => {
  await workbench.open("notes.txt");
  expect(await agent.json("checkDocumentDirty", { filePath: notes() })).toEqual({ dirty: false });
  await editor.page.keyboard.press("Control+Home");
  await editor.page.keyboard.type("zero ");
  await expect.poll(() => agent.json("checkDocumentDirty", { filePath: notes() })).toEqual({ dirty: true });
});

it(cites("vscode:getOpenEditors"), async () => {
  expect(await agent.json("getOpenEditors")).toEqual([
    { filePath: main(), isActive: false, isDirty: false, languageId: "typescript" },
    { filePath: notes(), isActive: true, isDirty: true, languageId: "plaintext" },
  ]);
});

it(cites("vscode:saveDocument"), async () => {
  expect(await agent.text("saveDocument", { filePath: notes() })).toBe("ok");
  expect(await editor.onDisk("src/notes.txt")).toBe(`zero ${project["src/notes.txt"]}`);
});

it(cites("vscode:closeTab"), async () => {
  expect(await agent.text("closeTab", { tabName: "notes.txt" })).toBe("ok");
  await workbench.tab("notes.txt").waitFor({ state: "detached" });
});

it(cites("vscode:openDiff"), async () => {
  const rejected = agent.openDiff(notes(), "never\n", "notes.txt");
  await workbench.reviewOpens("never", "NEXUS3: notes.txt");
  await workbench.decide("Reject Changes", "NEXUS3: notes.txt");
  expect(only(await rejected.result)).toBe("DIFF_REJECTED");
  expect(await editor.onDisk("src/notes.txt")).toBe(`zero ${project["src/notes.txt"]}`);
  const accepted = agent.openDiff(notes(), "always\n", "notes.txt");
  await workbench.reviewOpens("always", "NEXUS3: notes.txt");
  await workbench.decide("Accept Changes", "NEXUS3: notes.txt");
  expect(only(await accepted.result)).toBe("FILE_SAVED");
  expect(await editor.onDisk("src/notes.txt")).toBe("always\n");
});

it(cites("vscode:closeAllDiffTabs"), async () => {
  const diffs = ["README.md", "src/dos.txt"].map((name) => agent.openDiff(editor.path(name), "closed\n", name));
  // Which of two that are sent at once is the first is not promised.
  await workbench.reviewOpens("closed", /NEXUS3: (README.md|src)/);
  expect(await agent.text("closeAllDiffTabs")).toBe("ok");
  for (const { result } of diffs) expect(only(await result)).toBe("DIFF_REJECTED");
  await workbench.tab("NEXUS3:").waitFor({ state: "detached" });
  expect(await editor.onDisk("README.md")).toBe(project["README.md"]);
});
