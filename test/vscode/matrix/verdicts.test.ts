/** Every way to decide, by real clicks and keys, while the developer types elsewhere as the review opens. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Outcome } from "../../page/helpers/agent.js";
import { type Editor, openEditor } from "../helpers/editor.js";
import { whileTyping } from "../helpers/typing.js";
import { Workbench } from "../helpers/workbench.js";

const BEFORE = "one\ntwo\nthree\nfour\nfive\n";
const BOTH = "one\ndeux\nthree\nquatre\nfive\n";
/** Two hunks. */
const edits = [
  { startLine: 2, endLine: 2, newText: "deux" },
  { startLine: 4, endLine: 4, newText: "quatre" },
];

let editor: Editor;
let workbench: Workbench;

beforeAll(async () => {
  editor = await openEditor({ files: { "notes.txt": "", "harbour.txt": BEFORE } });
  workbench = new Workbench(editor.page);
});

afterAll(async () => {
  await editor?.close();
});

const agent = () => editor.agent();
const scene = { editor: () => editor, agent, workbench: () => workbench };

/** The review is in sight, and the developer's keyboard where it was. */
async function proposed(): Promise<{ readonly answer: Promise<Outcome> }> {
  let answer: Promise<Outcome> | undefined;
  await whileTyping(scene, "notes.txt", async () => {
    answer = agent().edit("harbour.txt", edits);
    await workbench.reviewOpens("quatre");
  });
  return { answer: answer as Promise<Outcome> };
}

/** By the hand of somebody else, and VS Code follows. */
async function putBack(): Promise<void> {
  await workbench.reviewCloses();
  await workbench.open("harbour.txt");
  await workbench.run("File: Revert File");
  await expect.poll(() => agent().read("harbour.txt")).toBe(BEFORE);
}

/** The keyboard is in the proposal, at the end of the line with these words. */
async function enter(words: string): Promise<void> {
  await workbench.proposed.filter({ hasText: words }).first().click();
  await editor.page.keyboard.press("End");
}

const close = () => workbench.tab(/ by /).locator('[aria-label^="Close"]').click();
const key = (name: string) => async () => {
  await enter("deux");
  await editor.page.keyboard.press(name);
};
const inView = (name: string, row: string | RegExp) => async () => {
  if (!(await workbench.reviews.first().isVisible())) await editor.page.getByRole("tab", { name: /^Tandem/ }).click();
  await workbench.inReviews(row, name);
};

describe("a review is accepted", () => {
  it.each([
    ["in its title", () => workbench.decide("Accept Changes")],
    ["above its text", () => workbench.lens(/Accept changes/).click()],
    ["by key", key("Control+Alt+Enter")],
    ["from the palette", async () => [await enter("deux"), await workbench.run("Tandem: Accept Changes")]],
    ["in the Reviews view", inView("Accept Changes", "harbour.txt")],
  ])("%s", async (_, accept) => {
    const { answer } = await proposed();
    await accept();
    expect(await answer).toMatchObject({ applied: true, files: [{ review: { state: "accepted" } }] });
    expect(await agent().read("harbour.txt")).toBe(BOTH);
    await putBack();
  });
});

describe("a review is rejected", () => {
  it.each([
    ["in its title", () => workbench.decide("Reject Changes")],
    ["above its text", () => workbench.lens(/Reject changes/).click()],
    ["by key", key("Control+Alt+Backspace")],
    ["by closing its tab", close],
    ["by closing it from the palette", async () => [await enter("deux"), await workbench.run("View: Close Editor")]],
    ["in the Reviews view", inView("Reject Changes", "harbour.txt")],
  ])("%s", async (_, reject) => {
    const { answer } = await proposed();
    await reject();
    expect(await answer).toMatchObject({ applied: false, files: [{ review: { state: "rejected" } }] });
    await workbench.reviewCloses();
    expect(await agent().read("harbour.txt")).toBe(BEFORE);
  });

  it("with words for the agent", async () => {
    const { answer } = await proposed();
    await enter("deux");
    await workbench.run("Tandem: Reject Changes with a Comment");
    await editor.page.locator(".quick-input-widget input[type=text]").fill("Not in a harbour");
    await editor.page.keyboard.press("Enter");
    expect(await answer).toMatchObject({ files: [{ review: { state: "rejected", comment: "Not in a harbour" } }] });
    await workbench.reviewCloses();
  });
});

describe("one change is taken and the other is not", () => {
  it.each([
    [
      "above their lines",
      async () => {
        await workbench.lens(/Accept$/, 1).click();
        await workbench.lens(/Accepted/).waitFor();
        await workbench.lens(/Reject$/).click();
      },
    ],
    [
      "by key, where the cursor is",
      async () => {
        await enter("quatre");
        await editor.page.keyboard.press("Control+Alt+KeyA");
        await workbench.lens(/Accepted/).waitFor();
        await enter("deux");
        await editor.page.keyboard.press("Control+Alt+KeyR");
      },
    ],
    [
      "in the Reviews view",
      async () => {
        await inView("Accept This Change", "quatre")();
        await workbench.lens(/Accepted/).waitFor();
        await inView("Reject This Change", "deux")();
      },
    ],
  ])("%s", async (_, decide) => {
    const { answer } = await proposed();
    await decide();
    const hunks = [{ verdict: "rejected" }, { verdict: "accepted" }];
    expect(await answer).toMatchObject({ files: [{ review: { state: "partly-accepted", hunks } }] });
    expect(await agent().read("harbour.txt")).toBe("one\ntwo\nthree\nquatre\nfive\n");
    await putBack();
  });
});

describe("what the developer makes of a proposal", () => {
  it.each([
    ["in its title", () => workbench.decide("Accept Changes")],
    ["by key", () => editor.page.keyboard.press("Control+Alt+Enter")],
    ["in the Reviews view", inView("Accept Changes", "harbour.txt")],
  ])("lands when it is accepted %s", async (_, accept) => {
    const { answer } = await proposed();
    await enter("deux");
    await editor.page.keyboard.type(" et demi");
    await workbench.proposed.filter({ hasText: "et demi" }).first().waitFor();
    await accept();
    const hunks = [{ verdict: "accepted", edited: true, added: "deux et demi\n" }, { verdict: "accepted" }];
    expect(await answer).toMatchObject({ applied: true, files: [{ review: { hunks } }] });
    expect(await agent().read("harbour.txt")).toBe(BOTH.replace("deux", "deux et demi"));
    await putBack();
  });
});
