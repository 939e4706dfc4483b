import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodePath } from "./byte-path.js";
import { type PageRequest, pageOfTree } from "./file-tree.js";

const everything: PageRequest = { directory: "", recursive: true, limit: 1000, after: undefined };

/** Directories are shown with a final "/". */
function listed(paths: readonly string[], request: Partial<PageRequest> = {}) {
  const { entries, total, next } = pageOfTree(paths, new Map(), { ...everything, ...request });
  return { paths: entries.map(({ path, type }) => (type === "directory" ? `${path}/` : path)), total, next };
}

const tree = ["a.txt", "a/b/c.txt", "a/b/d.txt", "a/e.txt", "a0", "sub/", "z/y/x"];

describe("pageOfTree", () => {
  it("lists a directory before its contents, in byte order", () => {
    const all = ["a.txt", "a/", "a/b/", "a/b/c.txt", "a/b/d.txt", "a/e.txt", "a0", "sub/", "z/", "z/y/", "z/y/x"];
    expect(listed(tree)).toEqual({ paths: all, total: 11, next: undefined });
  });

  it("lists direct children only, unless asked for more", () => {
    expect(listed(tree, { recursive: false }).paths).toEqual(["a.txt", "a/", "a0", "sub/", "z/"]);
    expect(listed(tree, { recursive: false, directory: "a" })).toMatchObject({ paths: ["a/b/", "a/e.txt"], total: 2 });
  });

  it("lists what is below a directory, and not the directory itself", () => {
    expect(listed(tree, { directory: "a" }).paths).toEqual(["a/b/", "a/b/c.txt", "a/b/d.txt", "a/e.txt"]);
    expect(listed(tree, { directory: "a/b" }).paths).toEqual(["a/b/c.txt", "a/b/d.txt"]);
    expect(listed(tree, { directory: "sub" })).toEqual({ paths: [], total: 0, next: undefined });
    expect(listed(tree, { directory: "missing" }).total).toBe(0);
  });

  it("goes on after a cursor, even when what it names has gone", () => {
    const first = listed(tree, { limit: 4 });
    expect(first).toEqual({ paths: ["a.txt", "a/", "a/b/", "a/b/c.txt"], total: 11, next: "a/b/c.txt" });
    const later = tree.filter((path) => path !== "a/b/c.txt");
    expect(listed(later, { limit: 2, after: first.next }).paths).toEqual(["a/b/d.txt", "a/e.txt"]);
    expect(listed(tree, { after: "zzz" })).toEqual({ paths: [], total: 11, next: undefined });
  });

  it("ends without a cursor when the last page is full", () => {
    expect(listed(["a", "b"], { limit: 2 }).next).toBeUndefined();
    expect(listed(["a", "b", "c"], { limit: 2 }).next).toBe("b");
  });

  it("names entries as text and gives them their status", () => {
    const paths = [encodePath("dir/é \n.txt"), "dir/\xff"];
    const { entries } = pageOfTree(paths, new Map([[encodePath("dir/é \n.txt"), "modified"]]), everything);
    expect(entries).toEqual([
      { name: "dir", path: "dir", type: "directory" },
      { name: "é \n.txt", path: "dir/é \n.txt", type: "file", gitStatus: "modified" },
      { name: "\ufffd", path: "dir/\ufffd", type: "file" },
    ]);
  });

  it("gives every entry once over all pages, whatever the tree and the page size", () => {
    const name = fc.constantFrom("a", "b", "a.b", "a-", "a0");
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    const request = [fc.integer({ min: 1, max: 5 }), fc.boolean(), fc.constantFrom("", "a", "a/b")] as const;
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 30 }), ...request, (some, limit, recursive, directory) => {
        const files = some.filter((one) => !some.some((other) => other.startsWith(`${one}/`))).sort();
        const paged: string[] = [];
        let after: string | undefined;
        do {
          const page = listed(files, { limit, recursive, directory, after });
          paged.push(...page.paths);
          expect(page.total).toBe(naive(files, directory, recursive).length);
          after = page.next;
        } while (after !== undefined);
        expect(paged).toEqual(naive(files, directory, recursive));
      }),
      { numRuns: 1000 },
    );
  });
});

/** The same by plain means: every prefix that ends in "/", and every file, sorted. */
function naive(files: readonly string[], directory: string, recursive: boolean): string[] {
  const top = directory === "" ? "" : `${directory}/`;
  const all = files.flatMap((file) => [...file.matchAll(/\/|$/g)].map(({ index }) => file.slice(0, index + 1)));
  const below = all.filter((path) => path.startsWith(top) && path !== top);
  const direct = below.filter((path) => /^[^/]*\/?$/.test(path.slice(top.length)));
  return [...new Set(recursive ? below : direct)].sort();
}
