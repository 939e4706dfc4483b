/** A window of the built command line, in a home and on a folder of its own. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { findWindows } from "@tandem/agent";
import type { WindowFile } from "@tandem/protocol";

const ENTRY = fileURLToPath(new URL("../../../cli/dist/main.js", import.meta.url));

export interface TestWindow {
  /** Of the page; the same after a restart. */
  readonly link: string;
  /** As agents find it; another one after a restart. */
  readonly file: WindowFile;
  /** The user's, where agents look for windows. */
  readonly home: string;
  path(relative: string): string;
  readDisk(relative: string): Promise<string>;
  writeDisk(relative: string, text: string): Promise<void>;
  /** Whether no file of the window's can grow. */
  fillDisk(isFull: boolean): void;
  /** As a crash does: nothing is flushed. */
  kill(): Promise<void>;
  /** After `kill`. */
  restart(): Promise<void>;
  /** Ends it and removes its home and folder. */
  close(): Promise<void>;
}

/** Relative path → text. */
export type Files = Readonly<Record<string, string>>;

export async function openWindow(files: Files): Promise<TestWindow> {
  const base = await realpath(await mkdtemp(join(tmpdir(), "tandem-page-")));
  const home = join(base, "home");
  const folder = join(base, "harbour");
  const env = { ...process.env, HOME: base, TANDEM_HOME: home, XDG_CONFIG_HOME: join(base, "config"), NO_COLOR: "1" };
  const path = (relative: string) => join(folder, relative);
  const writeDisk = async (relative: string, text: string) => {
    await mkdir(dirname(path(relative)), { recursive: true });
    await writeFile(path(relative), text);
  };
  for (const [relative, text] of Object.entries(files)) await writeDisk(relative, text);

  const start = async () => {
    const child = spawn(process.execPath, [ENTRY, folder, "--port", "0", "--json", "--no-browser"], { env });
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const { page } = JSON.parse(line) as { page: string };
    const file = (await findWindows({ TANDEM_HOME: home })).find(({ pid }) => pid === child.pid);
    if (!file) throw new Error("The window has no window file.");
    return { child, link: page, file };
  };
  let running = await start();
  const kill = () => end(running.child);

  return {
    get link() {
      return running.link;
    },
    get file() {
      return running.file;
    },
    home: env.HOME,
    path,
    readDisk: (relative) => readFile(path(relative), "utf8"),
    writeDisk,
    fillDisk: (isFull) => {
      const most = isFull ? "0" : "unlimited";
      execFileSync("prlimit", [`--pid=${running.child.pid}`, `--fsize=${most}:unlimited`]);
    },
    kill,
    restart: async () => {
      running = await start();
    },
    close: async () => {
      await kill();
      await rm(base, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "close");
}
