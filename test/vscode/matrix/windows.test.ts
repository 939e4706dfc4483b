/** Several windows at once: how agents tell them apart, which one is in front, and what is left of them. */
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { discoverIdes, findWindows, windowsFor } from "@tandem/agent";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Editor, type EditorWindow, openEditor } from "../helpers/editor.js";
import { locksOf } from "../helpers/lock-files.js";
import { Workbench } from "../helpers/workbench.js";

let editor: Editor;
/** On another folder. */
let other: EditorWindow;
/** On the same folder as the first. */
let twin: EditorWindow;

beforeAll(async () => {
  editor = await openEditor({ files: { "a.txt": "one\ntwo\n" } });
});

afterAll(async () => {
  await editor?.close();
});

const portOf = (window: EditorWindow, door: "ws" | "clio") => Number(new URL(window.file.urls[door] ?? "").port);
const folderOf = (window: EditorWindow) => window.path("").replace(/\/$/, "");
const bridge = async () =>
  JSON.parse(await readFile(join(editor.home, ".clio/ide/bridge.json"), "utf8").catch(() => "{}")) as {
    port?: number;
    workspaceFolders?: readonly string[];
  };
const windows = () => findWindows({ TANDEM_HOME: editor.tandemHome });

it("two windows on two folders have doors and files of their own", async () => {
  const folder = join(editor.home, "other");
  await mkdir(folder);
  await writeFile(join(folder, "a.txt"), "eins\nzwei\n");
  other = await editor.openWindow(folder);
  for (const dialect of ["nexus3", "claude"] as const) {
    const locks = await locksOf(editor, dialect);
    expect([...locks.keys()].sort()).toEqual([portOf(editor, "ws"), portOf(other, "ws")].sort());
    for (const window of [editor, other]) {
      expect(locks.get(portOf(window, "ws"))?.workspaceFolders).toEqual([folderOf(window)]);
    }
    const lockDir = join(editor.home, `.${dialect}/ide`);
    const [found, ...more] = await discoverIdes(folder, { lockDir, environment: {} });
    expect([found?.port, more]).toEqual([portOf(other, "ws"), []]);
  }
  expect((await windows()).flatMap(({ roots }) => roots).sort()).toEqual([folderOf(editor), folder].sort());
  expect(await editor.agent().read("a.txt")).toBe("one\ntwo\n");
  expect(await other.agent().read("a.txt")).toBe("eins\nzwei\n");
  const foreign = editor.agent().call("ide.editor.getContent", { file: other.path("a.txt") });
  await expect(foreign).rejects.toMatchObject({ code: "OUTSIDE_WORKSPACE" });
});

/** As a person does: of several windows one has the focus. Otherwise the browser lets every page believe that it has. */
async function goTo({ page }: EditorWindow): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  await protocol.send("Emulation.setFocusEmulationEnabled", { enabled: false });
  await page.bringToFront();
}

it("Clio's file names the window that was in front last", async () => {
  expect(await bridge()).toMatchObject({ port: portOf(other, "clio"), workspaceFolders: [folderOf(other)] });
  await goTo(other);
  await goTo(editor);
  const inFront = () => expect.poll(bridge);
  await inFront().toMatchObject({ port: portOf(editor, "clio"), workspaceFolders: [folderOf(editor)] });
  await goTo(other);
  await inFront().toMatchObject({ port: portOf(other, "clio") });
});

it("two windows on one folder are two, and a review is shown in the one that was asked", async () => {
  twin = await editor.openWindow(folderOf(editor));
  expect(portOf(twin, "ws")).not.toBe(portOf(editor, "ws"));
  expect(await windowsFor(folderOf(editor), await windows())).toMatchObject([
    { id: twin.file.id },
    { id: editor.file.id },
  ]);
  const lockDir = join(editor.home, ".nexus3/ide");
  const found = await discoverIdes(folderOf(editor), { lockDir, environment: {} });
  expect(found.map(({ port }) => port).sort()).toEqual([portOf(editor, "ws"), portOf(twin, "ws")].sort());
  const inTwin = new Workbench(twin.page);
  const answer = twin.agent().edit("a.txt", [{ startLine: 2, endLine: 2, newText: "deux" }]);
  await inTwin.reviewOpens("deux");
  expect(await new Workbench(editor.page).tab(/ by /).count()).toBe(0);
  await inTwin.decide("Accept Changes");
  expect(await answer).toMatchObject({ applied: true });
  await twin.agent().call("ide.editor.save", { file: twin.path("a.txt") });
  await expect.poll(() => editor.agent().read("a.txt")).toBe("one\ndeux\n");
});

it("a window that is closed takes its own files with it, and no others", async () => {
  await twin.page.close();
  const ports = async () => [...(await locksOf(editor, "nexus3")).keys()].sort();
  await expect.poll(ports).toEqual([portOf(editor, "ws"), portOf(other, "ws")].sort());
  expect([...(await locksOf(editor, "claude")).keys()].sort()).toEqual(await ports());
  await expect.poll(async () => (await windows()).length).toBe(2);
  await other.page.close();
  await expect.poll(ports).toEqual([portOf(editor, "ws")]);
  await expect.poll(bridge).toMatchObject({ port: portOf(editor, "clio") });
});

it("a window that stays takes over what the first one on its folder kept, with its addresses", async () => {
  twin = await editor.openWindow(folderOf(editor));
  expect(portOf(twin, "ws")).not.toBe(portOf(editor, "ws"));
  await editor.page.close();
  const found = async () => (await windows()).map(({ pid, urls }) => [pid, urls.ws]);
  await expect.poll(found, { timeout: 30_000 }).toEqual([[twin.file.pid, editor.file.urls.ws]]);
});

it("the last one leaves nothing behind", async () => {
  await twin.page.close();
  const left = async () => {
    const folders = [".nexus3/ide", ".claude/ide", ".clio/ide"].map((path) => join(editor.home, path));
    const names = await Promise.all([...folders, join(editor.tandemHome, "windows")].map((path) => readdir(path)));
    return names.flat();
  };
  await expect.poll(left).toEqual([]);
});
