import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { History, MAX_HISTORY } from "./history.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "tandem-history-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe("the history", () => {
  it("is there again, the newest first, for its owner alone", () => {
    const path = join(folder, "home", "shell-history");
    const history = new History(path);
    expect(history.load()).toEqual([]);
    history.add("/ide");
    chmodSync(path, 0o644);
    history.add("/open a.ts:3");
    expect(new History(path).load()).toEqual(["/open a.ts:3", "/ide"]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "home")).mode & 0o777).toBe(0o700);
  });

  it("does not grow without end", () => {
    const path = join(folder, "shell-history");
    writeFileSync(path, Array.from({ length: 2 * MAX_HISTORY + 1 }, (_, i) => `/open ${i}\n`).join(""));
    expect(new History(path).load()[0]).toBe(`/open ${2 * MAX_HISTORY}`);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(MAX_HISTORY + 1);
  });

  it("that cannot be written does no harm", () => {
    const history = new History(join(folder, "file", "shell-history"));
    writeFileSync(join(folder, "file"), "");
    history.add("/ide");
    expect(history.load()).toEqual([]);
  });
});
