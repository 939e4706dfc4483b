/** Proposals for places that are none: outside, in memory alone, virtual, in a folder that goes. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Editor, openEditor } from "../helpers/editor.js";
import { Workbench } from "../helpers/workbench.js";

const notebook = JSON.stringify({
  cells: [{ cell_type: "code", execution_count: null, metadata: {}, outputs: [], source: ["print(1)\n"] }],
  metadata: { language_info: { name: "python" } },
  nbformat: 4,
  nbformat_minor: 5,
});
const edit = { startLine: 1, endLine: 1, newText: "uno" };

let editor: Editor;
let workbench: Workbench;

beforeAll(async () => {
  editor = await openEditor({ files: { "a.txt": "one\ntwo\n", "book.ipynb": `${notebook}\n` } });
  workbench = new Workbench(editor.page);
});

afterAll(async () => {
  await editor?.close();
});

const agent = () => editor.agent();
const shown = () => workbench.tab(/ by /).count();

describe("a file outside every folder", () => {
  it.each([
    ["by its name", () => join(editor.home, "outside.txt")],
    ["by dots", () => editor.path("../home/outside.txt")],
  ])("is refused and not shown, %s", async (_, path) => {
    await writeFile(join(editor.home, "outside.txt"), "one\n");
    const file = path();
    for (const call of [
      () => agent().call("ide.editor.replaceRange", { file, ...edit }),
      () => agent().call("ide.editor.getContent", { file }),
      () => agent().call("ide.file.create", { file: `${file}.new`, text: "" }),
      () => agent().call("ide.file.delete", { file }),
    ]) {
      await expect(call()).rejects.toMatchObject({ code: "OUTSIDE_WORKSPACE" });
    }
    expect(await shown()).toBe(0);
  });

  it("that the developer has open is seen as open, and still not to be changed", async () => {
    const file = join(editor.home, "outside.txt");
    await workbench.openPath(file);
    const change = agent().call("ide.editor.replaceRange", { file, ...edit });
    await expect(change).rejects.toMatchObject({ code: "OUTSIDE_WORKSPACE" });
    expect(await shown()).toBe(0);
  });
});

describe("what is no file", () => {
  it.each(["untitled:Untitled-1", "vscode-userdata:/User/settings.json", "output:tandem", "git:/a.txt", "Untitled-1"])(
    "cannot be proposed for: %s",
    async (file) => {
      const change = agent().call("ide.editor.replaceRange", { file, ...edit });
      await expect(change).rejects.toMatchObject({
        code: expect.stringMatching(/^(INVALID_INPUT|OUTSIDE_WORKSPACE|FILE_NOT_FOUND)$/),
      });
      expect(await shown()).toBe(0);
    },
  );

  it("is none of the open files, and does not hide them", async () => {
    await workbench.open("a.txt");
    await workbench.run("File: New Untitled Text File");
    await workbench.tab("Untitled-1").waitFor();
    await editor.page.keyboard.type("scribble");
    const { files } = (await agent().call("ide.editor.getOpenFiles", {})) as { files: { file: string }[] };
    expect(files.map(({ file }) => file)).toContain(editor.path("a.txt"));
    expect(files.filter(({ file }) => file.includes("Untitled"))).toEqual([]);
    const answer = agent().edit("a.txt", [edit]);
    await workbench.reviewOpens("uno");
    await editor.page.keyboard.type(" more");
    await workbench.decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false });
    await workbench.reviewCloses();
    await workbench.tab("Untitled-1").click();
    await editor.page.locator(".editor-group-container.active .view-line", { hasText: "scribble more" }).waitFor();
  });
});

describe("a notebook that is open", () => {
  it("is read and changed as the text of its file", async () => {
    await workbench.openPath(editor.path("book.ipynb"));
    await editor.page.getByText("print(1)").first().waitFor();
    expect(await agent().read("book.ipynb")).toBe(`${notebook}\n`);
    const newText = notebook.replace("print(1)", "print(2)");
    const answer = agent().edit("book.ipynb", [{ startLine: 1, endLine: 1, newText }]);
    await workbench.tab(/ by /).waitFor();
    await workbench.reviewOpens("print(2)");
    await workbench.decide("Accept Changes");
    expect(await answer).toMatchObject({ applied: true });
    await agent().call("ide.editor.save", { file: editor.path("book.ipynb") });
    expect(await editor.onDisk("book.ipynb")).toBe(`${newText}\n`);
    await workbench.reviewCloses();
  });
});

describe("a window without folders", () => {
  it("has doors, and every call for a file says that there is no folder", async () => {
    const empty = await editor.openWindow();
    const file = editor.path("a.txt");
    expect(empty.file.roots).toEqual([]);
    for (const [tool, input] of [
      ["ide.editor.getContent", { file }],
      ["ide.editor.replaceRange", { file, ...edit }],
      ["ide.file.create", { file: editor.path("new.txt"), text: "" }],
      ["ide.file.list", {}],
    ] as const) {
      await expect(empty.agent().call(tool, input), tool).rejects.toMatchObject({ code: "NO_WORKSPACE" });
    }
    expect(await empty.agent().call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
    await empty.page.close();
  });
});

describe("a folder that is closed while its review is open", () => {
  it("takes the review with it, and the window goes on with the other", async () => {
    const folders = ["left", "right"].map((name) => join(editor.home, name));
    for (const folder of folders) {
      await mkdir(folder);
      await writeFile(join(folder, "b.txt"), "one\n");
    }
    const file = join(editor.home, "two.code-workspace");
    const put = (paths: readonly string[]) =>
      writeFile(file, JSON.stringify({ folders: paths.map((path) => ({ path })) }));
    await put(folders);
    const both = await editor.openWindow(file);
    // An old VS Code may miss the folders of a workspace that it has not seen before, until its file is written again.
    if (both.file.roots.length === 0) await both.comesBack(() => put(folders));
    expect(both.file.roots).toEqual(folders);
    const inBoth = new Workbench(both.page);
    const right = join(editor.home, "right/b.txt");
    const answer = both.agent().call("ide.editor.replaceRange", { file: right, ...edit });
    const outcome = answer.catch(({ code }: { code: string }) => code);
    await inBoth.reviewOpens("uno");
    await both.comesBack(() => put(folders.slice(0, 1)));
    expect(both.file.roots).toEqual(folders.slice(0, 1));
    expect(await outcome).toBe("CONNECTION_LOST");
    await inBoth.reviewCloses();
    expect(await both.agent().call("ide.editor.getContent", { file: join(editor.home, "left/b.txt") })).toMatchObject({
      content: "one\n",
    });
    await expect(both.agent().call("ide.editor.getContent", { file: right })).rejects.toMatchObject({
      code: "OUTSIDE_WORKSPACE",
    });
  });
});
