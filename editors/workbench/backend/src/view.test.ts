import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentRegistry, EventHub, SelectionTracker, systemClock } from "@tandem/host";
import { createPathResolver } from "@tandem/workspace";
import { expect, it, onTestFinished } from "vitest";
import { createEditor } from "./capabilities/editor.js";
import { Documents, MAX_OPEN } from "./documents.js";
import { View } from "./view.js";

it("the focused tab stays open however many others are opened", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-view-")));
  onTestFinished(() => rm(root, { recursive: true }));
  const paths = await createPathResolver([root]);
  const documents = new Documents();
  const hub = new EventHub(systemClock, () => {});
  const editor = createEditor(documents, new View(documents), new SelectionTracker(hub, () => false));
  const file = async (name: string) => {
    await writeFile(join(root, name), "one\ntwo\n");
    return paths.file(join(root, name));
  };
  const focused = await file("focused.txt");
  const { agent } = new AgentRegistry(systemClock).join({ name: "tester", version: "1" });
  await editor.reveal(focused, 2, agent);
  for (let i = 0; i <= MAX_OPEN; i++) await documents.open(await file(`${i}.txt`));
  expect(editor.focused()).toMatchObject({ file: focused.path, cursor: { line: 2 } });
  expect(editor.openFiles()).toHaveLength(MAX_OPEN);
});
