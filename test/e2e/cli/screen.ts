/** A terminal that a test types into and looks at: tmux, with a server of its own. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

const LOOK_MS = 50;
const PATIENCE_MS = 30_000;

export interface ScreenOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

export class Screen {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs a program in it. What it printed stays when it has ended, and so does its exit code: "It ended with 0." */
  static async open(command: readonly string[], { cwd, env }: ScreenOptions): Promise<Screen> {
    const screen = new Screen(await mkdtemp(join(tmpdir(), "tandem-tmux-")));
    const variables = Object.entries(env).flatMap(([name, value]) => ["-e", `${name}=${value ?? ""}`]);
    const size = ["-x", "100", "-y", "40"];
    const kept = ["sh", "-c", '"$@"; echo "It ended with $?."; read -r _', "sh", ...command];
    await screen.#tmux("new-session", "-d", ...size, "-c", cwd, ...variables, ...kept);
    return screen;
  }

  /** Types it as it is. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", text);
  }

  /** Keys by their names, such as Enter, Tab, Up and C-c. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux("send-keys", ...keys);
  }

  async enter(line: string): Promise<void> {
    await this.type(line);
    await this.press("Enter");
  }

  /** What can be seen, colours left out. */
  async text(): Promise<string> {
    return (await this.#tmux("capture-pane", "-p")).trimEnd();
  }

  /** What can be seen, with the codes of its colours. */
  coloured(): Promise<string> {
    return this.#tmux("capture-pane", "-e", "-p");
  }

  /** Resolves with the screen once it shows the words. Rejects with what it shows instead. */
  async shows(words: string | RegExp): Promise<string> {
    const found = (text: string) => (typeof words === "string" ? text.includes(words) : words.test(text));
    for (const late = Date.now() + PATIENCE_MS; ; await delay(LOOK_MS)) {
      const text = await this.text();
      if (found(text)) return text;
      if (Date.now() > late) throw new Error(`The screen does not show ${words}:\n${text}`);
    }
  }

  async close(): Promise<void> {
    await this.#tmux("kill-server").catch(() => {});
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { stdout } = await run("tmux", ["-S", join(this.#folder, "socket"), "-f", "/dev/null", ...args]);
    return stdout;
  }
}
