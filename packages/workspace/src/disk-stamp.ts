/** What tells one state of a file on disk from another without reading it. */
import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import type { WorkspacePath } from "@tandem/host";
import { errors } from "@tandem/protocol";
import { isMissing } from "./errno.js";

export interface DiskStamp {
  readonly dev: bigint;
  readonly ino: bigint;
  /** In bytes. */
  readonly size: number;
  readonly mtimeNs: bigint;
  /** Moves with every change and, unlike `mtimeNs`, cannot be set back. */
  readonly ctimeNs: bigint;
  /** File type and permissions. */
  readonly mode: number;
  /** False if the file had changed so shortly before that another change could have left the same times. */
  readonly settled: boolean;
}

/** Longer than any step of a file system's clock, in milliseconds. */
const CLOCK_STEP_MS = 50;

/** Of what was looked up just now. */
export function stampOf({ dev, ino, size, mtimeNs, ctimeNs, mode }: BigIntStats): DiskStamp {
  const settled = Date.now() - Number(ctimeNs / 1_000_000n) > CLOCK_STEP_MS;
  return { dev, ino, size: Number(size), mtimeNs, ctimeNs, mode: Number(mode), settled };
}

/** The same file with, as far as can be told, the same bytes. */
export function sameStamp(a: DiskStamp, b: DiskStamp): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs;
}

/** Of the file itself, not of what a link at its place leads to. Throws `FILE_NOT_FOUND`. */
export async function readStamp({ path }: WorkspacePath): Promise<DiskStamp> {
  try {
    return stampOf(await lstat(path, { bigint: true }));
  } catch (thrown) {
    throw isMissing(thrown) ? errors.fileNotFound(path) : thrown;
  }
}
