import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { completeLine } from "./completion.js";

const commands = [
  { name: "/open", takes: "path" },
  { name: "/ide", takes: ["connect", "disconnect"] },
  { name: "/write", takes: "path" },
  { name: "/context" },
] as const;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tandem-completion-"));
  mkdirSync(join(folder, "src"));
  for (const name of ["src/a.ts", "src/b.ts", "my file.txt", ".env"]) writeFileSync(join(folder, name), "");
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("completion", () => {
  it.each<[string, string[], string]>([
    ["", ["/open ", "/ide ", "/write ", "/context "], ""],
    ["/o", ["/open "], "/o"],
    ["/nothing", [], "/nothing"],
    ["/ide ", ["connect", "disconnect"], ""],
    ["/ide con", ["connect"], "con"],
    ["/ide connect ", [], ""],
    ["/open ", ["my\\ file.txt", "src/"], ""],
    ["/open my", ["my\\ file.txt"], "my"],
    ["/open my\\ f", ["my\\ file.txt"], "my\\ f"],
    ["/open src/", ["src/a.ts", "src/b.ts"], "src/"],
    ["/open .e", [".env"], ".e"],
    ["/open nowhere/x", [], "nowhere/x"],
    ["/write new.txt < src/a", ["src/a.ts"], "src/a"],
    ["/write new.txt <src/a", ["<src/a.ts"], "<src/a"],
    ["/context x", [], "x"],
    ["/nothing x", [], "x"],
  ])("of %j is %j", (line, candidates, part) => {
    expect(completeLine(line, commands, folder)).toEqual([candidates, part]);
  });
});
