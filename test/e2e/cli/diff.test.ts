import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { git } from "../helpers/hosts.js";
import { openReviewingWindow, type ReviewingWindow } from "./reviewing-window.js";
import { Screen } from "./screen.js";
import { ENTRY, sandbox } from "./tandem.js";

let box: Awaited<ReturnType<typeof sandbox>>;
let window: ReviewingWindow | undefined;
beforeAll(async () => {
  box = await sandbox();
  await box.write("elsewhere/new.txt", "uno\ntwo\n");
});
beforeEach(() => box.write("folder/notes.txt", "one\ntwo\n"));
afterAll(async () => {
  window?.page.close();
  await box.close();
});

const elsewhere = () => join(box.base, "elsewhere/new.txt");
const onDisk = () => readFile(join(box.folder, "notes.txt"), "utf8");

/** What a person at a terminal sees, and the exit code after their answer. */
async function answered(args: readonly string[], answer: string): Promise<string> {
  const screen = await Screen.open([process.execPath, ENTRY, "diff", ...args], {
    cwd: box.folder,
    env: box.environment,
  });
  try {
    await screen.shows("Accept it?");
    await screen.enter(answer);
    return await screen.shows("It ended");
  } finally {
    await screen.close();
  }
}

describe("tandem diff without a window", () => {
  it("says why, and exits with 2 where nobody can be asked", async () => {
    const { code, stderr } = await box.run(["diff", "notes.txt", elsewhere()]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/No window holds .*notes\.txt.*no terminal/);
  });

  it("asks in the terminal, and writes nothing", async () => {
    const screen = await answered(["notes.txt", elsewhere()], "y");
    expect(screen).toContain("No window holds");
    expect(screen).toContain("+uno");
    expect(screen).toContain("It ended with 0.");
    expect(await answered(["notes.txt", elsewhere()], "n")).toContain("It ended with 1.");
    expect(await onDisk()).toBe("one\ntwo\n");
  });

  it("accepts what is the same, and exits with 2 for what is not there", async () => {
    expect(await box.run(["diff", "notes.txt", "notes.txt"])).toMatchObject({ code: 0 });
    expect(await box.run(["diff", "notes.txt", "nowhere.txt"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("There is no file"),
    });
    expect(await box.run(["diff", "notes.txt"])).toMatchObject({ code: 2 });
  });
});

describe("tandem diff with a window", () => {
  beforeAll(async () => {
    await git(box.folder, "init", "--quiet");
    await git(box.folder, "add", ".");
    await git(box.folder, "-c", "user.name=A", "-c", "user.email=a@localhost", "commit", "--quiet", "--message", "One");
    window = await openReviewingWindow(box);
  });

  it.each([
    ["accept", 0, "uno\ntwo\n"],
    ["reject", 1, "one\ntwo\n"],
  ] as const)("has it decided there: %s exits with %i", async (verdict, expected, text) => {
    const running = box.run(["diff", "notes.txt", elsewhere()]);
    const [review] = (await window?.page.pendingReviews()) ?? [];
    expect(review?.title).toContain("notes.txt");
    await window?.decide(verdict);
    expect(await running).toMatchObject({ code: expected, stdout: expect.stringContaining("Tandem Workbench") });
    expect(await onDisk()).toBe(text);
  });

  it("takes it back when it is interrupted", async () => {
    const child = box.start(["diff", "notes.txt", elsewhere()]);
    const [review] = (await window?.page.pendingReviews()) ?? [];
    child.kill("SIGINT");
    expect(await once(child, "close")).toEqual([130, null]);
    await window?.page.ended(review?.id ?? "");
  });

  it("says that a window cannot show a change that was made already", async () => {
    const { code, stderr } = await box.run(["diff", elsewhere(), "notes.txt"]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/notes\.txt holds the new text already/);
  });

  it("is a tool of git's: what a commit has is taken over as the developer decides", async () => {
    await box.write("folder/notes.txt", "changed\ntwo\n");
    const tool = `${process.execPath} ${ENTRY} diff`;
    const args = ["-C", box.folder, "difftool", "--no-prompt", "--trust-exit-code", `--extcmd=${tool}`, "-R", "HEAD"];
    const running = promisify(execFile)("git", args, { env: { ...process.env, ...box.environment } });
    await window?.decide("accept");
    await running;
    expect(await onDisk()).toBe("one\ntwo\n");
  });
});
