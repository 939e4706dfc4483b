/** Tabs, live text and pointing at lines. */
import { expect } from "vitest";
import type { HostSetup } from "../helpers/hosts.js";
import { verifies } from "../helpers/verifies.js";

const hundred = Array.from({ length: 100 }, (_, i) => `line ${i + 1}`).join("\n");
const setup: HostSetup = {
  files: { "a.txt": "one\ntwo\nthree\n", "b.txt": "no newline", "long.txt": `${hundred}\n`, "empty.txt": "" },
};

verifies("editor.getOpenFile:focused", setup, async ({ call, path }) => {
  await call("ide.editor.goToLine", { file: path("a.txt"), line: 2 });
  const focused = await call("ide.editor.getOpenFile", {});
  expect(focused).toMatchObject({ file: path("a.txt"), cursor: { line: 2, column: 1 }, dirty: false });
  expect(focused.visibleRange.startLine).toBeGreaterThanOrEqual(1);
  expect(focused.visibleRange.endLine).toBeLessThanOrEqual(3);
});

verifies("editor.getOpenFile:nothing-open", setup, async ({ failure }) => {
  expect(await failure("ide.editor.getOpenFile", {})).toMatchObject({ code: "FILE_NOT_OPEN" });
});

verifies("editor.getOpenFiles:tabs", setup, async ({ call, path }) => {
  for (const name of ["b.txt", "a.txt"]) await call("ide.editor.goToLine", { file: path(name), line: 1 });
  const { files } = await call("ide.editor.getOpenFiles", {});
  expect(files.map(({ file }) => file).sort()).toEqual([path("a.txt"), path("b.txt")]);
});

verifies("editor.getOpenFiles:dirty", setup, async ({ call, path }) => {
  await call("ide.editor.goToLine", { file: path("a.txt"), line: 1 });
  await call("ide.editor.replaceRange", { file: path("b.txt"), startLine: 1, endLine: 1, newText: "changed" });
  const { files } = await call("ide.editor.getOpenFiles", {});
  expect(Object.fromEntries(files.map(({ file, dirty }) => [file, dirty]))).toEqual({
    [path("a.txt")]: false,
    [path("b.txt")]: true,
  });
});

verifies("editor.getOpenFiles:nothing-open", setup, async ({ call }) => {
  expect(await call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
});

verifies("editor.getContent:whole", setup, async ({ call, path }) => {
  const read = (name: string) => call("ide.editor.getContent", { file: path(name) });
  expect(await read("a.txt")).toMatchObject({ content: "one\ntwo\nthree\n", totalLines: 3, dirty: false });
  expect(await read("b.txt")).toMatchObject({ content: "no newline", totalLines: 1 });
  expect(await read("empty.txt")).toMatchObject({ content: "", totalLines: 0 });
});

verifies("editor.getContent:range", setup, async ({ call, path }) => {
  const lines = async (range: { startLine?: number; endLine?: number }) => {
    const { content, totalLines } = await call("ide.editor.getContent", { file: path("a.txt"), ...range });
    expect(totalLines).toBe(3);
    return content;
  };
  expect(await lines({ startLine: 2, endLine: 2 })).toBe("two");
  expect(await lines({ startLine: 1, endLine: 2 })).toBe("one\ntwo");
  expect(await lines({ startLine: 2 })).toBe("two\nthree");
  expect(await lines({ endLine: 1 })).toBe("one");
  expect(await lines({ startLine: 1, endLine: 3 })).toBe("one\ntwo\nthree\n");
});

verifies("editor.getContent:live-buffer", setup, async ({ call, path, host }) => {
  const file = path("a.txt");
  await call("ide.editor.replaceRange", { file, startLine: 2, endLine: 2, newText: "unsaved" });
  expect(await call("ide.editor.getContent", { file })).toMatchObject({
    content: "one\nunsaved\nthree\n",
    dirty: true,
  });
  expect((await host.onDisk("a.txt")).toString()).toBe("one\ntwo\nthree\n");
});

verifies("editor.getContent:not-open", setup, async ({ call, path }) => {
  expect(await call("ide.editor.getContent", { file: path("a.txt") })).toMatchObject({ dirty: false });
  expect(await call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
});

verifies("editor.getContent:past-end", setup, async ({ call, path, failure }) => {
  const file = path("a.txt");
  expect((await call("ide.editor.getContent", { file, startLine: 3, endLine: 99 })).content).toBe("three");
  for (const range of [{ startLine: 4 }, { startLine: 99, endLine: 100 }, { startLine: 3, endLine: 2 }]) {
    expect(await failure("ide.editor.getContent", { file, ...range })).toMatchObject({ code: "RANGE_INVALID" });
  }
});

verifies("editor.getContent:final-newline", setup, async ({ call, path }) => {
  const file = path("b.txt");
  expect((await call("ide.editor.getContent", { file })).totalLines).toBe(1);
  await call("ide.editor.replaceRange", { file, startLine: 1, endLine: 1, newText: "with newline\n" });
  expect(await call("ide.editor.getContent", { file })).toMatchObject({ content: "with newline\n", totalLines: 1 });
});

verifies("editor.goToLine:opens", setup, async ({ call, path }) => {
  for (const name of ["a.txt", "b.txt", "a.txt"]) {
    const file = path(name);
    expect(await call("ide.editor.goToLine", { file, line: 1 })).toEqual({ file, line: 1, moved: true });
    expect((await call("ide.editor.getOpenFile", {})).file).toBe(file);
  }
  expect((await call("ide.editor.getOpenFiles", {})).files).toHaveLength(2);
});

verifies("editor.goToLine:line", setup, async ({ call, path }) => {
  for (const line of [1, 50, 100]) {
    await call("ide.editor.goToLine", { file: path("long.txt"), line });
    const { cursor, visibleRange } = await call("ide.editor.getOpenFile", {});
    expect(cursor.line).toBe(line);
    expect(visibleRange.startLine).toBeLessThanOrEqual(line);
    expect(visibleRange.endLine).toBeGreaterThanOrEqual(line);
    expect(visibleRange.endLine).toBeLessThanOrEqual(100);
  }
});

verifies("editor.goToLine:past-end", setup, async ({ call, path, failure }) => {
  expect(await failure("ide.editor.goToLine", { file: path("a.txt"), line: 5 })).toMatchObject({
    code: "RANGE_INVALID",
  });
  expect(await call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
});

verifies("editor.save:writes", setup, async ({ call, path, host }) => {
  const file = path("a.txt");
  const edited = await call("ide.editor.replaceRange", { file, startLine: 1, endLine: 1, newText: "ONE" });
  expect(await call("ide.editor.save", { file })).toEqual({ file, saved: true, version: edited.version });
  expect((await host.onDisk("a.txt")).toString()).toBe("ONE\ntwo\nthree\n");
  expect((await call("ide.editor.getOpenFiles", {})).files).toMatchObject([{ file, dirty: false }]);
});

verifies("editor.save:nothing-to-save", setup, async ({ call, path }) => {
  const file = path("a.txt");
  await call("ide.editor.goToLine", { file, line: 1 });
  const { version } = await call("ide.editor.getContent", { file });
  expect(await call("ide.editor.save", { file })).toEqual({ file, saved: false, version });
});

verifies("editor.save:not-open", setup, async ({ path, failure }) => {
  expect(await failure("ide.editor.save", { file: path("a.txt") })).toMatchObject({ code: "FILE_NOT_OPEN" });
});
