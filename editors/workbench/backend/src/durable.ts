/**
 * What outlives the process: unsaved text, and reviews with their outcomes. A decision and the text that it left stand
 * in one record, so that a crash keeps both or neither.
 */
import { createHash } from "node:crypto";
import { rename } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import type { ReviewJournal } from "@tandem/host";
import { tandemHome } from "@tandem/protocol";
import {
  type BufferStore,
  encodeText,
  type Journal,
  JournalBusy,
  LineEndings,
  openBufferStore,
  openJournal,
  readTextFile,
  type StoredBuffer,
  type WorkspacePaths,
} from "@tandem/workspace";
import { BufferKeeper } from "./buffer-keeper.js";
import type { Documents } from "./documents.js";
import { buffersLeft, type Entry, ReviewLog } from "./review-log.js";

export interface Durable {
  readonly journal: ReviewJournal;
  /** A folder of the workspace's own, for what else has to be kept; undefined if another window has it. */
  readonly folder: string | undefined;
  close(): Promise<void>;
}

const nothing: Durable = { journal: { records: [], append: async () => {} }, folder: undefined, close: async () => {} };

/** Restores the buffers of an earlier run. Another window on the same folder keeps it; this one then keeps nothing. */
export async function openDurable(
  root: string,
  paths: WorkspacePaths,
  documents: Documents,
  log: (message: string) => void,
): Promise<Durable> {
  const folder = join(tandemHome(process.env, homedir()), "workspaces", hashOf(root));
  try {
    const journal = await openReviews(folder, log);
    if (journal.damage) log(`Some remembered reviews could not be read; they are in ${journal.damage.file}.`);
    const buffers = await openBufferStore(join(folder, "buffers"));
    const areKept = await restoreBuffers(journal.records, buffers, paths, documents, log);
    const keeper = new BufferKeeper(documents, buffers, log);
    const reviews = new ReviewLog({ journal, documents, log });
    if (areKept) await reviews.tidy();
    return {
      folder,
      journal: reviews,
      close: async () => {
        await keeper.close();
        await reviews.close();
      },
    };
  } catch (error) {
    const busy = error instanceof JournalBusy;
    log(
      busy
        ? "Another window has this folder open; what this one leaves unsaved is not kept."
        : `Nothing is kept: ${error}`,
    );
    return nothing;
  }
}

/** What cannot be read at all is moved away: unsaved text must not be lost with it. Throws `JournalBusy`. */
async function openReviews(folder: string, log: (message: string) => void): Promise<Journal<Entry>> {
  try {
    return await openJournal<Entry>(folder, "reviews");
  } catch (error) {
    if (error instanceof JournalBusy) throw error;
    const aside = join(folder, `reviews.unreadable-${Date.now()}`);
    await rename(join(folder, "reviews"), aside);
    log(`The remembered reviews could not be read (${error}); they are in ${aside}.`);
    return openJournal<Entry>(folder, "reviews");
  }
}

/**
 * Of each file the newest text: the one kept last, or the one that a decision left. True if all of it is kept beside
 * the records, so that they can go.
 */
async function restoreBuffers(
  entries: Journal<Entry>["records"],
  buffers: BufferStore,
  paths: WorkspacePaths,
  documents: Documents,
  log: (message: string) => void,
): Promise<boolean> {
  let areKept = true;
  const kept = new Map((await buffers.load()).map((buffer) => [buffer.file, buffer]));
  const left = buffersLeft(entries);
  for (const file of new Set([...kept.keys(), ...left.keys()])) {
    try {
      const path = await paths.file(file).catch(() => paths.newFile(file));
      const onDisk = await readTextFile(path).then(
        ({ hash }) => hash,
        () => undefined,
      );
      const decision = left.get(file);
      // A file that was saved since holds other bytes than the decision was made on.
      const unsaved = decision?.diskHash === onDisk ? decision : undefined;
      const stored = kept.get(file);
      const buffer = unsaved && unsaved.version > (stored?.version ?? -1) ? unsaved : stored;
      // What was being saved when the end came, and was saved.
      const newest = decision && decision.version >= (stored?.version ?? -1) ? decision : stored;
      const isSaved = newest !== undefined && encodedHash(newest) === onDisk;
      if (!buffer || isSaved) {
        await buffers.remove(file);
        continue;
      }
      await documents.restore(path, buffer);
      log(`Unsaved changes in ${path.relative} are back.`);
      await buffers.save(buffer);
    } catch (error) {
      areKept = false;
      log(`The unsaved text of ${file} could not be restored or kept: ${error}`);
    }
  }
  return areKept;
}

/** Of the bytes that a save of the buffer would write; undefined if there are none. */
function encodedHash({ text, endings, bom, encoding }: StoredBuffer): string | undefined {
  try {
    const bytes = encodeText(text, LineEndings.fromJSON(endings), bom, encoding);
    return createHash("sha256").update(bytes).digest("hex");
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}
