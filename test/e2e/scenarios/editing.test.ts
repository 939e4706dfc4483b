/** What `ide.editor.replaceRange` does to a text. */
import { expect } from "vitest";
import type { HostSetup } from "../helpers/hosts.js";
import type { Scene } from "../helpers/scene.js";
import { verifies } from "../helpers/verifies.js";

const setup: HostSetup = { files: { "a.txt": "one\ntwo\nthree\n", "b.txt": "one\ntwo", "empty.txt": "" } };

/** Edits lines of a file and tells the text and the lines that hold the new part. */
async function edit({ call, path, content }: Scene, name: string, startLine: number, endLine: number, newText: string) {
  const { applied, newRange } = await call("ide.editor.replaceRange", {
    file: path(name),
    startLine,
    endLine,
    newText,
  });
  expect(applied).toBe(true);
  return { text: await content(name), lines: [newRange.startLine, newRange.endLine] };
}

verifies("editor.replaceRange:replaces", setup, async (scene) => {
  expect(await edit(scene, "a.txt", 2, 2, "2")).toEqual({ text: "one\n2\nthree\n", lines: [2, 2] });
  expect(await edit(scene, "a.txt", 1, 3, "1\n2\n3")).toEqual({ text: "1\n2\n3\n", lines: [1, 3] });
  expect(await edit(scene, "b.txt", 2, 2, "2")).toEqual({ text: "one\n2", lines: [2, 2] });
});

verifies("editor.replaceRange:new-range", setup, async (scene) => {
  expect(await edit(scene, "a.txt", 2, 2, "x\ny\nz")).toEqual({ text: "one\nx\ny\nz\nthree\n", lines: [2, 4] });
  expect(await edit(scene, "a.txt", 1, 4, "w")).toEqual({ text: "w\nthree\n", lines: [1, 1] });
  expect(await edit(scene, "a.txt", 2, 2, "")).toEqual({ text: "w\n", lines: [2, 1] });
});

verifies("editor.replaceRange:not-saved", setup, async (scene) => {
  await edit(scene, "a.txt", 1, 1, "changed");
  expect((await scene.host.onDisk("a.txt")).toString()).toBe("one\ntwo\nthree\n");
  expect((await scene.call("ide.editor.getOpenFiles", {})).files).toMatchObject([{ dirty: true }]);
});

verifies("editor.replaceRange:insert", setup, async (scene) => {
  expect(await edit(scene, "a.txt", 1, 0, "zero")).toEqual({ text: "zero\none\ntwo\nthree\n", lines: [1, 1] });
  expect(await edit(scene, "a.txt", 5, 4, "four\nfive")).toEqual({
    text: "zero\none\ntwo\nthree\nfour\nfive\n",
    lines: [5, 6],
  });
  expect(await edit(scene, "b.txt", 3, 2, "three")).toEqual({ text: "one\ntwo\nthree", lines: [3, 3] });
  expect(await edit(scene, "empty.txt", 1, 0, "first")).toEqual({ text: "first", lines: [1, 1] });
});

verifies("editor.replaceRange:delete", setup, async (scene) => {
  expect(await edit(scene, "a.txt", 2, 2, "")).toEqual({ text: "one\nthree\n", lines: [2, 1] });
  expect(await edit(scene, "a.txt", 1, 2, "")).toEqual({ text: "", lines: [1, 0] });
});

verifies("editor.replaceRange:final-newline", setup, async (scene) => {
  expect(await edit(scene, "a.txt", 2, 2, "2\n")).toEqual({ text: "one\n2\nthree\n", lines: [2, 2] });
  expect(await edit(scene, "a.txt", 3, 3, "3\n")).toEqual({ text: "one\n2\n3\n", lines: [3, 3] });
  // A second newline is an empty line.
  expect(await edit(scene, "a.txt", 2, 2, "2\n\n")).toEqual({ text: "one\n2\n\n3\n", lines: [2, 3] });
});

verifies("editor.replaceRange:background", setup, async (scene) => {
  const { call, path } = scene;
  await call("ide.editor.goToLine", { file: path("a.txt"), line: 2 });
  const before = await call("ide.editor.getOpenFile", {});
  await edit(scene, "b.txt", 1, 1, "changed");
  expect(await call("ide.editor.getOpenFile", {})).toEqual(before);
  expect((await call("ide.editor.getOpenFiles", {})).files.map(({ file }) => file)).toContain(path("b.txt"));
});

verifies("editor.replaceRange:expected-text", setup, async (scene) => {
  const { path, failure, content, call } = scene;
  const range = { file: path("a.txt"), startLine: 2, endLine: 3 };
  for (const expectedText of ["two", "two\nthree\n\n", "TWO\nthree", ""]) {
    const refused = await failure("ide.editor.replaceRange", { ...range, newText: "x", expectedText });
    expect(refused, expectedText).toMatchObject({ code: "STALE" });
    expect(await content("a.txt")).toBe("one\ntwo\nthree\n");
  }
  await call("ide.editor.replaceRange", { ...range, newText: "x", expectedText: "two\nthree" });
  expect(await content("a.txt")).toBe("one\nx\n");
});

verifies("editor.replaceRange:version", setup, async (scene) => {
  const { path, failure, content, call } = scene;
  const range = { file: path("a.txt"), startLine: 1, endLine: 1 };
  const { version } = await call("ide.editor.getContent", { file: range.file });
  const edited = await call("ide.editor.replaceRange", { ...range, newText: "first", version });
  expect(edited.version).not.toBe(version);
  const refused = await failure("ide.editor.replaceRange", { ...range, newText: "second", version });
  expect(refused).toMatchObject({ code: "STALE", hint: expect.stringContaining("ide.editor.getContent") });
  expect(await content("a.txt")).toBe("first\ntwo\nthree\n");
  await call("ide.editor.replaceRange", { ...range, newText: "second", version: edited.version });
  expect(await content("a.txt")).toBe("second\ntwo\nthree\n");
});

verifies("editor.replaceRange:range-invalid", setup, async ({ path, failure, content }) => {
  for (const [startLine, endLine] of [
    [3, 1],
    [5, 4],
    [5, 5],
    [2, 5],
    [99, 100],
  ]) {
    const input = { file: path("a.txt"), startLine, endLine, newText: "x" };
    expect(await failure("ide.editor.replaceRange", input), `${startLine}-${endLine}`).toMatchObject({
      code: "RANGE_INVALID",
    });
  }
  expect(await content("a.txt")).toBe("one\ntwo\nthree\n");
});
