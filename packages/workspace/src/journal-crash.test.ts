/** Journal and buffer store in real processes that are killed at any moment, or may not write any more. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openBufferStore } from "./buffer-store.js";
import { openJournal } from "./journal.js";
import { runProgram } from "./run-program.js";
import { type CrashRecord, crashBuffer } from "./testing/crash-child.js";
import { temporaryFolder } from "./testing/temporary-folder.js";

const ROUNDS = 200;
/** Each has its own folder, in which one process comes after another. */
const LANES = 4;
const BUFFERS = ["buffer-0", "buffer-1"];

let programs = "";

beforeAll(async () => {
  const folders: (() => Promise<void>)[] = [];
  programs = await temporaryFolder((remove) => folders.push(remove));
  const entry = ["crash-child", "limited-child"].map((name) =>
    fileURLToPath(new URL(`testing/${name}.ts`, import.meta.url)),
  );
  await build({
    configFile: false,
    logLevel: "error",
    build: { ssr: true, outDir: programs, rolldownOptions: { input: entry } },
    ssr: { noExternal: true, resolve: { conditions: ["tandem-source"] } },
  });
  return () => Promise.all(folders.map((remove) => remove()));
});

/** Node's arguments for a call of a function of one of the programs. */
function calling(program: string, name: string, ...args: readonly unknown[]): string[] {
  const url = pathToFileURL(join(programs, `${program}.js`)).href;
  return ["--input-type=module", "-e", `import { ${name} } from "${url}"; await ${name}(...${JSON.stringify(args)});`];
}

/** Kills the writing process `delay` ms after its first word. Returns all that it said. */
async function writeAndKill(folder: string, seed: number, delay: number): Promise<string[]> {
  const child = spawn(process.execPath, calling("crash-child", "writeUntilKilled", folder, seed), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(child, "close");
  let said = "";
  child.stdout.setEncoding("utf8").on("data", (words: string) => {
    said += words;
  });
  await Promise.race([once(child.stdout, "data"), ended]);
  await setTimeout(delay);
  child.kill("SIGKILL");
  expect(await ended).toEqual([null, "SIGKILL"]);
  return said.split("\n");
}

/** The highest number that was said to be so; `known`, from earlier rounds, if none was. */
function highest(said: readonly string[], what: string, known: number): number {
  const start = `${what} `;
  const numbers = said.filter((line) => line.startsWith(start)).map((line) => Number(line.slice(start.length)));
  return Math.max(known, ...numbers);
}

async function killAgainAndAgain(folder: string, rounds: number, seed: number) {
  let journalEnd = -1;
  const versions = new Map(BUFFERS.map((file) => [file, 0]));
  let acknowledged = 0;
  for (let round = 0; round < rounds; round++) {
    const said = await writeAndKill(folder, seed + round, Math.random() * 40);
    acknowledged += said.filter((line) => line.includes("done")).length;

    const journal = await openJournal<CrashRecord>(join(folder, "journal"), "journal");
    await journal.close();
    expect(journal.damage).toBeUndefined();
    const numbers = journal.records.flatMap(({ first, last }) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    expect(numbers).toEqual(numbers.map((_, index) => index));
    const last = numbers.length - 1;
    expect(last).toBeGreaterThanOrEqual(highest(said, "journal done", journalEnd));
    expect(last).toBeLessThanOrEqual(highest(said, "journal begin", journalEnd));
    journalEnd = last;

    const buffers = await (await openBufferStore(join(folder, "buffers"))).load();
    for (const file of BUFFERS) {
      const known = versions.get(file) ?? 0;
      const buffer = buffers.find((some) => some.file === file);
      const version = buffer?.version ?? 0;
      if (buffer !== undefined) expect(buffer).toEqual(crashBuffer(file, version));
      expect(version).toBeGreaterThanOrEqual(highest(said, `${file} done`, known));
      expect(version).toBeLessThanOrEqual(highest(said, `${file} begin`, known));
      versions.set(file, version);
    }
  }
  const files = [...(await readdir(join(folder, "journal"))), ...(await readdir(join(folder, "buffers")))];
  expect(files.filter((name) => name.includes("damaged") || name.endsWith(".new"))).toEqual([]);
  return acknowledged;
}

describe("killed at any moment", () => {
  it(`${ROUNDS} times, the journal holds all that was acknowledged and each buffer one whole state`, async () => {
    const folder = await temporaryFolder(onTestFinished);
    const lanes = Array.from({ length: LANES }, (_, lane) =>
      killAgainAndAgain(join(folder, String(lane)), ROUNDS / LANES, 1000 * lane),
    );
    await Promise.allSettled(lanes); // No process is left when one lane fails.
    const acknowledged = (await Promise.all(lanes)).reduce((sum, count) => sum + count);
    expect(acknowledged).toBeGreaterThan(ROUNDS);
  }, 120_000);
});

describe("when the system refuses to write", () => {
  it("a call fails, leaves nothing behind, and the next one works", async () => {
    const folder = await temporaryFolder(onTestFinished);
    const shell = ["-c", 'ulimit -f 64; exec "$0" "$@"', process.execPath];
    const { exitCode, stdout, stderr } = await runProgram("sh", [
      ...shell,
      ...calling("limited-child", "writeTooMuch", folder),
    ]);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: "" });
    expect(JSON.parse(stdout.toString())).toEqual({
      together: ["WRITE_FAILED", "WRITE_FAILED"],
      "left behind": 0,
      alone: "WRITE_FAILED",
      compaction: "WRITE_FAILED",
      "after compaction": "WRITE_FAILED",
      buffer: "WRITE_FAILED",
      buffers: ["old"],
      files: 4,
    });
    const journal = await openJournal(join(folder, "journal"), "journal");
    await journal.close();
    expect(journal).toMatchObject({ records: ["1–5", "6"], damage: undefined });
  });
});
