import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Review } from "@tandem/host";
import { openJournal } from "@tandem/workspace";
import { expect, it, onTestFinished, vi } from "vitest";
import { isLetGo, openReviewJournal } from "./review-journal.js";

async function opened(leastGrowth = 1_000_000) {
  const home = await realpath(await mkdtemp(join(tmpdir(), "tandem-journal-")));
  vi.stubEnv("TANDEM_HOME", home);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await rm(home, { recursive: true });
  });
  const durable = await openReviewJournal([home], () => {}, { leastGrowth });
  const hunk = { id: 0, from: 0, to: 0, insert: "x".repeat(100), proposed: "", removed: "", comment: "" };
  const review = { id: "r", kind: "edit", state: "pending", hunks: [hunk] } as unknown as Review;
  /** What is in the file. */
  const reread = async () => {
    await durable.close();
    const journal = await openJournal<readonly Review[]>(durable.folder ?? "", "vscode-reviews");
    await journal.close();
    return journal.records.flat();
  };
  return { home, durable, review, reread };
}

it("is written anew, with the newest states alone, once it has grown to a multiple of them", async () => {
  const { durable, review, reread } = await opened(1000);
  for (let i = 1; i <= 200; i++) await durable.journal?.append([{ ...review, comment: `${i}` }]);
  const records = await reread();
  expect(records.length).toBeLessThan(30);
  expect(records.at(-1)).toMatchObject({ id: "r", comment: "200" });
});

it("begins with the newest states alone", async () => {
  const { home, durable, review } = await opened();
  for (let i = 1; i <= 20; i++) await durable.journal?.append([{ ...review, comment: `${i}` }]);
  await durable.close();
  const again = await openReviewJournal([home], () => {});
  expect(again.journal?.records).toMatchObject([{ id: "r", comment: "20" }]);
  await again.close();
});

it("is another window's until that one lets go of it", async () => {
  const { home, durable } = await opened();
  const second = await openReviewJournal([home], () => {}, { patienceMs: 200 });
  expect(second).toMatchObject({ journal: undefined, folder: undefined, isTaken: true });
  expect(await isLetGo([home])).toBe(false);
  await durable.close();
  expect(await isLetGo([home])).toBe(true);
  const again = await openReviewJournal([home], () => {});
  expect(again).toMatchObject({ folder: durable.folder, isTaken: false });
  await again.close();
});
