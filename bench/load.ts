/** A load on a server, made by a process of its own. */
import { fileURLToPath } from "node:url";
import { outputOf } from "./process.js";
import type { Era } from "./requests.js";

export interface LoadJob {
  readonly url: string;
  readonly era: Era;
  /** Called without input. */
  readonly tool: string;
  /** Agents at once, each on a connection of its own with one call out at a time. */
  readonly agents: number;
  /** How long, after a moment to warm up; or how many calls in all, every one counted. */
  readonly amount: { readonly seconds: number } | { readonly calls: number };
}

export interface LoadResult {
  readonly calls: number;
  readonly callsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
}

const maker = fileURLToPath(new URL("load-maker.js", import.meta.url));

/** Rejects if any call is answered otherwise than the first. */
export async function makeLoad(job: LoadJob): Promise<LoadResult> {
  return JSON.parse(await outputOf(process.execPath, [maker, JSON.stringify(job)])) as LoadResult;
}
