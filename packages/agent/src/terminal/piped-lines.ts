/** Lines of an input that is no terminal: a pipe or a file, which may hold the answers to several questions. */
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { unlessAborted } from "../abort.js";

const readers = new WeakMap<Readable, PipedLines>();

/** The next line; undefined if there is no more. Rejects when aborted: the line is then the next question's. */
export function nextLine(input: Readable, signal: AbortSignal | undefined): Promise<string | undefined> {
  const lines = readers.get(input) ?? new PipedLines(input);
  readers.set(input, lines);
  return lines.next(signal);
}

/** One per input: lines that come together wait here until they are asked for. */
class PipedLines {
  readonly #input: Readable;
  readonly #lines: AsyncIterator<string> | undefined;
  #next: Promise<string | undefined> | undefined;

  constructor(input: Readable) {
    this.#input = input;
    if (input.readable) this.#lines = createInterface({ input, terminal: false })[Symbol.asyncIterator]();
  }

  /** Reads only while somebody waits: a process does not stay for its input. */
  async next(signal: AbortSignal | undefined): Promise<string | undefined> {
    this.#next ??= this.#read();
    this.#input.resume();
    try {
      const line = await unlessAborted(this.#next, signal);
      this.#next = undefined;
      return line;
    } finally {
      this.#input.pause();
    }
  }

  /** An input that fails has no more lines. */
  async #read(): Promise<string | undefined> {
    const next = await this.#lines?.next().catch(() => undefined);
    return next?.done === false ? next.value : undefined;
  }
}
