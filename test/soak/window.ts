/** The real `tandem` command on a folder of its own, to be killed and started again. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { findWindows } from "@tandem/agent";
import type { WindowFile } from "@tandem/protocol";

const COMMAND = join(dirname(createRequire(import.meta.url).resolve("@tandem/cli/package.json")), "dist/main.js");

/** Where a window keeps things, apart from the developer's own. */
export interface Place {
  readonly folder: string;
  readonly home: string;
  readonly config: string;
}

type Child = ChildProcessByStdio<null, Readable, Readable>;

export class Window {
  readonly file: WindowFile;
  /** The link to the page. */
  readonly link: string;
  readonly #child: Child;
  /** When it was killed, on the clock of `performance`; undefined while it runs. */
  killedAt: number | undefined;

  private constructor(file: WindowFile, link: string, child: Child) {
    this.file = file;
    this.link = link;
    this.#child = child;
  }

  /** Resolves once the window says that it is ready. */
  static async open(place: Place): Promise<Window> {
    const child = start(place);
    let complaint = "";
    child.stderr.setEncoding("utf8").on("data", (words: string) => (complaint += words));
    const ready = once(createInterface({ input: child.stdout }), "line");
    const early = once(child, "close").then(() => Promise.reject(new Error(`The window ended: ${complaint}`)));
    early.catch(() => {});
    try {
      const [line] = (await Promise.race([ready, early])) as [string];
      const { id, page } = JSON.parse(line) as { id: string; page: string };
      const file = (await findWindows({ TANDEM_HOME: place.home })).find((window) => window.id === id);
      if (!file) throw new Error("The window has left no window file.");
      return new Window(file, page, child);
    } catch (error) {
      await kill(child);
      throw error;
    }
  }

  /** Starts a window and kills it after so many milliseconds, ready or not. */
  static async openInVain(place: Place, milliseconds: number): Promise<void> {
    const child = start(place);
    child.stdout.resume();
    child.stderr.resume();
    const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
    await once(child, "close");
    clearTimeout(timer);
  }

  /** Resolves when the process is gone. */
  async kill(): Promise<void> {
    this.killedAt ??= performance.now();
    await kill(this.#child);
  }
}

function start({ folder, home, config }: Place): Child {
  const env = { ...process.env, HOME: home, TANDEM_HOME: home, XDG_CONFIG_HOME: config, NO_COLOR: "1" };
  const args = [COMMAND, folder, "--port", "0", "--json", "--no-browser"];
  return spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function kill(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "close");
  child.kill("SIGKILL");
  await gone;
}
