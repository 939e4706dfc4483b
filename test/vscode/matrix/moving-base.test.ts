/** The text under a review moves: by the developer's own hand, on disk, and by another review. */
import { writeFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Outcome } from "../../page/helpers/agent.js";
import { type Editor, openEditor } from "../helpers/editor.js";
import { whileTyping } from "../helpers/typing.js";
import { Workbench } from "../helpers/workbench.js";

const TEXT = "one\ntwo\nthree\nfour\nfive\n";
const names = ["dirty", "above", "under", "first", "second", "notes"] as const;
const second = { startLine: 2, endLine: 2, newText: "deux" };
const fourth = { startLine: 4, endLine: 4, newText: "quatre" };
const BOTH = TEXT.replace("two", "deux").replace("four", "quatre");

let editor: Editor;
let workbench: Workbench;

beforeAll(async () => {
  editor = await openEditor({ files: Object.fromEntries(names.map((name) => [`${name}.txt`, TEXT])) });
  workbench = new Workbench(editor.page);
});

afterAll(async () => {
  await editor?.close();
});

const agent = (name?: string) => editor.agent(name);
const scene = { editor: () => editor, agent, workbench: () => workbench };

/** The review is in sight, and what the developer types goes where they are. */
async function proposed(file: string, typingIn: string): Promise<{ readonly answer: Promise<Outcome> }> {
  let answer: Promise<Outcome> | undefined;
  await whileTyping(scene, typingIn, async () => {
    answer = agent().edit(file, [second, fourth]);
    await workbench.reviewAppears("deux");
  });
  await workbench.reviewOpens("deux");
  return { answer: answer as Promise<Outcome> };
}

it("unsaved text is kept, and what is typed into the file under review too", async () => {
  await workbench.open("dirty.txt");
  await editor.page.keyboard.press("Control+End");
  await editor.page.keyboard.type("six");
  const { answer } = await proposed("dirty.txt", "dirty.txt");
  const typed = (await agent().read("dirty.txt")).slice(TEXT.length);
  expect(typed).toMatch(/^sixabc/);
  await workbench.decide("Accept Changes");
  expect(await answer).toMatchObject({ applied: true, files: [{ review: { state: "accepted" } }] });
  expect(await agent().read("dirty.txt")).toBe(BOTH + typed);
  expect(await editor.onDisk("dirty.txt")).toBe(TEXT);
  await workbench.reviewCloses();
});

it("a change on disk elsewhere in the file moves the review with it", async () => {
  const { answer } = await proposed("above.txt", "notes.txt");
  await writeFile(editor.path("above.txt"), `zero\n${TEXT}`);
  await workbench.proposed.filter({ hasText: "zero" }).first().waitFor();
  await workbench.decide("Accept Changes");
  expect(await answer).toMatchObject({ applied: true, files: [{ review: { state: "accepted" } }] });
  expect(await agent().read("above.txt")).toBe(`zero\n${BOTH}`);
  await workbench.reviewCloses();
});

it("a change on disk of the same lines is said, and nothing lands over it", async () => {
  const { answer } = await proposed("under.txt", "notes.txt");
  await writeFile(editor.path("under.txt"), TEXT.replace("two", "zwei"));
  await workbench.words(/You changed these lines since/).waitFor();
  await workbench.decide("Accept Changes");
  const hunks = [{ verdict: "stale" }, { verdict: "accepted" }];
  expect(await answer).toMatchObject({ applied: true, files: [{ review: { state: "partly-accepted", hunks } }] });
  expect(await agent().read("under.txt")).toBe(TEXT.replace("two", "zwei").replace("four", "quatre"));
  await workbench.reviewCloses();
});

it("of two that are queued the first has the floor, and the other follows with the keyboard", async () => {
  const answers: Promise<Outcome>[] = [];
  await whileTyping(scene, "notes.txt", async () => {
    answers.push(agent("Bow").edit("first.txt", [second]));
    await workbench.reviewOpens("deux", /first\.txt .*by Bow/);
    answers.push(agent("Stern").edit("second.txt", [{ ...second, newText: "zwei" }]));
    await editor.page.locator('.statusbar-item[id$="tandem.reviews"]', { hasText: "2 reviews" }).waitFor();
  });
  expect(await workbench.tab(/second\.txt .*by Stern/).count()).toBe(0);
  await workbench.proposed.filter({ hasText: "deux" }).first().click();
  await editor.page.keyboard.press("Control+Alt+Enter");
  expect(await answers[0]).toMatchObject({ applied: true });
  await workbench.reviewOpens("zwei", /second\.txt .*by Stern/);
  await editor.page.keyboard.press("Control+Alt+Backspace");
  expect(await answers[1]).toMatchObject({ applied: false });
  await workbench.reviewCloses();
  expect(await agent().read("first.txt")).toBe(TEXT.replace("two", "deux"));
  expect(await agent().read("second.txt")).toBe(TEXT);
});

it("a second review of the same file by the same agent holds both changes", async () => {
  const first = agent().edit("second.txt", [second]);
  await workbench.reviewOpens("deux");
  const both = agent().edit("second.txt", [fourth]);
  await workbench.reviewOpens("quatre");
  expect(await first).toMatchObject({ applied: false, files: [{ review: { state: "superseded" } }] });
  await workbench.decide("Accept Changes");
  expect(await both).toMatchObject({ applied: true });
  expect(await agent().read("second.txt")).toBe(TEXT.replace("two", "deux").replace("four", "quatre"));
  await workbench.reviewCloses();
});
