import { realpath } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { createPathResolver, type WorkspacePaths } from "./paths.js";
import { codeOf } from "./testing/code-of.js";
import { makeLinkedTree } from "./testing/linked-tree.js";

let root: string;
let paths: WorkspacePaths;

beforeAll(async () => {
  const tree = await makeLinkedTree();
  ({ root, paths } = tree);
  return tree.remove;
});

describe("a new file", () => {
  it.each([
    ["new.txt", "new.txt"],
    ["src/new.txt", "src/new.txt"],
    ["to-src/new.txt", "src/new.txt"],
    ["src/up/new.txt", "new.txt"],
    ["src/../new.txt", "new.txt"],
    ["x/y/new.txt", "x/y/new.txt"],
    ["x/./y//new.txt", "x/y/new.txt"],
    ["src/deep/top/new.txt", "new.txt"],
    ["%2e%2e%2fnew.txt", "%2e%2e%2fnew.txt"],
  ])("%s is resolved to %s", async (written, relative) => {
    expect(await paths.newFile(`${root}/${written}`)).toEqual({ path: join(root, relative), root, relative });
  });

  it.each(["a.txt", "src", "to-file", "to-src", "."])("%j is refused where something is", async (written) => {
    expect(await codeOf(paths.newFile(`${root}/${written}`))).toBe("STALE");
  });

  it.each([
    ...[
      "../new.txt",
      "../ws-evil/new.txt",
      "src/../../new.txt",
      "x/../../new.txt",
      "x/../new.txt",
      "x/y/../../../new.txt",
    ],
    ...["out-dir/new.txt", "out-dir/x/new.txt", "out-relative/new.txt", "out-parent/new.txt", "out-slash/tmp/new.txt"],
    ...[
      "out-chain-1/new.txt",
      "out-file",
      "dangling",
      "dangling-out",
      "dangling-dir/y",
      "loop",
      "loop-1/x",
      "dangling/x",
    ],
    ...["to-root/out-dir/new.txt", "src/deep/top/out-dir/new.txt", "out-proc/tmp/new.txt"],
  ])("%s is refused where it would lead out", async (written) => {
    expect(await codeOf(paths.newFile(`${root}/${written}`))).toBe("OUTSIDE_WORKSPACE");
  });

  it.each(["", "new/", "a\0b", "a\nb", "\ud800", "x".repeat(5000)])("%j is refused as a name", async (written) => {
    expect(await codeOf(paths.newFile(`${root}/${written}`))).toBe("INVALID_INPUT");
  });

  it("is not made below a file", async () => {
    expect(await codeOf(paths.newFile(`${root}/a.txt/new.txt`))).toBe("FILE_NOT_FOUND");
  });

  it("needs the workspace", async () => {
    expect(await codeOf((await createPathResolver([])).newFile("/new.txt"))).toBe("NO_WORKSPACE");
    expect(await codeOf(paths.newFile("new.txt"))).toBe("INVALID_INPUT");
  });
});

describe("an entry", () => {
  it.each(["a.txt", "src", "to-file", "out-dir", "dangling", "loop", "src/up"])("%s is itself", async (name) => {
    const { path } = await paths.entry(`${root}/${name}`);
    expect(path).toBe(join(root, name));
    expect(await realpath(dirname(path))).toBe(dirname(path));
  });

  it.each([
    ["missing", "FILE_NOT_FOUND"],
    ["missing/x", "FILE_NOT_FOUND"],
    ["out-dir/secret.txt", "OUTSIDE_WORKSPACE"],
    ["../secret.txt", "OUTSIDE_WORKSPACE"],
    ["../ws", "OUTSIDE_WORKSPACE"],
    ["", "OUTSIDE_WORKSPACE"],
    ["src/..", "INVALID_INPUT"],
    [".", "INVALID_INPUT"],
  ])("%s is refused: %s", async (name, code) => {
    expect(await codeOf(paths.entry(`${root}/${name}`))).toBe(code);
  });

  it("is never a root, not even one inside another", async () => {
    const both = await createPathResolver([root, join(root, "src")]);
    expect(await codeOf(both.entry(join(root, "src")))).toBe("OUTSIDE_WORKSPACE");
  });
});
