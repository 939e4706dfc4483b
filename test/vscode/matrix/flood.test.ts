/** An agent that proposes without measure: one review has the floor, the others wait, and the window stays usable. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Editor, openEditor } from "../helpers/editor.js";
import { whileTyping } from "../helpers/typing.js";
import { Workbench } from "../helpers/workbench.js";

const COUNT = 1000;
/** Proposals on their way at the same time. */
const AT_ONCE = 50;
const names = Array.from({ length: COUNT }, (_, i) => `flood/${i}.txt`);

let editor: Editor;
let workbench: Workbench;

beforeAll(async () => {
  const flooded = Object.fromEntries(names.map((name) => [name, "one\ntwo\n"]));
  editor = await openEditor({ files: { "notes.txt": "", ...flooded } });
  workbench = new Workbench(editor.page);
});

afterAll(async () => {
  await editor?.close();
});

const agent = () => editor.agent();

async function propose(name: string): Promise<string> {
  const files = [{ file: editor.path(name), edits: [{ startLine: 2, endLine: 2, newText: "deux" }] }];
  const answer = await agent().call("ide.editor.applyEdits", { files, review: "defer" });
  const [{ review }] = answer["files"] as [{ review: { id: string } }];
  return review.id;
}

it("a thousand proposals wait in line, and the developer types on", async () => {
  const ids: string[] = [];
  await whileTyping({ editor: () => editor, agent, workbench: () => workbench }, "notes.txt", async () => {
    for (let at = 0; at < COUNT; at += AT_ONCE) {
      ids.push(...(await Promise.all(names.slice(at, at + AT_ONCE).map(propose))));
    }
  });
  expect(new Set(ids).size).toBe(COUNT);
  await editor.page.locator('.statusbar-item[id$="tandem.reviews"]', { hasText: `${COUNT} reviews` }).waitFor();
  expect(await workbench.tab(/ by /).count()).toBe(1);
  await workbench.reviewOpens("deux");
  await workbench.decide("Accept Changes");
  await expect.poll(() => agent().read("flood/0.txt")).toBe("one\ndeux\n");
  await editor.page.locator('.statusbar-item[id$="tandem.reviews"]', { hasText: `${COUNT - 1} reviews` }).waitFor();
}, 240_000);
