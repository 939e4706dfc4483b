/** Reviews in the file's own editor, by real clicks and keys; the setting asks for them. */
import { afterEach, beforeEach, expect, it } from "vitest";
import { InlineReview } from "../helpers/inline-review.js";
import { project } from "../helpers/project.js";
import type { Scene } from "../helpers/scene.js";

const greet = project["src/greet.ts"] ?? "";
/** Two hunks of src/greet.ts. */
const edits = [
  { startLine: 2, endLine: 2, newText: '  const who = name.trim();\n\n  return "ahoy, " + who;' },
  { startLine: 6, endLine: 6, newText: "  return names.length + 1;" },
];
const ACCEPT = "Control+Alt+Enter";

/** All files are as they were at first, notes.txt is in front and has the keyboard, and nothing waits, before each of them. */
export function inlineScenarios({ editor, agent, workbench }: Scene): void {
  const inline = () => new InlineReview(editor().page);
  const keyboard = () => editor().page.keyboard;
  const read = () => agent().read("src/greet.ts");
  const propose = () => agent().edit("src/greet.ts", edits, "Sailors say ahoy");
  const line = async () =>
    ((await agent().call("ide.editor.getOpenFile", {})) as { cursor: { line: number } }).cursor.line;
  const enter = () => editor().page.locator(".view-line", { hasText: "export function greet" }).click();
  /** The second one moves what is below it when it comes. */
  const bothOpen = async () => {
    await inline().added.nth(1).waitFor();
    await inline().opens("ahoy");
  };
  /** Its unsaved text goes. */
  const revert = async (name: string) => {
    await workbench().open(name);
    await workbench().run("File: Revert File");
  };

  beforeEach(async () => {
    await workbench().open("notes.txt");
  });

  afterEach(async () => {
    // The answer comes first; what closes later would take the keyboard along.
    await workbench().reviewCloses();
    await inline().closes();
    await revert("greet.ts");
    await revert("notes.txt");
    await workbench().closeAllTabs();
    expect(await agent().call("ide.editor.getWindow", {})).toMatchObject({ waitingReviews: 0 });
  });

  it("what goes is red where it stands, and what comes is green above it; the text is not touched", async () => {
    const answer = propose();
    await bothOpen();
    await expect.poll(() => inline().removed()).toEqual(['  return "hello, " + name;', "  return names.length;"]);
    const shown = (await inline().added.allTextContents()).map((text) => text.replaceAll(/ +$/gm, ""));
    expect(shown).toEqual(['  const who = name.trim();\n\n  return "ahoy, " + who;', "  return names.length + 1;"]);
    const green = await inline().added.first().boundingBox();
    const red = await editor().page.locator(".view-line", { hasText: "hello" }).boundingBox();
    expect((green?.y ?? 0) + (green?.height ?? 0)).toBeLessThanOrEqual(red?.y ?? 0);
    expect(await read()).toBe(greet);
    expect(await agent().call("ide.editor.getOpenFiles", {})).toMatchObject({
      files: [{ dirty: false }, { dirty: false }],
    });
    await inline()
      .lens(/Reject changes/)
      .click();
    expect(await answer).toMatchObject({ applied: false });
    await inline().closes();
    expect(await inline().removed()).toEqual([]);
  });

  it("one change is taken and the other is not", async () => {
    const answer = propose();
    await bothOpen();
    await inline()
      .lens(/Accept$/, 1)
      .click();
    await inline()
      .lens(/Accepted/)
      .waitFor();
    await inline()
      .lens(/Reject$/)
      .click();
    expect(await answer).toMatchObject({
      applied: true,
      files: [{ review: { state: "partly-accepted", hunks: [{ verdict: "rejected" }, { verdict: "accepted" }] } }],
    });
    await inline().closes();
    expect(await read()).toBe(greet.replace("length", "length + 1"));
  });

  it("a verdict is taken back, and what was rejected is no longer shown", async () => {
    const answer = propose();
    await bothOpen();
    await inline()
      .lens(/Reject$/)
      .click();
    await inline()
      .lens(/Rejected/)
      .waitFor();
    await expect.poll(() => inline().removed()).toEqual(["  return names.length;"]);
    await inline().added.nth(1).waitFor({ state: "detached" });
    await inline()
      .lens(/Rejected/)
      .click();
    await inline().added.nth(1).waitFor();
    await inline()
      .lens(/Accept changes/)
      .click();
    expect(await answer).toMatchObject({ applied: true, files: [{ review: { state: "accepted" } }] });
  });

  it("the buttons in the title decide it", async () => {
    for (const [name, applied] of [
      ["Reject Changes", false],
      ["Accept Changes", true],
    ] as const) {
      const answer = propose();
      await bothOpen();
      await workbench().decide(name, "greet.ts");
      expect(await answer).toMatchObject({ applied });
      await inline().closes();
    }
    expect(await read()).toContain("ahoy");
    expect(await editor().onDisk("src/greet.ts")).toBe(greet);
  });

  it("keys decide it in its own editor and nowhere else", async () => {
    const answer = propose();
    await bothOpen();
    await keyboard().press(ACCEPT);
    await keyboard().type("still here");
    await expect.poll(() => agent().read("src/notes.txt")).toContain("still here");
    expect(await read()).toBe(greet);
    await enter();
    await keyboard().press(ACCEPT);
    expect(await answer).toMatchObject({ applied: true });
  });

  it("a key decides the change at the cursor", async () => {
    const answer = propose();
    await bothOpen();
    await editor().page.locator(".view-line", { hasText: "hello" }).click();
    await keyboard().press("Control+Alt+KeyR");
    await inline()
      .lens(/Rejected/)
      .waitFor();
    await editor().page.locator(".view-line", { hasText: "names.length" }).click();
    await keyboard().press("Control+Alt+KeyA");
    expect(await answer).toMatchObject({ files: [{ review: { state: "partly-accepted" } }] });
  });

  it("what the developer types while it opens goes where they type", async () => {
    await keyboard().press("Control+End");
    const answer = propose();
    const typed = "abcdefghijklmnopqrstuvwxyz".repeat(2);
    for (const letter of typed) await keyboard().type(letter, { delay: 40 });
    await bothOpen();
    await keyboard().type(" after");
    await expect.poll(() => agent().read("src/notes.txt")).toBe(`${project["src/notes.txt"]}${typed} after`);
    await inline()
      .lens(/Reject changes/)
      .click();
    expect(await answer).toMatchObject({ applied: false });
  });

  it("a developer who is in the file stays where they are in it, and their words stay", async () => {
    await workbench().open("greet.ts");
    await keyboard().press("Control+End");
    const answer = propose();
    for (const letter of "// by the way, ") await keyboard().type(letter, { delay: 40 });
    await bothOpen();
    await keyboard().type("goodbye");
    await expect.poll(read).toBe(`${greet}// by the way, goodbye`);
    expect(await workbench().tab("greet.ts").count()).toBe(1);
    await keyboard().press(ACCEPT);
    expect(await answer).toMatchObject({ applied: true });
    expect(await read()).toMatch(/ahoy.*length \+ 1.*\/\/ by the way, goodbye$/s);
    expect(await editor().onDisk("src/greet.ts")).toBe(greet);
  });

  it("changes move with the text, and one whose lines are touched is stale and shown as such", async () => {
    await workbench().open("greet.ts");
    const answer = propose();
    await bothOpen();
    await keyboard().press("Control+Home");
    await keyboard().type("// above\n");
    await expect.poll(() => inline().removed()).toEqual(['  return "hello, " + name;', "  return names.length;"]);
    await editor().page.locator(".view-line", { hasText: "hello" }).click();
    await keyboard().press("End");
    await keyboard().type(" // mine");
    await inline()
      .words(/You changed these lines/)
      .waitFor();
    await expect.poll(() => inline().removed()).toEqual(["  return names.length;"]);
    expect(await inline().added.count()).toBe(2);
    await inline()
      .lens(/Accept$/)
      .click();
    expect(await answer).toMatchObject({ applied: true, files: [{ review: { state: "partly-accepted" } }] });
    expect(await read()).toMatch(/^\/\/ above\n.*hello, " \+ name; \/\/ mine\n.*length \+ 1;/s);
  });

  it("next and previous go from change to change, and round", async () => {
    const answer = propose();
    await bothOpen();
    await enter();
    await keyboard().press("Control+Alt+KeyN");
    await expect.poll(line).toBe(2);
    await keyboard().press("Control+Alt+KeyN");
    await expect.poll(line).toBe(6);
    await keyboard().press("Control+Alt+KeyN");
    await expect.poll(line).toBe(2);
    await keyboard().press("Control+Alt+KeyP");
    await expect.poll(line).toBe(6);
    await inline()
      .lens(/Previous/, 1)
      .click();
    await expect.poll(line).toBe(2);
    await inline()
      .lens(/Reject changes/)
      .click();
    await answer;
  });

  it("who closes the file rejects what is shown in it, and is told so", async () => {
    const answer = propose();
    await bothOpen();
    await workbench().tab("greet.ts").hover();
    await workbench().tab("greet.ts").locator('[aria-label^="Close"]').click();
    expect(await answer).toMatchObject({ applied: false, files: [{ review: { state: "rejected" } }] });
    await editor().page.locator(".notification-toast", { hasText: "You closed greet.ts" }).waitFor();
    expect(await read()).toBe(greet);
  });

  it("the tab that was opened for it goes when it comes to nothing, and the developer's own stays", async () => {
    const opened = propose();
    await bothOpen();
    await inline()
      .lens(/Reject changes/)
      .click();
    await opened;
    await workbench().tab("greet.ts").waitFor({ state: "detached" });
    await workbench().open("greet.ts");
    await workbench().open("notes.txt");
    // The file is behind in their group: it is shown beside, and what they have in front stays there.
    const beside = propose();
    await bothOpen();
    expect(await workbench().tab("greet.ts").count()).toBe(2);
    await editor().page.locator(".tab.active", { hasText: "notes.txt" }).waitFor();
    await inline()
      .lens(/Reject changes/)
      .click();
    await beside;
    await workbench().tab("greet.ts").nth(1).waitFor({ state: "detached" });
  });

  it("two agents on one file are shown one after the other", async () => {
    const first = propose();
    await bothOpen();
    const second = editor()
      .agent("Diver")
      .edit("src/greet.ts", [{ startLine: 5, endLine: 5, newText: "export function sum(names: string[]): number {" }]);
    await editor().page.locator('.statusbar-item[id$="tandem.reviews"]', { hasText: "2 reviews" }).waitFor();
    await inline()
      .lens(/Accept changes/)
      .click();
    expect(await first).toMatchObject({ applied: true });
    // For a moment the words above are still those of the first.
    await inline().words(/Diver/).waitFor();
    await inline().opens("sum(names");
    await inline()
      .lens(/Reject changes/)
      .click();
    expect(await second).toMatchObject({ applied: false });
    expect(await read()).toMatch(/ahoy.*function count/s);
  });

  it("it can be shown as a diff, where it is edited", async () => {
    const answer = propose();
    await bothOpen();
    await inline()
      .lens(/Show as diff/)
      .click();
    await workbench().reviewOpens("ahoy");
    await inline().added.first().waitFor({ state: "detached" });
    await workbench().proposed.filter({ hasText: "ahoy" }).click();
    await keyboard().press("End");
    await keyboard().type(" // aye");
    await keyboard().press(ACCEPT);
    expect(await answer).toMatchObject({ applied: true });
    expect(await read()).toContain('"ahoy, " + who; // aye');
  });

  it("a new file is shown as a diff", async () => {
    const answer = agent().call("ide.file.create", { file: editor().path("src/port.ts"), text: "export {};\n" });
    await workbench().reviewOpens("export {}");
    await workbench().decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false });
  });

  it("a change of the first line stands above it, and comes back after a reload", async () => {
    const top = [{ startLine: 1, endLine: 1, newText: "export function greet(name = ''): string {" }];
    const files = [{ file: editor().path("src/greet.ts"), edits: top }];
    const { files: proposed } = await agent().call("ide.editor.applyEdits", { files, review: "defer" });
    const [{ review }] = proposed as [{ review: { id: string } }];
    await inline().opens("name = ''");
    await editor().reload();
    await inline().opens("name = ''");
    const green = await inline().added.first().boundingBox();
    const red = await editor().page.locator(".view-line", { hasText: "name: string" }).boundingBox();
    expect((green?.y ?? 0) + (green?.height ?? 0)).toBeLessThanOrEqual(red?.y ?? 0);
    const waiting = agent().call("ide.review.wait", { id: review.id });
    await inline()
      .lens(/Accept changes/)
      .click();
    expect(await waiting).toMatchObject({ review: { id: review.id, state: "accepted" } });
  });
}
