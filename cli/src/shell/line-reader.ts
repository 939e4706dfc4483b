/** Lines from a person at a terminal, or from a script: one reader for commands, texts and answers. */
import { clearLine, createInterface, cursorTo, type Interface } from "node:readline";
import { MAX_HISTORY } from "./history.js";

/** What a line is: only commands are remembered and completed. */
export type LineKind = "command" | "text" | "answer";

export interface LineReaderOptions {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Earlier commands, the newest first. */
  readonly history: readonly string[];
  /** Given what stands before the cursor: what it could become, and the part that is replaced. */
  readonly complete: (line: string) => [candidates: string[], part: string];
  /** A command was typed at a terminal. */
  readonly onCommand: (line: string) => void;
  /**
   * Hears a line that nobody has asked for yet, or that is to answer a question; true if it was dealt with.
   * Other lines wait until they are asked for.
   */
  readonly onEarly: (line: string) => boolean;
  /** Ctrl+C. */
  readonly onInterrupt: () => void;
  /** There will be no more lines. */
  readonly onEnd: () => void;
}

interface Reading {
  readonly kind: LineKind;
  readonly settle: (line: string | undefined) => void;
}

export class LineReader {
  readonly isTerminal: boolean;
  readonly #options: LineReaderOptions;
  readonly #lines: Interface;
  readonly #early: string[] = [];
  #reading: Reading | undefined;
  /** The commands that the arrow keys bring back, the newest first. */
  #history: string[] = [];
  #ended = false;

  constructor(options: LineReaderOptions) {
    const { input, output, history, complete, onCommand, onInterrupt } = options;
    this.#options = options;
    this.isTerminal = input.isTTY === true && output.isTTY === true;
    const commands = () => this.#reading === undefined || this.#reading.kind === "command";
    this.#lines = createInterface(
      this.isTerminal
        ? {
            input,
            output,
            terminal: true,
            history: [...history],
            historySize: MAX_HISTORY,
            removeHistoryDuplicates: true,
            completer: (line: string) => (commands() ? complete(line) : [[], line]),
          }
        : { input, terminal: false },
    );
    // A line that came early may turn out to be anything.
    this.#lines.on("history", (history: string[]) => {
      this.#history = history;
      if (this.#reading?.kind !== "command") history.shift();
      else if (history[0]) onCommand(history[0]);
    });
    this.#lines.on("line", (line) => this.#take(line));
    this.#lines.on("SIGINT", onInterrupt);
    this.#lines.on("close", () => {
      this.#ended = true;
      this.#reading?.settle(undefined);
      options.onEnd();
    });
  }

  /** The next line; undefined if there is no more. Rejects when aborted. Prompts are for people, questions for the record too. */
  read(prompt: string, kind: LineKind, signal?: AbortSignal): Promise<string | undefined> {
    signal?.throwIfAborted();
    const asked = kind === "answer" && !this.isTerminal;
    // What a person typed before they saw the question is no answer to it: it waits for a prompt.
    const early = kind === "answer" && this.isTerminal ? undefined : this.#early.shift();
    if (early?.trim() && kind === "command" && this.isTerminal) {
      this.#history.unshift(early);
      this.#options.onCommand(early);
    }
    if (early !== undefined || this.#ended) {
      if (asked) this.#write(`${prompt}${early ?? ""}\n`);
      return Promise.resolve(early);
    }
    if (this.isTerminal) {
      this.#lines.setPrompt(prompt);
      // Whoever types ahead is in the middle of a line.
      this.#lines.prompt(true);
    }
    return new Promise((resolve, reject) => {
      const done = () => {
        this.#reading = undefined;
        signal?.removeEventListener("abort", aborted);
      };
      const aborted = () => {
        done();
        if (this.isTerminal) this.#write("\n");
        reject(signal?.reason as Error);
      };
      const settle = (line: string | undefined) => {
        done();
        if (asked) this.#write(`${prompt}${line ?? ""}\n`);
        else if (line === undefined && this.isTerminal) this.#write("\n");
        resolve(line);
      };
      signal?.addEventListener("abort", aborted, { once: true });
      this.#reading = { kind, settle };
    });
  }

  /** Prints whole lines; what is being typed stays below them. */
  print(text: string): void {
    if (this.isTerminal && (this.#reading || this.#lines.line !== "")) {
      clearLine(this.#options.output, 0);
      cursorTo(this.#options.output, 0);
    }
    this.#write(text);
    if (this.isTerminal && this.#reading) this.#lines.prompt(true);
  }

  /** Throws away what was typed and not entered. */
  clear(): void {
    if (!this.isTerminal) return;
    this.#lines.write(null, { ctrl: true, name: "e" });
    this.#lines.write(null, { ctrl: true, name: "u" });
  }

  /** Gives the terminal to another program until the work is done. */
  async handOver<T>(work: () => Promise<T>): Promise<T> {
    const { input } = this.#options;
    this.#lines.pause();
    if (this.isTerminal) input.setRawMode(false);
    try {
      return await work();
    } finally {
      if (this.isTerminal && !this.#ended) input.setRawMode(true);
      this.#lines.resume();
    }
  }

  close(): void {
    this.#lines.close();
  }

  #take(line: string): void {
    const reading = this.#reading;
    const expected = reading !== undefined && reading.kind !== "answer";
    if (!expected && this.#options.onEarly(line)) return;
    if (reading) reading.settle(line);
    else this.#early.push(line);
  }

  #write(text: string): void {
    this.#options.output.write(text);
  }
}
