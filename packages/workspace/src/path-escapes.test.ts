import { realpath } from "node:fs/promises";
import { join, sep } from "node:path";
import { IdeError } from "@tandem/protocol";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { WorkspacePaths } from "./paths.js";
import { codeOf } from "./testing/code-of.js";
import { makeLinkedTree } from "./testing/linked-tree.js";

let base: string;
let root: string;
let paths: WorkspacePaths;

beforeAll(async () => {
  const tree = await makeLinkedTree();
  ({ base, root, paths } = tree);
  return tree.remove;
});

/** Ways to write a path, applied to every target. */
const spellings: ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => path.replaceAll("/", "//"),
  (path) => path.replaceAll("/", "/./"),
  (path) => `/proc/self/root${path}`,
  (path) => `/..${path}`,
  (path) => `file://${path.split("/").map(encodeURIComponent).join("/")}`,
  (path) => `file://${path.replaceAll(".", "%2e")}`,
];

/** Ways out of the workspace, below its root. */
const waysOut = [
  "../secret.txt",
  "../outside/secret.txt",
  "../ws-evil/a.txt",
  "src/../../secret.txt",
  "src/deep/../../../outside/inner/secret.txt",
  "missing/../../secret.txt",
  "to-src/../../secret.txt",
  "src/up/../secret.txt",
  "out-dir/secret.txt",
  "out-dir/inner/secret.txt",
  "out-dir/missing.txt",
  "out-file",
  "out-relative/secret.txt",
  "out-parent/secret.txt",
  "out-parent/ws-evil/a.txt",
  "out-slash/etc/passwd",
  "out-etc/passwd",
  "out-passwd",
  "out-evil/a.txt",
  "out-chain-1/secret.txt",
  "out-chain-2/secret.txt",
  "src/out-chain-3/secret.txt",
  "out-proc/etc/passwd",
  "to-root/out-file",
  "src/deep/top/out-dir/secret.txt",
  "dangling",
  "dangling-out",
  "dangling-dir/y",
  "loop",
  "loop-1/x",
];

const elsewhere = ["/etc/passwd", "/proc/self/environ", "/proc/self/cwd/package.json", "/dev/stdin", "/missing/x", "/"];

const malformed = [
  ...["../../etc/passwd", "src/b.txt", "~/.ssh/id_rsa", "$HOME/x", "..", ".", "", " /etc/passwd"],
  ...["file://host/etc/passwd", "file://localhost/etc/passwd", "file:etc/passwd", "file:///etc%2Fpasswd"],
  ...["file:///etc/passwd%00.txt", "\\\\?\\C:\\x", "C:\\x", "http://127.0.0.1/etc/passwd", "\0/etc/passwd"],
];

describe("escapes", () => {
  const named = (name: string) => `${root}/${name}`;
  const lookAlikes = () =>
    [
      ...["․․/secret.txt", "．．/secret.txt", "..／secret.txt", "..∕secret.txt", "..\\secret.txt", "%2e%2e/secret.txt"],
      ...["%2e%2e%2fsecret.txt", "..%2fsecret.txt", "..%c0%afsecret.txt", "%252e%252e/secret.txt", "..;/secret.txt"],
      ...["... /secret.txt", ".../secret.txt", "A.TXT", "a.txt ", "a.txt.", "SRC/b.txt", "e\u0301.txt", "a.txt\u200b"],
    ].map(named);
  const unfit = () => [
    ...["a.txt\0", "a.txt\0.png", "a\n.txt", "a\r.txt", "\u001b[31m", "\ud800", "\u0000/../../secret.txt"].map(named),
    ...["/x".repeat(2500), `/${"../".repeat(2000)}etc/passwd`, `/${"é".repeat(3000)}`].map((long) => root + long),
  ];
  const siblings = () =>
    ["ws-evil/a.txt", "WS/a.txt", "ws /a.txt", "ws./a.txt", "ws\u200b/a.txt", "w", "ws-evil/../secret.txt"].map(
      (name) => `${base}/${name}`,
    );

  const cases = () => {
    const good = [...waysOut.map((way) => `${root}/${way}`), ...siblings(), ...elsewhere];
    const spelled = good.flatMap((path) => spellings.map((spell) => spell(path)));
    return [...new Set([...spelled, ...lookAlikes(), ...unfit(), ...malformed])];
  };

  it("are many, and none gets out", async () => {
    const all = cases();
    expect(all.length).toBeGreaterThan(150);
    const codes = await Promise.all(all.map(async (path) => [path, await codeOf(paths.file(path))] as const));
    const refusals = ["OUTSIDE_WORKSPACE", "INVALID_INPUT", "FILE_NOT_FOUND"];
    expect(codes.filter(([, code]) => !refusals.includes(code))).toEqual([]);
  });

  it("that lead out are called so", async () => {
    const led = [...waysOut.map((way) => `${root}/${way}`), ...siblings(), ...elsewhere.filter((path) => path !== "/")];
    const codes = await Promise.all(led.map(async (path) => [path, await codeOf(paths.file(path))] as const));
    expect(codes.filter(([, code]) => code !== "OUTSIDE_WORKSPACE")).toEqual([]);
  });

  it("that are not even paths are INVALID_INPUT", async () => {
    const codes = await Promise.all([...unfit(), ...malformed].map((path) => codeOf(paths.file(path))));
    expect(new Set(codes)).toEqual(new Set(["INVALID_INPUT"]));
  });

  it("are never made by any sequence of names", async () => {
    const name = fc.constantFrom(
      ...["..", ".", "", "ws", "ws-evil", "src", "deep", "up", "top", "a.txt", "b.txt", "c.txt", "secret.txt", "inner"],
      ...["to-file", "to-src", "to-root", "chain-1", "out-dir", "out-file", "out-relative", "out-parent", "out-slash"],
      ...["out-chain-1", "out-proc", "dangling", "dangling-out", "loop", "missing", "outside", "é.txt", "%2e%2e"],
    );
    const start = fc.constantFrom(root, base, `/proc/self/root${root}`, "", `file://${root}`, join(base, "alias"));
    let resolved = 0;
    await fc.assert(
      fc.asyncProperty(start, fc.array(name, { maxLength: 6 }), async (from, names) => {
        const written = [from, ...names].join("/");
        const outcomes = [paths.file(written), paths.directory(names.join("/"))];
        for (const outcome of await Promise.allSettled(outcomes)) {
          if (outcome.status === "rejected") {
            expect(outcome.reason).toBeInstanceOf(IdeError);
            continue;
          }
          resolved++;
          const { path, relative } = outcome.value;
          expect(await realpath(path)).toBe(path);
          expect(path === root || path.startsWith(root + sep)).toBe(true);
          expect(join(root, relative)).toBe(path);
        }
      }),
      { numRuns: 4000 },
    );
    expect(resolved).toBeGreaterThan(200);
  });
});
