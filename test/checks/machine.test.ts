import { homedir } from "node:os";
import { dirname } from "node:path";
import { expect, it } from "vitest";
import { type FileMap, readFiles, repository } from "./source-tree.js";

/** Folders that many machines have: a file that names one says nothing about this machine. */
const everywhere = new Set(["/", "/tmp", "/var/tmp", "/home", "/Users", "/opt", "/srv", "/mnt", "/usr/src"]);

/** Complaints about files that name a folder of one machine. */
function checkFolders(files: FileMap, folders: readonly string[]): string[] {
  return folders
    .filter((folder) => !everywhere.has(folder))
    .flatMap((folder) => {
      const named = new RegExp(`(?<![\\w.~-])${folder.replace(/[^\w/]/g, "\\$&")}(?![\\w-])`);
      return [...files].filter(([, text]) => named.test(text)).map(([path]) => `${path} names ${folder}`);
    });
}

/** Complaints about packages that are tied to the address they were once fetched from. */
function checkAddresses(lockfile: string): string[] {
  return [...lockfile.matchAll(/"resolved": "(http[^"]*)"/g)].map((match) => `package-lock.json holds ${match[1]}`);
}

it("no file names a folder of this machine", () => {
  expect(checkFolders(readFiles(isText), [dirname(repository), homedir()])).toEqual([]);
});

it("a file that does is named", () => {
  const files = new Map([
    ["a.md", "See /home/ann/code/tandem."],
    ["b.ts", 'const file = "/home/ann/code";'],
    ["c.ts", '"/home/anna", "x/home/ann/code", "/home/ann/codes"'],
  ]);
  expect(checkFolders(files, ["/home/ann/code", "/tmp"])).toEqual([
    "a.md names /home/ann/code",
    "b.ts names /home/ann/code",
  ]);
});

it("the lockfile names no addresses", () => {
  const lockfile = readFiles((path) => path === "package-lock.json").get("package-lock.json");
  expect(checkAddresses(lockfile ?? "no lockfile")).toEqual([]);
});

it("an address in it is named", () => {
  expect(checkAddresses('{ "resolved": "https://registry.example/ws.tgz" }')).toEqual([
    "package-lock.json holds https://registry.example/ws.tgz",
  ]);
});

function isText(path: string): boolean {
  return /\.(ts|tsx|mjs|css|html|json|md|yml|yaml|sh|py)$|(^|\/)[^.]+$|^\.[\w-]+$/.test(path);
}
