/** An agent that is a process of its own, and can be killed. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import type { Editor } from "./editor.js";

const tandem = fileURLToPath(new URL("../../../cli/dist/main.js", import.meta.url));

/** Calls a tool by the command line. The developer sees it as tandem-cli. */
export class AgentProcess {
  readonly #process: ChildProcessByStdio<null, Readable, null>;
  readonly #said: Promise<string>;

  constructor(editor: Editor, tool: string, input: object) {
    const env = { PATH: process.env["PATH"], HOME: editor.home, TANDEM_HOME: editor.tandemHome };
    const args = [tandem, "call", tool, JSON.stringify(input), "--json", "--folder", editor.path("")];
    this.#process = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
    this.#said = text(this.#process.stdout);
  }

  /** What the tool has answered. */
  async answer(): Promise<unknown> {
    return JSON.parse(await this.#said);
  }

  async kill(): Promise<void> {
    const ended = once(this.#process, "exit");
    this.#process.kill("SIGKILL");
    await ended;
  }
}
