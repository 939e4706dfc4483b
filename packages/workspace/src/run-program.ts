/** Runs a program to its end and gives back what it printed. No shell is involved. */
import { type ExecFileException, execFile } from "node:child_process";
import { errors } from "@tandem/protocol";

/** More than this on stdout is a failure, in bytes. */
export const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

export interface ProgramOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Kills the program. */
  readonly signal?: AbortSignal | undefined;
}

export interface ProgramResult {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Rejects if the program cannot be started (`ENOENT`…), prints too much, is killed, or is aborted by the signal. */
export function runProgram(
  program: string,
  args: readonly string[],
  { signal, ...options }: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const settle = (failure: ExecFileException | null, stdout: Buffer, stderr: Buffer) => {
      if (signal?.aborted) reject(errors.cancelled(program));
      else if (failure !== null && typeof failure.code !== "number") reject(failure);
      else resolve({ exitCode: Number(failure?.code ?? 0), stdout, stderr: stderr.toString("utf8") });
    };
    const settings = {
      ...options,
      ...(signal && { signal }),
      encoding: "buffer",
      maxBuffer: MAX_OUTPUT_BYTES,
    } as const;
    execFile(program, args, settings, settle).stdin?.end();
  });
}
