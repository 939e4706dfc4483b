import { chmodSync, existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { filterNames, gitEnvironment, parseStatus, runGit } from "./git.js";
import { Repository } from "./testing/repository.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

const statusOf = async (root: string) => parseStatus(await runGit(root, ["status", "--porcelain=v2", "-z", "-uall"]));

describe("parseStatus", () => {
  it.each([
    ["1 .M N... 100644 100644 100644 aa bb a b.txt\0", { path: "a b.txt", status: "modified" }],
    ["1 M. N... 100644 100644 100644 aa bb x\ny\0", { path: "x\ny", status: "modified" }],
    ["1 A. N... 000000 100644 100644 00 bb x\0", { path: "x", status: "added" }],
    ["1 AM N... 000000 100644 100644 00 bb x\0", { path: "x", status: "added" }],
    ["1 AD N... 000000 100644 000000 00 bb x\0", { path: "x", status: "deleted" }],
    ["1 .A N... 000000 000000 100644 00 00 x\0", { path: "x", status: "added" }],
    ["1 .D N... 100644 100644 000000 aa aa x\0", { path: "x", status: "deleted" }],
    ["1 D. N... 100644 000000 000000 aa 00 x\0", { path: "x", status: "deleted" }],
    ["1 .T N... 100644 100644 120000 aa aa x\0", { path: "x", status: "type-changed" }],
    [
      "2 R. N... 100644 100644 100644 aa aa R100 new name\0old name\0",
      { path: "new name", status: "renamed", from: "old name" },
    ],
    ["2 C. N... 100644 100644 100644 aa aa C75 b\0a\0", { path: "b", status: "copied", from: "a" }],
    ["u UU N... 100644 100644 100644 100644 aa bb cc both sides\0", { path: "both sides", status: "conflicted" }],
    ["? 1 .M new\0", { path: "1 .M new", status: "untracked" }],
  ])("reads %j", (record, entry) => {
    expect(parseStatus(Buffer.from(`# branch.oid x\0${record}! ignored\0`))).toEqual([entry]);
    expect(parseStatus(Buffer.from(record + record))).toEqual([entry, entry]);
  });

  it("reads nothing from nothing", () => {
    expect(parseStatus(Buffer.alloc(0))).toEqual([]);
  });

  it("reads what git prints", async () => {
    const repository = new Repository(await temporaryFolder(onTestFinished));
    repository.write("kept", "changed", "deleted", ["moved from", "long enough to be recognised\n"]);
    repository.commitAll();
    repository.write(["changed", "!"], 'quote"d', "é", "new\nline");
    repository.git("mv", "moved from", "moved to");
    rmSync(join(repository.root, "deleted"));
    const entries = (await statusOf(repository.root)).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(entries).toEqual([
      { path: "changed", status: "modified" },
      { path: "deleted", status: "deleted" },
      { path: "moved to", status: "renamed", from: "moved from" },
      { path: "new\nline", status: "untracked" },
      { path: 'quote"d', status: "untracked" },
      { path: Buffer.from("é").toString("latin1"), status: "untracked" },
    ]);
  });
});

describe("runGit", () => {
  it("fails with git's own words", async () => {
    const folder = await temporaryFolder(onTestFinished);
    const failure = { code: "GIT_FAILED", message: expect.stringContaining("not a git repository") };
    await expect(runGit(folder, ["status"])).rejects.toMatchObject(failure);
    await expect(runGit(join(folder, "gone"), ["status"])).rejects.toMatchObject({ code: "GIT_FAILED" });
  });

  it("is ended by its signal", async () => {
    const repository = new Repository(await temporaryFolder(onTestFinished));
    const controller = new AbortController();
    const { signal } = controller;
    const running = runGit(repository.root, ["status"], { signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: "TIMED_OUT" });
    await expect(runGit(repository.root, ["status"], { signal })).rejects.toMatchObject({ code: "TIMED_OUT" });
  });

  it("starts neither a file system monitor nor a hook of the repository", async () => {
    const repository = new Repository(await temporaryFolder(onTestFinished));
    const trace = join(repository.root, ".git/ran");
    const script = join(repository.root, ".git/hooks/post-index-change");
    repository.write("a", [".git/hooks/post-index-change", `#!/bin/sh\ntouch '${trace}'\n`]);
    chmodSync(script, 0o755);
    repository.git("config", "core.fsmonitor", script);
    await statusOf(repository.root);
    expect(existsSync(trace)).toBe(false);
  });

  it("takes paths literally", async () => {
    const repository = new Repository(await temporaryFolder(onTestFinished));
    repository.write("a", "*");
    repository.git("add", "-A");
    expect((await runGit(repository.root, ["ls-files", "-z", "--", "*"])).toString()).toBe("*\0");
  });
});

describe("filterNames", () => {
  it("finds the filters of the repository and of what it includes", async () => {
    const repository = new Repository(await temporaryFolder(onTestFinished));
    repository.git("config", "filter.One.clean", "false");
    repository.git("config", "filter.One.required", "true");
    repository.write([".git/more", '[filter "a.b c"]\n\tprocess = false\n']);
    repository.git("config", "include.path", "more");
    expect((await filterNames(repository.root)).toSorted()).toEqual(expect.arrayContaining(["One", "a.b c"]));
  });

  it("refuses a name that could not be switched off", async () => {
    const repository = new Repository(await temporaryFolder(onTestFinished));
    repository.git("config", "filter.a=b.clean", "false");
    await expect(filterNames(repository.root)).rejects.toMatchObject({ code: "GIT_FAILED" });
  });
});

describe("gitEnvironment", () => {
  it("keeps who the developer is and drops what points git elsewhere", () => {
    const env = gitEnvironment({
      PATH: "/bin",
      GIT_DIR: "/elsewhere",
      GIT_WORK_TREE: "/elsewhere",
      GIT_INDEX_FILE: "x",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_PARAMETERS: "'core.fsmonitor'='evil'",
      GIT_EXTERNAL_DIFF: "evil",
      GIT_AUTHOR_NAME: "Ada",
      GIT_CONFIG_GLOBAL: "/home/ada/.gitconfig",
    });
    expect(env).toEqual({
      PATH: "/bin",
      GIT_AUTHOR_NAME: "Ada",
      GIT_CONFIG_GLOBAL: "/home/ada/.gitconfig",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      GIT_LITERAL_PATHSPECS: "1",
      GIT_ALLOW_PROTOCOL: "",
      LC_ALL: "C",
    });
  });
});
