import { once } from "node:events";
import { join } from "node:path";
import { listedTools } from "@tandem/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sandbox } from "./tandem.js";

let box: Awaited<ReturnType<typeof sandbox>>;
beforeAll(async () => {
  box = await sandbox();
  await box.write("folder/sub/a.txt", "one\ntwo\n");
  await box.write("elsewhere/b.txt", "");
});
afterAll(() => box.close());

describe("without a window", () => {
  it("tandem status says how to start one", async () => {
    expect(await box.run(["status"])).toMatchObject({ code: 0, stdout: expect.stringContaining("tandem <folder>") });
    expect(JSON.parse((await box.run(["status", "--json"])).stdout)).toEqual({ windows: [] });
  });

  it("tandem call says how to start one", async () => {
    const { code, stderr } = await box.run(["call", "ide.file.list"]);
    expect(code).toBe(1);
    expect(stderr).toContain(`tandem ${box.folder}`);
  });

  it("tandem tools lists the table, and explains one tool", async () => {
    const { stdout } = await box.run(["tools"]);
    expect(stdout.trim().split("\n")).toHaveLength(listedTools.length);
    const one = await box.run(["tools", "ide.editor.replaceRange"]);
    expect(one.stdout).toContain("expectedText?");
    expect(one.stdout).toContain("STALE");
    expect(JSON.parse((await box.run(["tools", "--json"])).stdout).tools).toHaveLength(listedTools.length);
    expect(await box.run(["tools", "ide.nothing"])).toMatchObject({ code: 2 });
  });

  it("tandem --help and --version answer", async () => {
    expect(await box.run(["--version"])).toMatchObject({ code: 0, stdout: "0.1.0\n" });
    const { code, stdout } = await box.run(["--help"]);
    expect(code).toBe(0);
    for (const command of ["start", "open", "shell", "diff", "status", "tools", "call"])
      expect(stdout).toContain(command);
  });
});

describe("with a window", () => {
  let pid: number;
  beforeAll(async () => {
    pid = (await box.open()).window.pid;
  });

  it("tandem status shows it, without its token", async () => {
    const { stdout } = await box.run(["status", "--json"]);
    expect(JSON.parse(stdout).windows).toMatchObject([
      { pid, roots: [box.folder], dialects: ["oxide", "nexus3", "claude", "clio"], agents: [], waitingReviews: 0 },
    ]);
    expect(stdout).not.toContain("token");
    expect((await box.run(["status"])).stdout).toContain(box.folder);
  });

  it("tandem status shows who is connected, in which dialect", async () => {
    const shell = box.start(["shell"]);
    await once(shell.stdout as NodeJS.ReadableStream, "data");
    const { stdout } = await box.run(["status"]);
    expect(stdout).toMatch(/Agents +tandem-shell 0\.1\.0 \(nexus3, since /);
    expect(stdout).toMatch(/Reviews +none waiting/);
    expect(stdout).toMatch(/WebSocket +ws:\S+ +nexus3, claude/);
    shell.stdin?.end();
    await once(shell, "close");
  });

  it("tandem call finds it from a folder below", async () => {
    const file = join(box.folder, "sub/a.txt");
    const { code, stdout } = await box.run(
      ["call", "ide.editor.getContent", JSON.stringify({ file })],
      join(box.folder, "sub"),
    );
    expect(code).toBe(0);
    expect(stdout).toContain("one\ntwo\n");
  });

  it("tandem call does not take a window of another folder", async () => {
    const elsewhere = join(box.base, "elsewhere");
    const refused = await box.run(["call", "ide.file.list"], elsewhere);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(box.folder);
    expect(await box.run(["call", "ide.file.list", "--folder", box.folder], elsewhere)).toMatchObject({ code: 0 });
  });

  it.each<[string[], number, string]>([
    [["ide.nothing"], 2, "no tool named ide.nothing"],
    [["ide.editor.getContent", "{"], 2, "not valid JSON"],
    [["ide.editor.getContent", "{}"], 1, "INVALID_INPUT"],
    [["ide.editor.getOpenFile"], 1, "FILE_NOT_OPEN"],
  ])("tandem call %j exits with %i", async (args, code, words) => {
    const { code: actual, stderr, stdout } = await box.run(["call", ...args]);
    expect(actual).toBe(code);
    expect(stderr).toContain(words);
    expect(stdout).toBe("");
  });

  it("tandem call --json prints an error as JSON", async () => {
    const { code, stdout } = await box.run(["call", "ide.editor.getOpenFile", "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "FILE_NOT_OPEN", hint: expect.any(String) } });
  });
});
