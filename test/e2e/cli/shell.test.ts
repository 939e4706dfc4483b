import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openReviewingWindow, type ReviewingWindow } from "./reviewing-window.js";
import { sandbox } from "./tandem.js";

let box: Awaited<ReturnType<typeof sandbox>>;
beforeAll(async () => {
  box = await sandbox();
});
beforeEach(() => box.write("folder/notes.txt", "one\ntwo\n"));
afterAll(() => box.close());

const onDisk = (name: string) => readFile(join(box.folder, name), "utf8");
const script = (...lines: readonly string[]) =>
  box.run(["shell"], undefined, {}, lines.map((line) => `${line}\n`).join(""));

describe("a script for tandem shell, without an editor", () => {
  it("has its changes decided by its own lines", async () => {
    const { code, stdout } = await script(
      "/write new.txt",
      "hello",
      ".",
      "y",
      "/edit notes.txt",
      "one",
      ".",
      "uno",
      ".",
      "n",
    );
    expect(code).toBe(0);
    expect(stdout).toContain(`No window holds ${box.folder}.`);
    expect(stdout).toContain("Accepted: new.txt is written.");
    expect(stdout).toContain("Rejected: notes.txt stays as it is.");
    expect(stdout).not.toContain("\u001b");
    expect([await onDisk("new.txt"), await onDisk("notes.txt")]).toEqual(["hello\n", "one\ntwo\n"]);
  });

  it("that ends before the decision has said no", async () => {
    expect(await script("/write late.txt", "text", ".")).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("Rejected"),
    });
    await expect(onDisk("late.txt")).rejects.toThrow("ENOENT");
  });

  it("asks about a file no more once it has said always", async () => {
    const { stdout } = await script("/write a.txt", "1", ".", "a", "/write a.txt", "2", ".", "/write a.txt", "2", ".");
    expect(stdout.match(/Write a\.txt\?/g)).toHaveLength(1);
    expect(stdout).toContain("a.txt holds this already.");
    expect(await onDisk("a.txt")).toBe("2\n");
  });

  it("that is wrong is told what to do instead, goes on, and exits with 1", async () => {
    const wrong: readonly [lines: readonly string[], words: RegExp][] = [
      [["/nothing"], /There is no \/nothing; \/help/],
      [["hello"], /Commands begin with \//],
      [["/open notes.txt"], /No editor is connected. Start one with: tandem .*, then \/ide connect/],
      [["/edit nowhere.txt"], /\/write makes a new one/],
      [["/edit notes.txt", "three", ".", "x", "."], /INVALID_INPUT/],
      [["/write"], /\/write <file>/],
      [["/write a < nowhere"], /cannot be read: ENOENT/],
      [["/write 'a"], /quote is not closed/],
    ];
    const { code, stdout } = await script(...wrong.flatMap(([lines]) => lines), "/ide");
    for (const [, words] of wrong) expect(stdout).toMatch(words);
    expect(stdout.match(/^error /gm)).toHaveLength(wrong.length);
    expect(stdout).toContain("Not connected.");
    expect(code).toBe(1);
  });

  it("leaves no history behind", async () => {
    await script("/ide");
    await expect(readFile(join(box.home, "shell-history"))).rejects.toThrow("ENOENT");
  });
});

describe("a script for tandem shell, with an editor", () => {
  let window: ReviewingWindow;
  beforeAll(async () => {
    window = await openReviewingWindow(box);
  });
  afterAll(async () => {
    window.page.close();
    window.child.kill("SIGINT");
    await once(window.child, "close");
  });

  it("waits for the developer, then goes on in its order", async () => {
    const running = script(
      "/write notes.txt",
      "uno",
      ".",
      "/open notes.txt:1",
      "/context",
      "/selection",
      "/call getOpenEditors",
    );
    await window.decide("accept");
    const { code, stdout } = await running;
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /IDE connected: Tandem Workbench[\s\S]*Accepted in Tandem Workbench: notes.txt is written[\s\S]*notes.txt:1 is shown[\s\S]*Open tabs: notes.txt[\s\S]*filePath/,
    );
    expect(await onDisk("notes.txt")).toBe("uno\n");
  });

  it("disconnects and connects when it says so", async () => {
    const { code, stdout } = await script("/ide", "/ide disconnect", "/ide", "/ide connect", "/status");
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /Connected: Tandem Workbench[\s\S]*Disconnected: Tandem Workbench[\s\S]*Not connected[\s\S]*IDE connected: Tandem Workbench[\s\S]*reviews that wait in the window: 0/,
    );
  });

  it.each(["SIGINT", "/cancel"])("takes its change back on %s", async (how) => {
    const shell = box.start(["shell"]);
    let stdout = "";
    shell.stdout?.on("data", (chunk) => (stdout += chunk));
    shell.stdin?.write("/write notes.txt\nzwei\n.\n");
    const [review] = await window.page.pendingReviews();
    if (how === "SIGINT") shell.kill("SIGINT");
    else shell.stdin?.write("/cancel\n");
    await window.page.ended(review?.id ?? "");
    shell.stdin?.end();
    expect(await once(shell, "close")).toEqual([1, null]);
    expect(stdout).toContain("Cancelled.");
    expect(await onDisk("notes.txt")).toBe("one\ntwo\n");
  });

  it("has decided in the terminal what the editor cannot show", async () => {
    const { stdout } = await script(`/write ${join(box.base, "outside.txt")}`, "x", ".", "n");
    expect(stdout).toMatch(/Tandem Workbench did not decide: .*outside the workspace[\s\S]*Rejected/);
  });
});
