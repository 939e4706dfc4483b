/** Files that cannot be proposed for, or not any more: each call has its own error, and the text stays as it was. */
import { chmod, rm, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Editor, openEditor } from "../helpers/editor.js";
import { Workbench } from "../helpers/workbench.js";

const TEXT = "one\ntwo\nthree\n";
const MIB = 1024 * 1024;
const edit = { startLine: 2, endLine: 2, newText: "deux" };

let editor: Editor;
let workbench: Workbench;

beforeAll(async () => {
  const files = Object.fromEntries(
    ["a", "fixed", "mode", "stale", "gone", "conflict"].map((name) => [`${name}.txt`, TEXT]),
  );
  const settings = {
    "files.readonlyInclude": { "**/fixed.txt": true },
    "files.readonlyFromPermissions": true,
  };
  editor = await openEditor({ files, settings });
  workbench = new Workbench(editor.page);
});

afterAll(async () => {
  await editor?.close();
});

const agent = () => editor.agent();
const replace = (name: string, range: object = edit) =>
  agent().call("ide.editor.replaceRange", { file: editor.path(name), ...edit, ...range });
const shown = () => workbench.tab(/ by /).count();

describe("a proposal is refused, and nothing is shown", () => {
  it("for a file that is not there", async () => {
    await expect(replace("missing.txt")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    expect(await shown()).toBe(0);
  });

  it("for a folder", async () => {
    await expect(replace("")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    expect(await shown()).toBe(0);
  });

  it("for bytes that are no text", async () => {
    await writeFile(editor.path("binary.bin"), Buffer.from([0, 1, 2, 0xff, 0, 0xfe]));
    await expect(replace("binary.bin")).rejects.toMatchObject({ code: "BINARY_FILE" });
    expect(await shown()).toBe(0);
  });

  it("for a file that is too large, at once", async () => {
    await writeFile(editor.path("huge.txt"), "a line of text\n".repeat(4 * MIB));
    await expect(replace("huge.txt")).rejects.toMatchObject({ code: "FILE_TOO_LARGE" });
    expect(await shown()).toBe(0);
    await rm(editor.path("huge.txt"));
  });

  it("for lines that are not there", async () => {
    await expect(replace("a.txt", { startLine: 90, endLine: 91 })).rejects.toMatchObject({ code: "RANGE_INVALID" });
    await expect(replace("a.txt", { startLine: 3, endLine: 1 })).rejects.toMatchObject({ code: "RANGE_INVALID" });
    expect(await shown()).toBe(0);
  });

  it("for a text that was another when the agent read it", async () => {
    const { version } = await agent().call("ide.editor.getContent", { file: editor.path("stale.txt") });
    await writeFile(editor.path("stale.txt"), `zero\n${TEXT}`);
    await expect(replace("stale.txt", { version })).rejects.toMatchObject({ code: "STALE" });
    expect(await shown()).toBe(0);
  });
});

describe("a file that may not be written", () => {
  it.each([
    ["fixed.txt", "the settings say so", async () => {}],
    ["mode.txt", "its permissions say so", () => chmod(editor.path("mode.txt"), 0o444)],
  ])("%s: %s, and so does the editor when a change is accepted", async (name, _, prepare) => {
    await prepare();
    const answer = agent().edit(name, [edit]);
    await workbench.reviewOpens("deux");
    await workbench.decide("Accept Changes");
    await editor.page.locator(".notification-toast", { hasText: "it is read-only" }).waitFor();
    await workbench.run("Notifications: Clear All Notifications");
    expect(await agent().read(name)).toBe(TEXT);
    await workbench.decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false, files: [{ review: { state: "rejected" } }] });
    await workbench.reviewCloses();
  });
});

it("of a file that goes while its review is open the text stays, for the developer to save", async () => {
  const file = editor.path("gone.txt");
  const answer = agent().edit("gone.txt", [edit]);
  await workbench.reviewOpens("deux");
  await rm(file);
  await workbench.decide("Accept Changes");
  expect(await answer).toMatchObject({ applied: true });
  await expect(agent().call("ide.editor.save", { file })).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
  await workbench.reviewCloses();
  await workbench.tab("gone.txt").click();
  await editor.page.keyboard.press("Control+KeyS");
  await expect.poll(() => editor.onDisk("gone.txt").catch(() => "")).toBe(TEXT.replace("two", "deux"));
});

it("a dirty file that changed on disk is in conflict", async () => {
  await workbench.open("conflict.txt");
  await editor.page.keyboard.type("mine ");
  await writeFile(editor.path("conflict.txt"), `theirs ${TEXT}`);
  const conflict = async () => {
    const { files } = (await agent().call("ide.editor.getOpenFiles", {})) as {
      files: { file: string; conflict: boolean; dirty: boolean }[];
    };
    return files.find(({ file }) => file === editor.path("conflict.txt"));
  };
  await expect.poll(conflict).toMatchObject({ dirty: true, conflict: true });
});
