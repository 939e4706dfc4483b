/** The verdicts, by real clicks and keys. */
import { beforeAll, expect, it } from "vitest";
import { project } from "../helpers/project.js";
import type { Scene } from "../helpers/scene.js";

/** Two hunks of src/greet.ts. */
const edits = [
  { startLine: 2, endLine: 2, newText: '  return "ahoy, " + name;' },
  { startLine: 6, endLine: 6, newText: "  return names.length + 1;" },
];

/** The file has been as it was at first, and nothing waits, before and after each of them. */
export function reviewScenarios({ editor, agent, workbench }: Scene): void {
  const greet = () => agent().read("src/greet.ts");
  const putBack = async () => {
    await workbench().open("greet.ts");
    await editor().page.keyboard.press("Control+KeyZ");
    await expect.poll(greet).toBe(project["src/greet.ts"]);
  };

  beforeAll(async () => {
    await workbench().closeAllTabs();
    await workbench().chooseMode("review");
  });

  it("accept lands all of it", async () => {
    const answer = agent().edit("src/greet.ts", edits, "Sailors say ahoy");
    await workbench().reviewOpens("ahoy");
    await workbench().decide("Accept Changes");
    expect(await answer).toMatchObject({ applied: true, files: [{ review: { state: "accepted" } }] });
    await workbench().reviewCloses();
    expect(await greet()).toBe(project["src/greet.ts"]?.replace("hello", "ahoy").replace("length", "length + 1"));
    await putBack();
  });

  it("reject lands nothing", async () => {
    const answer = agent().edit("src/greet.ts", edits);
    await workbench().reviewOpens("ahoy");
    await workbench().decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false, files: [{ review: { state: "rejected" } }] });
    await workbench().reviewCloses();
    expect(await greet()).toBe(project["src/greet.ts"]);
  });

  it("a closed tab is a rejection", async () => {
    const answer = agent().edit("src/greet.ts", edits);
    await workbench().reviewOpens("ahoy");
    await workbench().tab(/ by /).hover();
    await workbench().tab(/ by /).locator('[aria-label^="Close"]').click();
    expect(await answer).toMatchObject({ applied: false, files: [{ review: { state: "rejected" } }] });
    expect(await greet()).toBe(project["src/greet.ts"]);
  });

  it("what the developer types into the proposal lands when it is accepted by key", async () => {
    const answer = agent().edit("src/greet.ts", edits);
    await workbench().reviewOpens("ahoy");
    await workbench().proposed.filter({ hasText: "ahoy" }).click();
    await editor().page.keyboard.press("End");
    await editor().page.keyboard.type(" // aye");
    await editor().page.keyboard.press("Control+Alt+Enter");
    expect(await answer).toMatchObject({
      applied: true,
      files: [
        {
          review: {
            state: "partly-accepted",
            hunks: [
              { verdict: "accepted", edited: true, added: '  return "ahoy, " + name; // aye\n' },
              { verdict: "accepted", edited: false },
            ],
          },
        },
      ],
    });
    await workbench().reviewCloses();
    expect(await greet()).toContain('return "ahoy, " + name; // aye\n');
    await putBack();
  });

  it("one change is taken and the other is not", async () => {
    const answer = agent().edit("src/greet.ts", edits);
    await workbench().reviewOpens("ahoy");
    await workbench()
      .lens(/Accept$/, 1)
      .click();
    await workbench()
      .lens(/Accepted/)
      .waitFor();
    await workbench()
      .lens(/Reject$/)
      .click();
    expect(await answer).toMatchObject({
      applied: true,
      files: [{ review: { state: "partly-accepted", hunks: [{ verdict: "rejected" }, { verdict: "accepted" }] } }],
    });
    await workbench().reviewCloses();
    expect(await greet()).toBe(project["src/greet.ts"]?.replace("length", "length + 1"));
    await putBack();
  });

  it("a review that opens does not take the keyboard", async () => {
    await workbench().open("notes.txt");
    const { page } = editor();
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("before ");
    const answer = agent().edit("src/greet.ts", edits);
    const typed = "abcdefghijklmnopqrstuvwxyz";
    for (const letter of typed.repeat(2)) await page.keyboard.type(letter, { delay: 40 });
    await workbench().reviewOpens("ahoy");
    await page.keyboard.type(" after");
    const notes = `before ${typed}${typed} afterone\ntwo\nthree\n`;
    await expect.poll(() => agent().read("src/notes.txt")).toBe(notes);
    expect(await agent().call("ide.editor.getOpenFile", {})).toMatchObject({ file: editor().path("src/notes.txt") });
    await workbench().decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false });
    await workbench().reviewCloses();
  });

  it("a new file is shown and made", async () => {
    const file = editor().path("src/port.ts");
    const answer = agent().call("ide.file.create", { file, text: "export const port = 1;\n" });
    await workbench().reviewOpens("port = 1");
    await workbench().decide("Accept Changes");
    expect(await answer).toMatchObject({ applied: true, review: { state: "accepted", kind: "create" } });
    expect(await editor().onDisk("src/port.ts")).toBe("export const port = 1;\n");
    await workbench()
      .tab(/^port\.ts$/)
      .waitFor();
  });

  it("a file goes when that is accepted", async () => {
    const file = editor().path("src/port.ts");
    const answer = agent().call("ide.file.delete", { file });
    await workbench().tab(/ by /).waitFor();
    await workbench()
      .lens(/Accept changes/)
      .waitFor();
    await editor().page.waitForTimeout(350);
    await workbench().decide("Accept Changes");
    expect(await answer).toMatchObject({ applied: true, review: { state: "accepted", kind: "delete" } });
    await expect(editor().onDisk("src/port.ts")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("unsaved text is what a proposal is made on, and stays", async () => {
    await workbench().open("notes.txt");
    await editor().page.keyboard.press("Control+End");
    await editor().page.keyboard.type("four");
    await expect.poll(() => agent().read("src/notes.txt")).toContain("three\nfour");
    const edit = { startLine: 2, endLine: 2, newText: "TWO" };
    const answer = agent().edit("src/notes.txt", [edit]);
    await workbench().reviewOpens("TWO");
    await editor().page.keyboard.type(" and five");
    await workbench().decide("Accept Changes");
    expect(await answer).toMatchObject({ applied: true });
    await expect.poll(() => agent().read("src/notes.txt")).toMatch(/\nTWO\nthree\nfour and five$/);
  });

  it("what waits is counted, and decided from the Reviews view", async () => {
    const { page } = editor();
    const first = agent().edit("src/greet.ts", edits);
    const second = agent().edit("README.md", [{ startLine: 1, endLine: 1, newText: "# Port" }]);
    await page.locator('.statusbar-item[id$="tandem.reviews"]', { hasText: "2 reviews" }).waitFor();
    await page.getByRole("tab", { name: /^Tandem/ }).click();
    const rows = page.locator(".pane-body .monaco-list-row");
    await rows.filter({ hasText: "README.md" }).hover();
    await rows.filter({ hasText: "README.md" }).getByRole("button", { name: "Accept Changes" }).click();
    expect(await second).toMatchObject({ applied: true });
    await rows.filter({ hasText: "greet.ts" }).first().hover();
    await rows.filter({ hasText: "greet.ts" }).first().getByRole("button", { name: "Reject Changes" }).click();
    expect(await first).toMatchObject({ applied: false });
    await workbench().reviewCloses();
    await page.locator('.statusbar-item[id$="tandem.reviews"]').waitFor({ state: "detached" });
  });
}
