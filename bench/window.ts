/** A window of ours, as developers start it: the command in a process of its own, reached through its door. */
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { callTool, findWindows } from "@tandem/agent";
import type { OutputOf, ToolArguments, ToolName, ToolNamed, WindowFile } from "@tandem/protocol";
import { type Child, startNode, stop } from "./process.js";

const command = fileURLToPath(new URL("../../cli/dist/main.js", import.meta.url));
const caller = { name: "bench", version: "1" };

export class Window {
  readonly file: WindowFile;
  /** To its page; empty if it has none. */
  readonly link: string;
  readonly #child: Child;

  private constructor(file: WindowFile, link: string, child: Child) {
    this.file = file;
    this.link = link;
    this.#child = child;
  }

  /** Without a page, and agents are trusted. Resolves once the window says that it is ready. */
  static open(folder: string): Promise<Window> {
    return Window.#start(folder, "trust", "--no-page");
  }

  static openWithPage(folder: string, mode: "review" | "trust"): Promise<Window> {
    return Window.#start(folder, mode, "--no-browser");
  }

  static async #start(folder: string, mode: string, option: string): Promise<Window> {
    const { child, line } = await startNode([command, folder, "--port", "0", "--json", "--mode", mode, option]);
    const { id, page = "" } = JSON.parse(line) as { id: string; page?: string };
    const file = (await findWindows()).find((window) => window.id === id);
    if (!file) throw new Error("The window has left no window file.");
    return new Window(file, page, child);
  }

  get url(): string {
    return this.file.urls.mcp;
  }

  async call<N extends ToolName>(tool: N, input: ToolArguments<ToolNamed<N>>): Promise<OutputOf<N>> {
    return (await callTool(this.file, tool, input, { caller })) as OutputOf<N>;
  }

  /** Memory that the process holds, in megabytes. Linux only. */
  async residentMegabytes(): Promise<number> {
    const status = await readFile(`/proc/${this.file.pid}/status`, "utf8");
    const [, kibibytes] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
    return (Number(kibibytes) * 1024) / 1e6;
  }

  async close(): Promise<void> {
    await stop(this.#child);
  }
}
