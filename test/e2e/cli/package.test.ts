/** The packed command as npm installs it, in a prefix of its own. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packCommand } from "../../../scripts/command-package.mjs";
import { openReviewingWindow, type ReviewingWindow } from "./reviewing-window.js";
import { sandbox } from "./tandem.js";

const run = promisify(execFile);

let prefix: string;
let box: Awaited<ReturnType<typeof sandbox>>;
let window: ReviewingWindow | undefined;
const command = () => join(prefix, "bin", "tandem");

beforeAll(async () => {
  prefix = await mkdtemp(join(tmpdir(), "tandem-prefix-"));
  // What was installed here once is in npm's cache.
  const flags = ["--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", "--global", "--prefix", prefix, ...flags, await packCommand()]);
  box = await sandbox(command());
  await box.write("folder/a.ts", "const wrong: number = 'text';\n");
  await box.write("folder/tsconfig.json", "{}");
});
afterAll(async () => {
  window?.page.close();
  await box?.close();
  await rm(prefix, { recursive: true, force: true });
});

describe("the installed command", () => {
  it("says which version it is", async () => {
    expect((await run(command(), ["--version"])).stdout).toBe("0.1.0\n");
  });

  it("opens a window with its page, and finds the language servers and ripgrep", async () => {
    window = await openReviewingWindow(box);
    const call = async (tool: string, input: object) =>
      JSON.parse((await box.run(["call", tool, JSON.stringify(input), "--json"])).stdout) as unknown;
    expect(await call("ide.diagnostics.list", { file: join(box.folder, "a.ts") })).toMatchObject({ total: 1 });
    expect(await call("ide.file.list", {})).toMatchObject({ total: 2 });
    expect(await call("ide.editor.getContent", { file: join(box.folder, "a.ts") })).toMatchObject({
      content: "const wrong: number = 'text';\n",
    });
  });

  it("has an agent's change decided", async () => {
    await box.write("new.ts", "const right: number = 1;\n");
    const asking = box.run(["diff", "a.ts", join(box.base, "new.ts")]);
    await window?.decide("accept");
    expect(await asking).toMatchObject({ code: 0, stdout: expect.stringContaining("Accepted.") });
  });
});
