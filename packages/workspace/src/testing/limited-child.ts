/** A program for a process whose files may not grow over some tens of kilobytes: what it writes beyond that fails. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { openBufferStore } from "../buffer-store.js";
import { openJournal } from "../journal.js";
import { codeOf } from "./code-of.js";
import { crashBuffer } from "./crash-child.js";

/** Longer than any file may be. */
const long = "x".repeat(1_000_000);

/** Prints what became of each call, as JSON; what is on disk after each failure is printed with it. */
export async function writeTooMuch(folder: string): Promise<void> {
  const journal = await openJournal<string>(join(folder, "journal"), "journal");
  const bytes = async () => (await readFile(join(folder, "journal/journal"))).length;
  const outcomes: Record<string, unknown> = {};
  await Promise.all(["1", "2"].map((record) => journal.append(record)));
  const before = await bytes();
  outcomes["together"] = await Promise.all(["short", long].map((record) => codeOf(journal.append(record))));
  outcomes["left behind"] = (await bytes()) - before;
  await journal.append("3");
  outcomes["alone"] = await codeOf(journal.append(long));
  await journal.append("4");
  outcomes["compaction"] = await codeOf(journal.compact([long]));
  await journal.append("5");
  await journal.compact(["1–5"]);
  outcomes["after compaction"] = await codeOf(journal.append(long));
  await journal.append("6");

  const store = await openBufferStore(join(folder, "buffers"));
  await store.save({ ...crashBuffer("a", 1), text: "old" });
  outcomes["buffer"] = await codeOf(store.save({ ...crashBuffer("a", 2), text: long }));
  outcomes["buffers"] = (await store.load()).map(({ text }) => text);
  await store.save({ ...crashBuffer("b", 1), text: "other" });
  outcomes["files"] = [...(await readdir(join(folder, "journal"))), ...(await readdir(join(folder, "buffers")))].length;
  console.log(JSON.stringify(outcomes));
}
