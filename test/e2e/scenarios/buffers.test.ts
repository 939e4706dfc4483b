/** Byte-exact saving, and buffers whose files change on disk: on real files. */
import { chmod, rename, rm, stat, writeFile } from "node:fs/promises";
import { expect, vi } from "vitest";
import type { HostSetup } from "../helpers/hosts.js";
import { verifies } from "../helpers/verifies.js";

const endings: HostSetup = {
  files: { "crlf.txt": "one\r\ntwo\r\nthree\r\n", "mixed.txt": "crlf\r\nlf\ncr\rcrlf\r\ncrlf\r\nlast" },
};

verifies("editor.save:line-endings", endings, async ({ call, path, content, host }) => {
  const edit = async (name: string, startLine: number, endLine: number, newText: string) => {
    await call("ide.editor.replaceRange", { file: path(name), startLine, endLine, newText });
    await call("ide.editor.save", { file: path(name) });
    return (await host.onDisk(name)).toString();
  };
  expect(await content("crlf.txt")).toBe("one\ntwo\nthree\n");
  expect(await edit("crlf.txt", 2, 2, "2a\n2b\n2c")).toBe("one\r\n2a\r\n2b\r\n2c\r\nthree\r\n");

  expect(await content("mixed.txt")).toBe("crlf\nlf\ncr\ncrlf\ncrlf\nlast");
  expect(await edit("mixed.txt", 6, 6, "LAST")).toBe("crlf\r\nlf\ncr\rcrlf\r\ncrlf\r\nLAST");
  expect(await edit("mixed.txt", 2, 1, "new")).toBe("crlf\r\nnew\r\nlf\ncr\rcrlf\r\ncrlf\r\nLAST");
  expect(await edit("mixed.txt", 1, 2, "")).toBe("lf\ncr\rcrlf\r\ncrlf\r\nLAST");
});

verifies("editor.save:bom", { files: { "bom.txt": "\uFEFFone\ntwo\n" } }, async ({ call, path, content, host }) => {
  expect(await content("bom.txt")).toBe("one\ntwo\n");
  await call("ide.editor.replaceRange", { file: path("bom.txt"), startLine: 1, endLine: 1, newText: "ONE" });
  await call("ide.editor.save", { file: path("bom.txt") });
  expect([...(await host.onDisk("bom.txt"))]).toEqual([0xef, 0xbb, 0xbf, ...Buffer.from("ONE\ntwo\n")]);
});

verifies("editor.save:no-final-newline", { files: { "a.txt": "one\ntwo" } }, async ({ call, path, host }) => {
  await call("ide.editor.replaceRange", { file: path("a.txt"), startLine: 1, endLine: 1, newText: "ONE\n" });
  await call("ide.editor.save", { file: path("a.txt") });
  expect((await host.onDisk("a.txt")).toString()).toBe("ONE\ntwo");
});

verifies("editor.save:mode", { files: { "run.sh": "#!/bin/sh\n" } }, async ({ call, path }) => {
  const file = path("run.sh");
  await chmod(file, 0o751);
  await call("ide.editor.replaceRange", { file, startLine: 2, endLine: 1, newText: "exit 0" });
  await call("ide.editor.save", { file });
  expect((await stat(file)).mode & 0o777).toBe(0o751);
});

verifies("editor.buffer:reloads", { files: { "a.txt": "old\n" } }, async ({ call, path, content }) => {
  const file = path("a.txt");
  await call("ide.editor.goToLine", { file, line: 1 });
  const before = await call("ide.editor.getContent", { file });
  await writeFile(file, "new on disk\n");
  expect(await content("a.txt")).toBe("new on disk\n");
  const { files } = await call("ide.editor.getOpenFiles", {});
  expect(files).toMatchObject([{ file, dirty: false, conflict: false }]);
  expect(files[0]?.version).not.toBe(before.version);
});

