import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { MAX_OUTPUT_BYTES, runProgram } from "./run-program.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

describe("runProgram", () => {
  it("gives back what was printed and how it ended", async () => {
    const result = await runProgram("sh", ["-c", "printf 'a\\0b'; echo oh >&2; exit 3"]);
    expect(result).toEqual({ exitCode: 3, stdout: Buffer.from("a\0b"), stderr: "oh\n" });
  });

  it("gives the program no input to wait for", async () => {
    expect((await runProgram("cat", [])).exitCode).toBe(0);
  });

  it("keeps the window's token from the program", async () => {
    vi.stubEnv("TANDEM_TOKEN", "secret");
    onTestFinished(() => void vi.unstubAllEnvs());
    for (const options of [{}, { env: process.env }]) {
      const { stdout } = await runProgram("env", [], options);
      expect(stdout.toString()).toContain("PATH=");
      expect(stdout.toString()).not.toContain("secret");
    }
  });

  it("rejects if there is no such program", async () => {
    await expect(runProgram("tandem-no-such-program", [])).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("rejects what prints without end", async () => {
    const endless = runProgram("head", ["-c", String(MAX_OUTPUT_BYTES + 1), "/dev/zero"]);
    await expect(endless).rejects.toMatchObject({ code: "ERR_CHILD_PROCESS_STDIO_MAXBUFFER" });
  });

  it("rejects if the program is killed", async () => {
    await expect(runProgram("sh", ["-c", "kill -9 $$"])).rejects.toMatchObject({ signal: "SIGKILL" });
  });

  it("kills the program when the signal says so", async () => {
    const pidFile = join(await temporaryFolder(onTestFinished), "pid");
    const controller = new AbortController();
    const script = `echo $$ > '${pidFile}.new'; mv '${pidFile}.new' '${pidFile}'; exec tail -f /dev/null`;
    const running = runProgram("sh", ["-c", script], { signal: controller.signal });
    await vi.waitFor(() => expect(existsSync(pidFile)).toBe(true));
    controller.abort();
    await expect(running).rejects.toMatchObject({ code: "TIMED_OUT" });
    const pid = Number(readFileSync(pidFile, "utf8"));
    await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow("ESRCH"));
  });
});
