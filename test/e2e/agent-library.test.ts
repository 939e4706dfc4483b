/**
 * An agent made of `@tandem/agent` alone, against a window of the real command with its page: everything that the
 * documents of NEXUS3 have an agent do, from finding the editor to the editor that does not come back.
 */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  applyConfirmation,
  type Confirmation,
  confirmWithIdeOrTerminal,
  discoverIdes,
  formatIdeContext,
  IdeBridge,
  ideCommand,
  parseIdeConfig,
  type ToolCall,
} from "@tandem/agent";
import { ScriptedTerminal } from "@tandem/agent/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Page } from "../soak/page.js";
import { Window } from "../soak/window.js";
import { type DialectDeveloper, pageDeveloper, type Waiting } from "./dialects/dialect-developer.js";
import { type Home, openHome } from "./dialects/home.js";

const TEXT = "one\ntwo\nthree\n";

let home: Home;
let folder: string;
let window: Window;
let page: Page;
let developer: DialectDeveloper;
let bridge: IdeBridge;

beforeAll(async () => {
  home = await openHome();
  folder = await realpath(await mkdtemp(join(tmpdir(), "tandem-library-")));
  await writeFile(join(folder, "wrong.ts"), 'export const count: number = "many";\n');
  await open();
  bridge = new IdeBridge(parseIdeConfig({}), {
    introduction: { name: "library", version: "1.0.0" },
    outcomeMs: 20_000,
  });
});

afterAll(async () => {
  await bridge.disconnect();
  page.close();
  await window.kill();
  await rm(folder, { recursive: true, force: true });
  await home.close();
});

async function open(): Promise<void> {
  const config = join(home.folder, "config");
  await mkdir(config, { recursive: true });
  window = await Window.open({ folder, home: home.folder, config });
  page = await Page.connect(window.link);
  developer = pageDeveloper(page);
}

/** A proposal is shown while it is being recorded: whether it is on disk. */
async function isRecorded(name: string): Promise<boolean> {
  const files = (await readdir(home.folder, { recursive: true })).filter((file) => file.includes("reviews"));
  const texts = await Promise.all(files.map((file) => readFile(join(home.folder, file), "utf8").catch(() => "")));
  return texts.some((text) => text.includes(name));
}

/** A change of a file with a text of its own, as a model would ask for it, and the developer's part in it. */
async function change(
  name: string,
  call: ToolCall,
  decide: (review: Waiting) => Promise<void>,
): Promise<{ answer: Confirmation; applied: boolean; text: string }> {
  const path = join(folder, name);
  const answering = confirmWithIdeOrTerminal(call, path, { bridge, cwd: folder, terminal: new ScriptedTerminal() });
  const isIt = ({ file }: Waiting) => file === path;
  await expect.poll(() => developer.pending().some(isIt)).toBe(true);
  await decide(developer.pending().find(isIt) as Waiting);
  const answer = await answering;
  const applied = await applyConfirmation(path, answer);
  return { answer, applied, text: await readFile(path, "utf8").catch(() => "") };
}

const accept = (review: Waiting) => developer.accept(review);

