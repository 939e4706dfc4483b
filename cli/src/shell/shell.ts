/** The loop of `tandem shell`: a line, a command, its outcome; one at a time. */
import { type BridgeState, connectedLine, type IdeBridge, streamTerminal, type Terminal } from "@tandem/agent";
import { describeError, onOneLine, styled, UsageError } from "../output.js";
import { changeCommands } from "./change-commands.js";
import type { ShellCommand } from "./command.js";
import { completeLine } from "./completion.js";
import { connectionCommands, generalCommands } from "./connection-commands.js";
import { editorCommands } from "./editor-commands.js";
import type { History } from "./history.js";
import { LineReader } from "./line-reader.js";
import { ShellScope } from "./shell-scope.js";

const commands: readonly ShellCommand[] = [
  ...connectionCommands,
  ...editorCommands,
  ...changeCommands,
  ...generalCommands(() => commands),
];

export interface ShellOptions {
  readonly folder: string;
  readonly bridge: IdeBridge;
  readonly history: History;
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
}

export class Shell {
  readonly #reader: LineReader;
  readonly #scope: ShellScope;
  /** Of the command that runs. */
  #running: AbortController | undefined;
  #failed = false;
  /** The editor that is connected, or was until it went away. */
  #editor: string | undefined;
  #lost = false;

  constructor({ folder, bridge, history, input, output }: ShellOptions) {
    const isTerminal = input.isTTY === true && output.isTTY === true;
    this.#reader = new LineReader({
      input,
      output,
      history: isTerminal ? history.load() : [],
      complete: (line) => completeLine(line, commands, folder),
      onCommand: (line) => history.add(line),
      onEarly: (line) => this.#hear(line),
      onInterrupt: () => this.interrupt(),
      onEnd: () => isTerminal && this.#running?.abort(),
    });
    const readLine = (signal: AbortSignal) => this.#reader.read(styled("dim", "│ "), "text", signal);
    this.#scope = new ShellScope({ folder, bridge, terminal: this.#terminal(output), readLine });
    bridge.onState((state) => this.#follow(state));
  }

  /** Runs until there are no more lines, or the person leaves. False if a command has failed. */
  async run(): Promise<boolean> {
    const prompt = `${styled("bold", "tandem")}> `;
    while (!this.#scope.ended) {
      const line = await this.#reader.read(prompt, "command");
      if (line === undefined) break;
      if (line.trim() !== "") await this.#execute(line.trim());
    }
    this.#reader.close();
    return !this.#failed;
  }

  print(text: string): void {
    this.#scope.print(text);
  }

  /** Ctrl+C: ends what runs; where nothing does, what was typed is forgotten. */
  interrupt(): void {
    if (this.#running) return this.#running.abort();
    this.#reader.clear();
    if (this.#reader.isTerminal) this.print(styled("dim", "/quit or Ctrl+D leaves the shell."));
    else this.#reader.close();
  }

  async #execute(line: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    try {
      await this.#runCommand(line, running.signal);
    } catch (error) {
      this.#failed = true;
      this.print(running.signal.aborted ? styled("yellow", "Cancelled.") : describeError(error, process.stdout));
    } finally {
      this.#running = undefined;
    }
  }

  async #runCommand(line: string, signal: AbortSignal): Promise<void> {
    const { name, rest } = parts(line);
    const command = commands.find((other) => other.name === name);
    if (!command) {
      throw new UsageError(
        name.startsWith("/") ? `There is no ${name}; /help lists the commands.` : "Commands begin with /; try /help.",
      );
    }
    await command.run(this.#scope, rest, signal);
  }

  /** A line that comes while a command runs. Scripts go on in their order; people may look meanwhile. */
  #hear(line: string): boolean {
    if (!this.#running) return false;
    const { name } = parts(line.trim());
    if (name === "/cancel") {
      this.#running.abort();
      return true;
    }
    const anytime = commands.find((command) => command.name === name)?.anytime === true;
    if (!anytime || !this.#reader.isTerminal) return false;
    void this.#runCommand(name, this.#running.signal).catch(() => {});
    return true;
  }

  /** Says unasked that the editor went away, and that it is back. */
  #follow(state: BridgeState): void {
    if (state.status === "waiting" && !this.#lost) {
      const editor = this.#editor ?? "The editor";
      this.print(styled("yellow", `${editor} is gone. It is looked for; until it is back, changes are decided here.`));
    }
    if (state.status === "connected" && this.#lost) this.print(styled("green", connectedLine(state.ide)));
    if (state.status === "connected") this.#editor = onOneLine(state.ide.ideName);
    if (state.status !== "connecting") this.#lost = state.status === "waiting";
  }

  /** The person in front of this shell. They have an editor only if there is a terminal to show it in. */
  #terminal(output: NodeJS.WriteStream): Terminal {
    const own = streamTerminal({ output });
    return {
      columns: own.columns,
      color: own.color,
      write: (text) => this.#reader.print(text),
      question: (prompt, signal) => this.#reader.read(prompt, "answer", signal),
      edit: async (...request) =>
        this.#reader.isTerminal ? this.#reader.handOver(() => own.edit(...request)) : undefined,
    };
  }
}

function parts(line: string): { name: string; rest: string } {
  const [, name = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
  return { name, rest };
}
