import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AgentRegistry, type Review, systemClock } from "@tandem/host";
import { createPathResolver, openJournal } from "@tandem/workspace";
import { expect, it, onTestFinished } from "vitest";
import { Documents } from "./documents.js";
import { buffersLeft, type Entry, ReviewLog } from "./review-log.js";

async function opened(leastGrowth: number) {
  const root = await realpath(await mkdtemp(join(tmpdir(), "tandem-log-")));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFile(join(root, "a.txt"), "one\n");
  const path = await (await createPathResolver([root])).file(join(root, "a.txt"));
  const documents = new Documents();
  const open = () => openJournal<Entry>(join(root, "state"), "reviews");
  const log = new ReviewLog({ journal: await open(), documents, log: () => {}, leastGrowth });
  const hunk = { id: 0, from: 0, to: 4, insert: "x".repeat(100), proposed: "", removed: "one\n", comment: "" };
  const review = { id: "r", path, kind: "edit", state: "pending", hunks: [hunk] } as unknown as Review;
  /** What the next start finds. */
  const reread = async () => {
    await log.close();
    const journal = await open();
    await journal.close();
    return journal.records;
  };
  return { path, documents, log, review, reread };
}

it("is written anew, with the newest states alone, once it has grown to a multiple of them", async () => {
  const { log, review, reread } = await opened(1000);
  for (let i = 1; i <= 200; i++) await log.append([{ ...review, comment: `${i}` }]);
  const entries = await reread();
  expect(entries.length).toBeLessThan(30);
  expect(entries.at(-1)).toMatchObject({ reviews: [{ id: "r", comment: "200" }] });
});

it.each([
  ["keeps the unsaved text that a decision left", false, ["zero\none\n"]],
  ["forgets the text that was saved", true, []],
])("written anew it %s", async (_, saves, left) => {
  const { path, documents, log, review, reread } = await opened(1000);
  const { agent } = new AgentRegistry(systemClock).join({ name: "ada", version: "1" });
  await documents.change([{ path, plan: () => [{ from: 0, to: 0, insert: "zero\n" }] }], agent);
  await log.append([{ ...review, state: "accepted" }]);
  if (saves) await documents.save(path);
  await log.tidy();
  const buffers = buffersLeft(await reread());
  expect([...buffers.values()].map(({ text }) => text)).toEqual(left);
});