describe("an agent made of the library", () => {
  it("finds the window by its folder, and connects", async () => {
    const [ide] = await discoverIdes(folder);
    expect(ide).toMatchObject({ ideName: window.file.name, workspaceFolders: [folder] });
    expect(await discoverIdes(tmpdir())).toEqual([]);
    expect(await bridge.autoConnect(folder)).toBeDefined();
    expect(await ideCommand(bridge, "", { cwd: folder })).toContain(`Connected: ${window.file.name}`);
  });

  it("reads tabs, selection, diagnostics and unsaved changes, and puts them into words", async () => {
    const { connection } = bridge;
    const file = join(folder, "wrong.ts");
    await connection?.openFile(file);
    await developer.select("wrong.ts", await readFile(file, "utf8"), { line: 1, column: 8 }, { line: 1, column: 13 });
    await expect
      .poll(() => connection?.getLatestSelection())
      .toMatchObject({ filePath: file, text: "const", startLine: 1, startCharacter: 7 });
    expect(await connection?.getOpenEditors()).toMatchObject([
      { filePath: file, isDirty: false, languageId: "typescript" },
    ]);
    expect(await connection?.getWorkspaceFolders()).toEqual([folder]);
    expect(await connection?.checkDocumentDirty(file)).toBe(false);
    await expect
      .poll(async () => connection?.getDiagnostics(), { timeout: 30_000 })
      .toContainEqual(expect.objectContaining({ filePath: file, line: 1, severity: "error" }));
    const context = await bridge.refreshContext();
    expect(context).toMatch(/^IDE connected: .*\n {2}Open tabs: wrong\.ts\n {2}Diagnostics: 1 error/);
    expect(formatIdeContext({ ideName: "X", openEditors: [], diagnostics: [] })).toBeNull();
  });

  it.each<[string, ToolCall, string]>([
    ["new.txt", { name: "write_file", arguments: { content: "new\n" } }, "new\n"],
    ["edited.txt", { name: "edit_file", arguments: { old_string: "two", new_string: "2" } }, "one\n2\nthree\n"],
    [
      "lines.txt",
      { name: "edit_lines", arguments: { start_line: 2, end_line: 3, new_content: "2\n3" } },
      "one\n2\n3\n",
    ],
    ["longer.txt", { name: "append_file", arguments: { content: "four\n" } }, "one\ntwo\nthree\nfour\n"],
    [
      "replaced.txt",
      { name: "regex_replace", arguments: { pattern: "t(w|h)", replacement: "T\\1" } },
      "one\nTwo\nThree\n",
    ],
    [
      "patched.txt",
      { name: "patch", arguments: { diff: "@@ -1,3 +1,3 @@\n one\n-two\n+2\n three\n" } },
      "one\n2\nthree\n",
    ],
  ])("proposes %s, and it is on disk once, as accepted", async (name, call, expected) => {
    if (name !== "new.txt") await writeFile(join(folder, name), TEXT);
    const { answer, applied, text } = await change(name, call, accept);
    expect(answer).toMatchObject({ result: "ALLOW_ONCE", by: "ide", written: true });
    expect(applied).toBe(true);
    expect(text).toBe(expected);
  });

  it("gets the developer's own version back, and hears of a rejection", async () => {
    await writeFile(join(folder, "mine.txt"), TEXT);
    const call = { name: "edit_file", arguments: { old_string: "two", new_string: "2" } };
    const edited = await change("mine.txt", call, async (review) => {
      await developer.rewrite(review, "zwei\n");
      await developer.accept(review);
    });
    expect(edited.answer).toMatchObject({ result: "ALLOW_ONCE", content: "one\nzwei\nthree\n" });
    expect(edited.text).toBe("one\nzwei\nthree\n");
    const again = { name: "edit_file", arguments: { old_string: "zwei", new_string: "2" } };
    const rejected = await change("mine.txt", again, (review) => developer.reject(review));
    expect(rejected).toMatchObject({ answer: { result: "DENY", by: "ide" }, applied: false, text: edited.text });
  });

  it("survives a restart of the editor in the middle of a diff: one review, one outcome", async () => {
    await writeFile(join(folder, "held.txt"), TEXT);
    const call = { name: "edit_file", arguments: { old_string: "two", new_string: "2" } };
    const path = join(folder, "held.txt");
    const answering = confirmWithIdeOrTerminal(call, path, { bridge, cwd: folder, terminal: new ScriptedTerminal() });
    await expect.poll(() => developer.pending().length).toBe(1);
    await expect.poll(() => isRecorded("held.txt")).toBe(true);
    await window.kill();
    page.close();
    await open();
    await expect.poll(() => developer.pending(), { timeout: 20_000 }).toMatchObject([{ file: path, agentGone: false }]);
    await developer.accept(developer.pending()[0] as Waiting);
    const answer = await answering;
    expect(answer).toMatchObject({ result: "ALLOW_ONCE", by: "ide", written: true });
    await applyConfirmation(path, answer);
    expect(await readFile(path, "utf8")).toBe("one\n2\nthree\n");
    expect(developer.pending()).toEqual([]);
  });

  it("asks in the terminal when the editor is gone for good, and writes once", async () => {
    await window.kill();
    page.close();
    await bridge.disconnect();
    const path = join(folder, "alone.txt");
    await writeFile(path, TEXT);
    const terminal = new ScriptedTerminal(["y"]);
    const call = { name: "edit_file", arguments: { old_string: "two", new_string: "2" } };
    const answer = await confirmWithIdeOrTerminal(call, path, { bridge, cwd: folder, terminal });
    expect(answer).toMatchObject({ result: "ALLOW_ONCE", by: "terminal", written: false });
    expect(terminal.screen).toContain("alone.txt");
    expect(await applyConfirmation(path, answer)).toBe(true);
    expect(await readFile(path, "utf8")).toBe("one\n2\nthree\n");
    await open();
  });
});
