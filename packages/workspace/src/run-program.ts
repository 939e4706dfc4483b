/** Runs a program to its end and gives back what it printed. No shell is involved. */
import { type ExecFileException, execFile } from "node:child_process";
import { errors } from "@tandem/protocol";
import { childEnvironment } from "./child-environment.js";
import { Turns } from "./turns.js";

/** More than this on stdout is a failure, in bytes. */
export const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface ProgramOptions {
  readonly cwd?: string;
  /** Our own if it is not given; without the window's token in any case. */
  readonly env?: NodeJS.ProcessEnv;
  /** What the program reads; nothing if left out. */
  readonly input?: string | undefined;
  /** Kills the program. */
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** However many ask: each program costs a process. */
const turns = new Turns(8);

/** Rejects if the program cannot be started (`ENOENT`…), prints too much, is killed, or is aborted by the signal. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return turns.take(() => run(program, args, options));
}

function run(
  program: string,
  args: readonly string[],
  { signal, input, ...options }: ProgramOptions,
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const settle = (failure: ExecFileException | null, stdout: Buffer, stderr: Buffer) => {
      if (signal?.aborted) reject(errors.cancelled(program));
      else if (failure !== null && typeof failure.code !== "number") reject(failure);
      else resolve({ exitCode: Number(failure?.code ?? 0), stdout, stderr: stderr.toString("utf8") });
    };
    const settings = {
      ...options,
      env: childEnvironment(options.env),
      ...(signal && { signal }),
      encoding: "buffer",
      maxBuffer: MAX_OUTPUT_BYTES,
    } as const;
    const { stdin } = execFile(program, args, settings, settle);
    // A program may end without reading it all; what it printed counts.
    stdin?.on("error", () => {});
    stdin?.end(input);
  });
}
