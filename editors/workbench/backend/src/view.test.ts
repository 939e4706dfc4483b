import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentRegistry, EventHub, SelectionTracker, systemClock } from "@tandem/host";
import { createPathResolver } from "@tandem/workspace";
import { expect, it, onTestFinished } from "vitest";
import { createEditor } from "./capabilities/editor.js";
import { Documents, MAX_OPEN } from "./documents.js";
import { View } from "./view.js";

async function opened() {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-view-")));
  onTestFinished(() => rm(root, { recursive: true }));
  const paths = await createPathResolver([root]);
  const documents = new Documents();
  const hub = new EventHub(systemClock, () => {});
  const view = new View(documents);
  const editor = createEditor(documents, view, new SelectionTracker(hub, () => false));
  const file = async (name: string) => {
    await writeFile(join(root, name), "one\ntwo\n");
    return paths.file(join(root, name));
  };
  return { documents, view, editor, file };
}

it("the focused tab stays open however many others are opened", async () => {
  const { documents, editor, file } = await opened();
  const focused = await file("focused.txt");
  const { agent } = new AgentRegistry(systemClock).join({ name: "tester", version: "1" });
  await editor.reveal(focused, 2, agent);
  for (let i = 0; i <= MAX_OPEN; i++) await documents.open(await file(`${i}.txt`));
  expect(editor.focused()).toMatchObject({ file: focused.path, cursor: { line: 2 } });
  expect(editor.openFiles()).toHaveLength(MAX_OPEN);
});

it("agents do not close what the developer looks at", async () => {
  const { documents, view, editor, file } = await opened();
  const [a, b] = [await file("a.txt"), await file("b.txt")];
  for (const path of [a, b]) await documents.open(path);
  view.setFocus(true);
  view.lookAt({ file: a.path, line: 1, column: 1, startLine: 1, endLine: 2 });
  await expect(editor.close(a)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
  expect(await editor.close(b)).toBe(true);
  view.lookAt({ file: b.path, line: 1, column: 1, startLine: 1, endLine: 2 });
  expect(await editor.close(a)).toBe(true);
});
