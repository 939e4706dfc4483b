/**
 * What outlives the process: unsaved text, and reviews with their outcomes. A decision and the text that it left stand
 * in one record, so that a crash keeps both or neither.
 */
import { createHash } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import { type Review, type ReviewJournal, recall } from "@tandem/host";
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
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";

/** States of reviews, with the buffers that have their accepted changes in them; or a file that has no unsaved text any more. */
type Entry =
  | { readonly reviews: readonly Review[]; readonly buffers: readonly StoredBuffer[] }
  | { readonly clean: string };

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
    const journal = await openJournal<Entry>(folder, "reviews");
    if (journal.damage) log(`Some remembered reviews could not be read; they are in ${journal.damage.file}.`);
    const buffers = await openBufferStore(join(folder, "buffers"));
    const areKept = await restoreBuffers(journal.records, buffers, paths, documents, log);
    const keeper = new BufferKeeper(documents, buffers, log);
    const unlisten = forgetCleanBuffers(documents, journal, log);
    const records = recalled(journal.records);
    // Without room for that the journal goes on as it is.
    const tidying = areKept && journal.compact(records.map((review) => ({ reviews: [review], buffers: [] })));
    await Promise.resolve(tidying).catch((error: unknown) => log(`What is remembered could not be tidied: ${error}`));
    return {
      folder,
      journal: { records, append: (reviews) => journal.append(entryOf(reviews, documents)) },
      close: async () => {
        unlisten();
        await keeper.close();
        await journal.close();
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

function entryOf(reviews: readonly Review[], documents: Documents): Entry {
  const changed = reviews.filter(({ kind, state }) => kind === "edit" && appliedStates.has(state));
  const unsaved = changed.map(({ path }) => documents.get(path.path)).filter((document) => document?.dirty);
  return { reviews, buffers: unsaved.map((document) => (document as Document).toStore()) };
}

const appliedStates: ReadonlySet<Review["state"]> = new Set(["accepted", "partly-accepted"]);

/** What was thrown away or saved must not come back with the decision that once left it. */
function forgetCleanBuffers(documents: Documents, journal: Journal<Entry>, log: (message: string) => void): () => void {
  const forget = ({ path }: Document) => {
    journal.append({ clean: path.path }).catch((error: unknown) => log(`Nothing could be recorded: ${error}`));
  };
  return documents.listen({
    closed: forget,
    saved: (document) => document.dirty || forget(document),
    changed: (document) => document.dirty || forget(document),
  });
}

/** By file: the text that its last decision left, unless there was an end of it. */
function buffersLeft(entries: readonly Entry[]): Map<string, StoredBuffer> {
  const left = new Map<string, StoredBuffer>();
  for (const entry of entries) {
    if ("clean" in entry) left.delete(entry.clean);
    else for (const buffer of entry.buffers) left.set(buffer.file, buffer);
  }
  return left;
}

function recalled(entries: readonly Entry[]): readonly Review[] {
  return [...recall(entries.flatMap((entry) => ("clean" in entry ? [] : entry.reviews))).values()];
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
