import { mkdir, mkdtemp, rename, rm, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { createPathResolver } from "./paths.js";
import { temporaryFolder } from "./testing/temporary-folder.js";
import { readTextFile } from "./text-file.js";
import { type FileChange, type WatchOptions, watchFolder } from "./watcher.js";
import { writeFileAtomically } from "./write-file.js";

/** Watches a new folder and lets a test wait for what it is told. */
async function watched(
  prepare: (root: string) => Promise<unknown> = async () => {},
  options: Partial<WatchOptions> = {},
) {
  const root = await temporaryFolder(onTestFinished);
  await prepare(root);
  const seen: FileChange[] = [];
  let look = () => {};
  const onChanges = (changes: readonly FileChange[]) => {
    seen.push(...changes);
    look();
  };
  const onError = (error: Error) => expect.fail(error.message);
  const watch = await watchFolder(root, { onChanges, onError, ...options });
  onTestFinished(() => watch.close());
  const told = (name: string, type?: FileChange["type"]) =>
    new Promise<void>((resolve) => {
      look = () => {
        if (seen.some((change) => change.file === join(root, name) && change.type === (type ?? change.type))) resolve();
      };
      look();
    });
  return { root, seen, told, watch };
}

describe("watchFolder", () => {
  it("tells of files that are created, changed and deleted", async () => {
    const { root, told } = await watched((folder) => writeFile(join(folder, "old"), ""));
    await writeFile(join(root, "new"), "");
    await told("new", "created");
    await writeFile(join(root, "old"), "x");
    await told("old", "changed");
    await unlink(join(root, "old"));
    await told("old", "deleted");
  });

  it("tells of files in folders made later", async () => {
    const { root, told } = await watched();
    await mkdir(join(root, "a"));
    await told("a", "created");
    await writeFile(join(root, "a/b"), "");
    await told("a/b", "created");
  });

  it("tells of a folder that is moved away", async () => {
    const { root, told } = await watched(async (folder) => {
      await mkdir(join(folder, "d"));
      await writeFile(join(folder, "d/f"), "");
    });
    await rename(join(root, "d"), join(await temporaryFolder(onTestFinished), "d"));
    await told("d", "deleted");
  });

  it("tells of what is deep in a folder that was renamed or moved in", async () => {
    const outside = await temporaryFolder(onTestFinished);
    await mkdir(join(outside, "in/deep"), { recursive: true });
    const { root, told, seen } = await watched((folder) => mkdir(join(folder, "src/deep/er"), { recursive: true }));
    await rename(join(root, "src"), join(root, "lib"));
    await told("lib/deep/er", "created");
    await writeFile(join(root, "lib/deep/er/f"), "");
    await told("lib/deep/er/f", "created");
    await rename(join(outside, "in"), join(root, "in"));
    await told("in/deep", "created");
    await writeFile(join(root, "in/deep/g"), "");
    await told("in/deep/g", "created");
    await rename(join(root, "lib"), join(root, "libs"));
    await told("libs/deep/er/f", "created");
    await writeFile(join(root, "libs/deep/er/h"), "");
    await told("libs/deep/er/h", "created");
    expect(seen.filter(({ file }) => file.startsWith(join(root, "src/")))).toEqual([]);
  });

  it("tells nothing of git's folder, packages, temporary files and what else is to be ignored", async () => {
    const ignored = ["node_modules", "pkg/node_modules", ".git", "pkg/.git", "out"];
    const prepare = async (root: string) => {
      for (const name of ignored) await mkdir(join(root, name), { recursive: true });
    };
    const { root, seen, told } = await watched(prepare, { ignore: ["out"] });
    for (const name of ignored) await writeFile(join(root, name, "f"), "");
    await writeFile(join(root, "pkg/.tandem-1.tmp"), "");
    await writeFile(join(root, "last"), "");
    await told("last");
    expect(seen.map(({ file }) => file)).toEqual([join(root, "last")]);
  });

  it("tells of an atomic write as one change to the file", async () => {
    const { root, seen, told } = await watched((folder) => writeFile(join(folder, "f"), ""));
    const path = await (await createPathResolver([root])).file(join(root, "f"));
    const { stamp } = await readTextFile(path);
    await writeFileAtomically(path, Buffer.from("x"), { expected: stamp });
    await told("f");
    expect(new Set(seen.map(({ file }) => file))).toEqual(new Set([path.path]));
  });

  it("tells nothing more once it is closed, and can be closed twice", async () => {
    const { root, seen, watch } = await watched();
    await watch.close();
    await watch.close();
    const other = await watchFolderUntil(root);
    expect(other).toBe(true);
    expect(seen).toEqual([]);
  });

  it("reports a folder that cannot be watched once, and throws nothing", async () => {
    const failures: Error[] = [];
    const gone = await temporaryFolder(onTestFinished);
    await rm(gone, { recursive: true });
    const watch = await watchFolder(gone, { onChanges: () => {}, onError: (error) => failures.push(error) });
    expect(failures).toHaveLength(1);
    await watch.close();
  });

  it("survives the end of the folder it watches", async () => {
    const { root, told } = await watched((folder) => writeFile(join(folder, "f"), ""), { onError: () => {} });
    await rm(root, { recursive: true });
    await told("f", "deleted");
  });
});

/** Another watch on the same folder sees a change, so the first one would have. */
async function watchFolderUntil(root: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const watching = watchFolder(root, { onChanges: () => resolve(true), onError: reject });
    onTestFinished(async () => (await watching).close());
    watching.then(() => mkdtemp(join(root, "x"))).catch(reject);
  });
}
