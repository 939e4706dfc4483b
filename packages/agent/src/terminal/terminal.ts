/** The terminal that the agent runs in, and the person in front of it. */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable, Writable } from "node:stream";
import { unlessAborted } from "../abort.js";
import { nextLine } from "./piped-lines.js";

/** What is needed of a terminal; an agent with a screen of its own implements it itself. */
export interface Terminal {
  /** Where the answers come from: terminals that share it are asked one after the other. The terminal itself if left out. */
  readonly source?: object;
  /** In characters. */
  readonly columns: number;
  readonly color: boolean;
  write(text: string): void;
  /** One line of input; undefined if there is no more, or the person interrupts. */
  question(prompt: string, signal?: AbortSignal): Promise<string | undefined>;
  /** The text as the person leaves it in their editor; undefined if they have none. `name` tells the kind of file. */
  edit(text: string, name: string, signal?: AbortSignal): Promise<string | undefined>;
}

/** Where to read and write; the process's own streams if left out. */
export interface TerminalStreams {
  readonly input?: Readable & { readonly isTTY?: boolean };
  readonly output?: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly environment?: NodeJS.ProcessEnv;
}

/** A terminal made of streams. */
export function streamTerminal(streams: TerminalStreams = {}): Terminal {
  const { input = process.stdin, output = process.stdout, environment = process.env } = streams;
  const isTerminal = "isTTY" in output && output.isTTY === true;
  return {
    columns: ("columns" in output ? output.columns : undefined) ?? 80,
    source: input,
    color: isTerminal && !environment["NO_COLOR"],
    write: (text) => void output.write(text),
    question: async (prompt, signal) => {
      if (!input.isTTY) {
        output.write(prompt);
        return nextLine(input, signal);
      }
      if (!input.readable) return undefined;
      const lines = createInterface({ input, output, terminal: isTerminal });
      const answer = new Promise<string | undefined>((resolve) => {
        lines.once("close", () => resolve(undefined));
        lines.once("SIGINT", () => resolve(undefined));
        lines.question(prompt, resolve);
      });
      return unlessAborted(answer, signal).finally(() => lines.close());
    },
    edit: (text, name, signal) => editText(environment["VISUAL"] || environment["EDITOR"], text, name, signal),
  };
}

/** In a private folder, which is gone afterwards. Rejects if the editor fails: then nothing was changed. */
async function editText(
  editor: string | undefined,
  text: string,
  name: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (!editor) return undefined;
  const folder = await mkdtemp(join(tmpdir(), "tandem-edit-"));
  try {
    const path = join(folder, basename(name));
    await writeFile(path, text, { mode: 0o600 });
    await run(editor, path, signal);
    return await readFile(path, "utf8");
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The variable may hold arguments, as git has it, so a shell reads it. */
function run(editor: string, path: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { stdio: "inherit", ...(signal && { signal }) } as const;
    const child =
      process.platform === "win32"
        ? spawn(`${editor} "${path}"`, { ...options, shell: true })
        : spawn("/bin/sh", ["-c", `${editor} "$1"`, "sh", path], options);
    child.once("error", reject);
    child.once("exit", (code) => (code === 0 ? resolve() : reject(new Error(`The editor ended with code ${code}.`))));
  });
}
