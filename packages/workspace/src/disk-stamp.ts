/** What tells one state of a file on disk from another without reading it. */
import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import type { WorkspacePath } from "@tandem/host";

export interface DiskStamp {
  readonly dev: bigint;
  readonly ino: bigint;
  /** In bytes. */
  readonly size: number;
  readonly mtimeNs: bigint;
  /** File type and permissions. */
  readonly mode: number;
}

export function stampOf(stats: BigIntStats): DiskStamp {
  const { dev, ino, size, mtimeNs, mode } = stats;
  return { dev, ino, size: Number(size), mtimeNs, mode: Number(mode) };
}

/** The same file with, as far as can be told, the same bytes. */
export function sameStamp(a: DiskStamp, b: DiskStamp): boolean {
  return a.dev === b.dev && a.ino === b.ino && a.size === b.size && a.mtimeNs === b.mtimeNs;
}

/** Of the file itself, not of what a link at its place leads to. */
export async function readStamp({ path }: WorkspacePath): Promise<DiskStamp> {
  return stampOf(await lstat(path, { bigint: true }));
}
