/** What `ide.editor.applyEdits`, `ide.file.create` and `ide.file.delete` do where nobody has to be asked. */
import { expect } from "vitest";
import type { HostSetup } from "../helpers/hosts.js";
import type { Scene } from "../helpers/scene.js";
import { verifies } from "../helpers/verifies.js";

const setup: HostSetup = { files: { "a.txt": "one\ntwo\nthree\n", "b.txt": "one\n" } };

const openFiles = async ({ call }: Scene) =>
  (await call("ide.editor.getOpenFiles", {})).files.map(({ file, dirty }) => ({ file, dirty }));

verifies("editor.applyEdits:together", setup, async ({ call, path, content, host }) => {
  const answer = await call("ide.editor.applyEdits", {
    files: [
      {
        file: path("a.txt"),
        edits: [
          { startLine: 1, endLine: 1, newText: "1\n1½" },
          { startLine: 3, endLine: 3, newText: "3" },
        ],
      },
      { file: path("b.txt"), edits: [{ startLine: 2, endLine: 1, newText: "two" }] },
    ],
  });
  expect(answer).toMatchObject({
    applied: true,
    files: ["a.txt", "b.txt"].map((name) => ({ file: path(name), applied: true })),
  });
  expect(await content("a.txt")).toBe("1\n1½\ntwo\n3\n");
  expect(await content("b.txt")).toBe("one\ntwo\n");
  expect((await host.onDisk("b.txt")).toString()).toBe("one\n");
});

verifies("editor.applyEdits:atomic", setup, async ({ failure, path, content, call }) => {
  const good = { file: path("a.txt"), edits: [{ startLine: 1, endLine: 1, newText: "x" }] };
  const { version } = await call("ide.editor.getContent", { file: path("b.txt") });
  const bad = [
    { code: "RANGE_INVALID", file: path("b.txt"), edits: [{ startLine: 9, endLine: 9, newText: "x" }] },
    { code: "STALE", file: path("b.txt"), edits: good.edits, version: version + 1 },
    { code: "STALE", file: path("b.txt"), edits: [{ startLine: 1, endLine: 1, newText: "x", expectedText: "two" }] },
    { code: "FILE_NOT_FOUND", file: path("missing.txt"), edits: good.edits },
    { code: "INVALID_INPUT", file: path("a.txt"), edits: good.edits },
  ];
  for (const { code, ...unfit } of bad) {
    expect(await failure("ide.editor.applyEdits", { files: [good, unfit] }), code).toMatchObject({ code });
  }
  expect(await content("a.txt")).toBe("one\ntwo\nthree\n");
  expect(await content("b.txt")).toBe("one\n");
});

verifies("file.create:creates", setup, async (scene) => {
  const file = scene.path("new/deep/c.txt");
  expect(await scene.call("ide.file.create", { file, text: "see\n" })).toEqual({ applied: true, file });
  expect((await scene.host.onDisk("new/deep/c.txt")).toString()).toBe("see\n");
  expect(await openFiles(scene)).toEqual([{ file, dirty: false }]);
});

verifies("file.create:exists", setup, async ({ failure, path, content }) => {
  expect(await failure("ide.file.create", { file: path("a.txt"), text: "x" })).toMatchObject({ code: "STALE" });
  expect(await failure("ide.file.create", { file: path("../c.txt"), text: "x" })).toMatchObject({
    code: "OUTSIDE_WORKSPACE",
  });
  expect(await content("a.txt")).toBe("one\ntwo\nthree\n");
});

verifies("file.delete:deletes", setup, async (scene) => {
  const file = scene.path("a.txt");
  await scene.call("ide.editor.goToLine", { file, line: 1 });
  expect(await scene.call("ide.file.delete", { file })).toEqual({ applied: true, file });
  expect(await openFiles(scene)).toEqual([]);
  const { entries } = await scene.call("ide.file.list", {});
  expect(entries.map(({ path }) => path)).toEqual(["b.txt"]);
  expect(await scene.failure("ide.file.delete", { file })).toMatchObject({ code: "FILE_NOT_FOUND" });
});
