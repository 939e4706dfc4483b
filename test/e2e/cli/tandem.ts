/** The real `tandem` command in processes of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export const ENTRY = fileURLToPath(new URL("../../../cli/dist/main.js", import.meta.url));

/** A window that applies what agents propose, for there is nobody to decide. */
const HEADLESS = ["--mode", "trust", "--no-page"];

interface Announced {
  readonly url: string;
  readonly page?: string;
  readonly mode: string;
  readonly pid: number;
  readonly roots: readonly string[];
}

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A home and a folder of its own for one test file; `close` ends every process that was started. */
export async function sandbox(entry = ENTRY) {
  const base = await realpath(await mkdtemp(join(tmpdir(), "tandem-cli-")));
  const home = join(base, "home");
  const folder = join(base, "folder");
  await mkdir(folder);
  const environment = {
    ...process.env,
    HOME: home,
    TANDEM_HOME: home,
    XDG_CONFIG_HOME: join(base, "config"),
    NO_COLOR: "1",
  };
  const children: ChildProcess[] = [];

  const start = (args: readonly string[], cwd = folder, env: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [entry, ...args], { cwd, env: { ...environment, ...env } });
    children.push(child);
    return child;
  };

  return {
    base,
    home,
    folder,
    /** What the command needs to know of this sandbox. */
    environment: { HOME: home, TANDEM_HOME: home, XDG_CONFIG_HOME: join(base, "config") },
    start,
    write: async (path: string, text: string | Uint8Array) => {
      await mkdir(dirname(join(base, path)), { recursive: true });
      await writeFile(join(base, path), text);
    },
    /** Runs a command to its end, with this on its standard input. */
    run: async (args: readonly string[], cwd = folder, env: NodeJS.ProcessEnv = {}, input = ""): Promise<Finished> => {
      const child = start(args, cwd, env);
      const output = { stdout: "", stderr: "" };
      child.stdout?.on("data", (chunk) => (output.stdout += chunk));
      child.stderr?.on("data", (chunk) => (output.stderr += chunk));
      child.stdin?.end(input);
      const [code] = (await once(child, "close")) as [number | null];
      return { code, ...output };
    },
    /** Starts a window and resolves with its first line once it is ready. */
    open: async (args: readonly string[] = HEADLESS, env: NodeJS.ProcessEnv = {}) => {
      const child = start([folder, "--port", "0", "--json", ...args], folder, env);
      const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")) as [
        string,
      ];
      return { child, line, window: JSON.parse(line) as Announced };
    },
    close: async () => {
      for (const child of children) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        child.kill("SIGKILL");
        await once(child, "close");
      }
      await rm(base, { recursive: true, force: true });
    },
  };
}