verifies(
  "editor.buffer:conflict",
  { files: { "a.txt": "one\ntwo\n" } },
  async ({ call, path, content, failure, host }) => {
    const file = path("a.txt");
    await call("ide.editor.replaceRange", { file, startLine: 1, endLine: 1, newText: "unsaved" });
    await writeFile(file, "someone else was here\n");
    expect(await content("a.txt")).toBe("unsaved\ntwo\n");
    expect((await call("ide.editor.getOpenFiles", {})).files).toMatchObject([{ file, dirty: true, conflict: true }]);
    expect(await failure("ide.editor.save", { file })).toMatchObject({ code: "WRITE_FAILED" });
    expect((await host.onDisk("a.txt")).toString()).toBe("someone else was here\n");
    expect(await content("a.txt")).toBe("unsaved\ntwo\n");
  },
);

verifies("editor.buffer:file-gone", { files: { "a.txt": "one\n" } }, async ({ call, path, content, host }) => {
  const file = path("a.txt");
  await call("ide.editor.replaceRange", { file, startLine: 1, endLine: 1, newText: "unsaved" });
  await rm(file);
  expect(await content("a.txt")).toBe("unsaved\n");
  await call("ide.editor.replaceRange", { file, startLine: 2, endLine: 1, newText: "more" });
  expect(await call("ide.editor.goToLine", { file, line: 2 })).toMatchObject({ moved: true });
  expect((await call("ide.editor.getOpenFiles", {})).files).toMatchObject([{ file, dirty: true, conflict: true }]);
  expect(await call("ide.editor.save", { file })).toMatchObject({ saved: true });
  expect((await host.onDisk("a.txt")).toString()).toBe("unsaved\nmore\n");
  expect((await call("ide.editor.getOpenFiles", {})).files).toMatchObject([{ file, dirty: false, conflict: false }]);
});

verifies("editor.buffer:folder-gone", { files: { "dir/a.txt": "one\n", "b.txt": "" } }, async ({ call, path }) => {
  await call("ide.editor.goToLine", { file: path("dir/a.txt"), line: 1 });
  await call("ide.editor.goToLine", { file: path("b.txt"), line: 1 });
  await rename(path("dir"), path("moved"));
  await vi.waitFor(async () => {
    expect((await call("ide.editor.getOpenFiles", {})).files).toMatchObject([{ file: path("b.txt") }]);
  }, 10_000);
});

verifies(
  "editor.buffer:encodings",
  {
    files: {
      "latin1.txt": Buffer.from("café\r\n", "latin1"),
      "utf16le.txt": Buffer.from("\ufeff1 €\n", "utf16le"),
      "utf16be.txt": Buffer.from("\ufeff1 €\n", "utf16le").swap16(),
    },
  },
  async ({ content }) => {
    expect(await content("latin1.txt")).toBe("café\n");
    expect(await content("utf16le.txt")).toBe("1 €\n");
    expect(await content("utf16be.txt")).toBe("1 €\n");
  },
);

verifies(
  "editor.buffer:not-text",
  {
    files: {
      "zero.bin": Buffer.from([0x61, 0, 0x62]),
      "controls.bin": Buffer.from([0x80, 1, 2, 3]),
      "half-pair.txt": Buffer.from("\ufeffa\ud800", "utf16le"),
    },
  },
  async ({ path, failure, host, call }) => {
    for (const name of ["zero.bin", "controls.bin", "half-pair.txt"]) {
      const before = await host.onDisk(name);
      const file = path(name);
      expect(await failure("ide.editor.getContent", { file })).toMatchObject({ code: "BINARY_FILE" });
      expect(await failure("ide.editor.goToLine", { file, line: 1 })).toMatchObject({ code: "BINARY_FILE" });
      const edit = { file, startLine: 1, endLine: 1, newText: "x" };
      expect(await failure("ide.editor.replaceRange", edit)).toMatchObject({ code: "BINARY_FILE" });
      expect(await host.onDisk(name)).toEqual(before);
    }
    expect(await call("ide.editor.getOpenFiles", {})).toEqual({ files: [] });
  },
);
