/**
 * Reviews and their outcomes on disk, with the newest states alone at the start and whenever it has grown to a multiple
 * of them. Unsaved text is VS Code's own to keep.
 */
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { JournalContents, type Review, type ReviewJournal } from "@tandem/host";
import { tandemHome } from "@tandem/protocol";
import { isJournalFree, type Journal, JournalBusy, openJournal } from "@tandem/workspace";

const NAME = "vscode-reviews";
/** A window that was reloaded may have to wait for the end of the one before it, in milliseconds. */
const PATIENCE_MS = 8000;
const STEP_MS = 100;

export interface DurableReviews {
  /** Undefined if another window has it: then nothing is kept. */
  readonly journal: ReviewJournal | undefined;
  /** A folder of the workspace's own; undefined if another window has it. */
  readonly folder: string | undefined;
  /** Another window has it. */
  readonly isTaken: boolean;
  close(): Promise<void>;
}

const nothing: DurableReviews = { journal: undefined, folder: undefined, isTaken: false, close: async () => {} };

/** Never rejects. */
export async function openReviewJournal(
  roots: readonly string[],
  log: (message: string) => void,
  { leastGrowth, patienceMs = PATIENCE_MS }: { readonly leastGrowth?: number; readonly patienceMs?: number } = {},
): Promise<DurableReviews> {
  if (roots.length === 0) return nothing;
  const folder = folderOf(roots);
  try {
    const journal = await openPatiently(folder, patienceMs);
    if (journal.damage) log(`Some remembered reviews could not be read; they are in ${journal.damage.file}.`);
    const records = journal.records.flat();
    const contents = new JournalContents(records, leastGrowth);
    // Without room for that the journal goes on as it is.
    const tidy = () =>
      journal
        .compact(contents.latest.map((review) => [review]))
        .catch((error: unknown) => log(`What is remembered could not be tidied: ${error}`));
    if (contents.latest.length < records.length) void tidy();
    const append = async (reviews: readonly Review[]) => {
      await journal.append(reviews);
      if (contents.add(reviews)) void tidy();
    };
    const kept = { records: contents.latest, append };
    return { folder, journal: kept, isTaken: false, close: () => journal.close() };
  } catch (error) {
    const busy = error instanceof JournalBusy;
    log(busy ? "Another window has this folder open; reviews of this one are not kept." : `Nothing is kept: ${error}`);
    return { ...nothing, isTaken: busy };
  }
}

/** No window has it any more. */
export function isLetGo(roots: readonly string[]): Promise<boolean> {
  return isJournalFree(folderOf(roots), NAME);
}

async function openPatiently(folder: string, patienceMs: number): Promise<Journal<readonly Review[]>> {
  for (let waited = 0; ; waited += STEP_MS) {
    try {
      return await openJournal<readonly Review[]>(folder, NAME);
    } catch (error) {
      if (!(error instanceof JournalBusy) || waited >= patienceMs) throw error;
      await wait(STEP_MS);
    }
  }
}

function folderOf(roots: readonly string[]): string {
  const name = createHash("sha256").update(roots.join("\n")).digest("hex").slice(0, 32);
  return join(tandemHome(process.env, homedir()), "workspaces", name);
}
