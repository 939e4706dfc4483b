/** Each tool of phase 1 once, against the real editor(). */
import { writeFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { shownLines } from "../helpers/editor.js";
import { project } from "../helpers/project.js";
import type { Scene } from "../helpers/scene.js";

/** The window is in trust mode, and nothing is open in it. */
export function toolScenarios({ editor, agent }: Scene): void {
  it("nothing is open at first", async () => {
    await expect(agent().call("ide.editor.getOpenFile", {})).rejects.toMatchObject({ code: "FILE_NOT_OPEN" });
    expect(await agent().call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
  });

  it("a line is shown, and the file with it", async () => {
    const file = editor().path("src/main.ts");
    expect(await agent().call("ide.editor.goToLine", { file, line: 3 })).toEqual({ file, line: 3, moved: true });
    await editor().page.locator(".tab.active", { hasText: "main.ts" }).waitFor();
    expect(await agent().call("ide.editor.getOpenFile", {})).toMatchObject({
      file,
      cursor: { line: 3, column: 1 },
      visibleRange: { startLine: 1, endLine: 4 },
      dirty: false,
    });
    const { files } = await agent().call("ide.editor.getOpenFiles", {});
    expect(files).toEqual([expect.objectContaining({ file, dirty: false, conflict: false })]);
  });

  it("a file is read, open or not, and has the same version", async () => {
    const file = editor().path("src/greet.ts");
    const closed = await agent().call("ide.editor.getContent", { file });
    expect(closed).toMatchObject({ content: project["src/greet.ts"], totalLines: 7, dirty: false });
    await agent().call("ide.editor.goToLine", { file, line: 1 });
    expect(await agent().call("ide.editor.getContent", { file })).toEqual(closed);
  });

  it("diagnostics are those of the newest text", async () => {
    const file = editor().path("src/main.ts");
    expect(await agent().call("ide.diagnostics.list", { file })).toMatchObject({
      diagnostics: [
        expect.objectContaining({ file, line: 3, column: 7, code: "2322", severity: "error", source: "ts" }),
      ],
      files: [expect.objectContaining({ file, fresh: true })],
    });
  });

  it("symbols are found, with their definition and uses", async () => {
    const [greet, main] = [editor().path("src/greet.ts"), editor().path("src/main.ts")];
    const { symbols } = await agent().call("ide.symbols.search", { query: "greet" });
    expect(symbols).toContainEqual(expect.objectContaining({ name: "greet", kind: "function", file: greet, line: 1 }));
    const at = { file: main, line: 4, column: 13 };
    expect(await agent().call("ide.symbols.definition", at)).toMatchObject({
      locations: [{ file: greet, line: 1, column: 17, text: "export function greet(name: string): string {" }],
    });
    const { total, locations } = await agent().call("ide.symbols.references", { ...at, includeDeclaration: false });
    expect(total).toBe(3);
    expect(locations).toContainEqual(expect.objectContaining({ file: main, line: 3 }));
  });

  it("files are listed without what the settings hide", async () => {
    const { entries } = await agent().call("ide.file.list", { recursive: true });
    const paths = (entries as { path: string }[]).map(({ path }) => path);
    expect(paths).toEqual([
      "README.md",
      "package.json",
      "src",
      "src/add.py",
      "src/dos.txt",
      "src/greet.ts",
      "src/main.ts",
      "src/notes.txt",
      "tsconfig.json",
    ]);
  });

  it("an edit is one step back, and saved when asked", async () => {
    const file = editor().path("src/main.ts");
    await agent().call("ide.editor.goToLine", { file, line: 3 });
    const { version } = await agent().call("ide.editor.getContent", { file });
    const edit = { file, startLine: 3, endLine: 3, newText: 'const length = greet("harbour").length;', version };
    expect(await agent().call("ide.editor.replaceRange", edit)).toMatchObject({
      applied: true,
      newRange: { startLine: 3, endLine: 3 },
    });
    await expect(agent().call("ide.editor.replaceRange", edit)).rejects.toMatchObject({ code: "STALE" });
    expect(await agent().read("src/main.ts")).toContain("const length = greet");
    expect(await editor().onDisk("src/main.ts")).toBe(project["src/main.ts"]);
    expect(await agent().call("ide.diagnostics.list", { file })).toMatchObject({
      diagnostics: [],
      files: [{ fresh: true }],
    });
    await shownLines(editor().page).first().click();
    await editor().page.keyboard.press("Control+KeyZ");
    await shownLines(editor().page).getByText("const length: string").waitFor();
    await editor().page.keyboard.press("Control+Shift+KeyZ");
    await shownLines(editor().page).getByText("const length = greet").waitFor();
    await expect.poll(() => agent().call("ide.editor.getContent", { file })).toMatchObject({ dirty: true });
    expect(await agent().call("ide.editor.save", { file })).toMatchObject({ saved: true });
    expect(await editor().onDisk("src/main.ts")).toContain("const length = greet");
  });

  it("an open file that changed on disk is read as it is there", async () => {
    const text = `${project["src/greet.ts"]}// more\n`;
    await writeFile(editor().path("src/greet.ts"), text);
    expect(await agent().read("src/greet.ts")).toBe(text);
    await writeFile(editor().path("src/greet.ts"), project["src/greet.ts"] ?? "");
    expect(await agent().read("src/greet.ts")).toBe(project["src/greet.ts"]);
  });

  it("line endings stay as they are", async () => {
    const file = editor().path("src/dos.txt");
    expect(await agent().read("src/dos.txt")).toBe("one\ntwo\n");
    const edit = { file, startLine: 2, endLine: 2, newText: "TWO\nthree" };
    expect(await agent().call("ide.editor.replaceRange", edit)).toMatchObject({ applied: true });
    await agent().call("ide.editor.save", { file });
    expect(await editor().onDisk("src/dos.txt")).toBe("one\r\nTWO\r\nthree\r\n");
  });

  it("files are made and removed", async () => {
    const file = editor().path("src/new/port.ts");
    expect(await agent().call("ide.file.create", { file, text: "export const port = 1;\n" })).toEqual({
      applied: true,
      file,
    });
    expect(await editor().onDisk("src/new/port.ts")).toBe("export const port = 1;\n");
    expect(await agent().call("ide.file.delete", { file })).toEqual({ applied: true, file });
    await expect(editor().onDisk("src/new/port.ts")).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("nothing was asked of the network", () => {
    expect(editor().outside).toEqual([]);
  });
}
