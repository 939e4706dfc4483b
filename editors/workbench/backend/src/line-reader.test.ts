import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentRegistry, systemClock } from "@tandem/host";
import { createPathResolver } from "@tandem/workspace";
import { expect, it, onTestFinished } from "vitest";
import { Documents } from "./documents.js";
import { createLineReader } from "./line-reader.js";

it("gives lines of files in the workspace, of buffers first, and of no others", async () => {
  const base = await realpath(await mkdtemp(join(tmpdir(), "tandem-lines-")));
  onTestFinished(() => rm(base, { recursive: true }));
  const root = join(base, "ws");
  await mkdir(root);
  await writeFile(join(root, "a.txt"), "one\r\ntwo\n");
  await writeFile(join(root, "b.txt"), "disk\n");
  await writeFile(join(root, "zero.bin"), "a\0");
  await writeFile(join(base, "secret.json"), '{ "token": "SECRET" }\n');
  await symlink(join(base, "secret.json"), join(root, "link.json"));

  const paths = await createPathResolver([root]);
  const documents = new Documents();
  const path = await paths.file(join(root, "b.txt"));
  const { agent } = new AgentRegistry(systemClock).join({ name: "tester", version: "1" });
  await documents.change([{ path, plan: () => [{ from: 0, to: 4, insert: "buffer" }] }], agent);
  const readLine = createLineReader(documents, paths);

  expect(await Promise.all([1, 2, 3, 4].map((line) => readLine(join(root, "a.txt"), line)))).toEqual([
    "one",
    "two",
    "",
    "",
  ]);
  expect(await readLine(path.path, 1)).toBe("buffer");
  for (const hidden of ["../secret.json", "link.json", "zero.bin", "gone.txt"]) {
    expect(await readLine(join(root, hidden), 1)).toBe("");
  }
});

it("reads a file once that is asked for many times at once", async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-lines-")));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, "a.txt"), "one\ntwo\n");
  const paths = await createPathResolver([root]);
  let asked = 0;
  const readLine = createLineReader(new Documents(), {
    roots: paths.roots,
    newFile: (path) => paths.newFile(path),
    directory: (path) => paths.directory(path),
    file: (path) => {
      asked += 1;
      return paths.file(path);
    },
  });
  await Promise.all([1, 2, 1, 2].map((line) => readLine(join(root, "a.txt"), line)));
  expect(asked).toBe(1);
});
