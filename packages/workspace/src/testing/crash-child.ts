/**
 * A program that writes to a journal and a buffer store until it is killed, and says on stdout what it begins and what
 * was acknowledged: `journal begin 7`, `journal done 7`, `buffer-0 begin 3`… Its arguments are the folder and a seed.
 */
import { writeSync } from "node:fs";
import { join } from "node:path";
import { openBufferStore, type StoredBuffer } from "../buffer-store.js";
import { openJournal } from "../journal.js";

/** All numbers from `first` to `last`, and text that makes the record long. */
export interface CrashRecord {
  readonly first: number;
  readonly last: number;
  readonly filler: string;
}

/** What a buffer holds at a version, so that a mixture of two can be told. */
export function crashBuffer(file: string, version: number): StoredBuffer {
  const text = `${file} ${version}\n`.repeat(1 + ((version * 7919) % 5000));
  return { file, text, endings: "n", bom: false, encoding: "utf8", diskHash: "00".repeat(32), version };
}

const say = (what: string, state: "begin" | "done", number: number) => writeSync(1, `${what} ${state} ${number}\n`);

async function writeJournal(folder: string, random: () => number): Promise<never> {
  const journal = await openJournal<CrashRecord>(folder, "journal");
  let acknowledged = journal.records.at(-1)?.last ?? -1;
  let next = acknowledged + 1;
  const append = async () => {
    const number = next++;
    say("journal", "begin", number);
    const length = random() < 0.05 ? 2_000_000 : Math.floor(random() * 6000);
    await journal.append({ first: number, last: number, filler: "x".repeat(length) });
    say("journal", "done", number);
    acknowledged = number;
    if (random() < 0.1) await journal.compact([{ first: 0, last: acknowledged, filler: "" }]);
  };
  for (;;) await Promise.all(Array.from({ length: 1 + Math.floor(random() * 6) }, append));
}

async function writeBuffers(folder: string): Promise<never> {
  const store = await openBufferStore(folder);
  const stored = new Map((await store.load()).map(({ file, version }) => [file, version]));
  for (;;) {
    const saves = ["buffer-0", "buffer-1"].map(async (file) => {
      const version = (stored.get(file) ?? 0) + 1;
      stored.set(file, version);
      say(file, "begin", version);
      await store.save(crashBuffer(file, version));
      say(file, "done", version);
    });
    await Promise.all(saves);
  }
}

/** Never returns. */
export async function writeUntilKilled(folder: string, seed: number): Promise<void> {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  await Promise.all([writeJournal(join(folder, "journal"), random), writeBuffers(join(folder, "buffers"))]);
}
