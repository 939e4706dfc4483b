/**
 * The reviews on disk: their states, with the buffers that have their accepted changes in them. It is written anew, with
 * the newest states alone, once it has grown to a multiple of them.
 */
import { JournalContents, type Review, type ReviewJournal } from "@tandem/host";
import type { Journal, StoredBuffer } from "@tandem/workspace";
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";

/** States of reviews with the buffers that they left; or a file that has no unsaved text any more. */
export type Entry =
  | { readonly reviews: readonly Review[]; readonly buffers: readonly StoredBuffer[] }
  | { readonly clean: string };

const appliedStates: ReadonlySet<Review["state"]> = new Set(["accepted", "partly-accepted"]);

export interface ReviewLogParts {
  readonly journal: Journal<Entry>;
  readonly documents: Documents;
  readonly log: (message: string) => void;
  /** Instead of the usual one. */
  readonly leastGrowth?: number;
}

export class ReviewLog implements ReviewJournal {
  readonly records: readonly Review[];
  readonly #parts: ReviewLogParts;
  /** As it was last acknowledged. */
  readonly #contents: JournalContents;
  /** Files whose unsaved text may be known from here alone. */
  readonly #unsaved = new Set<string>();
  readonly #unlisten: () => void;

  constructor(parts: ReviewLogParts) {
    this.#parts = parts;
    const { records } = parts.journal;
    const reviews = records.flatMap((entry) => ("clean" in entry ? [] : entry.reviews));
    this.#contents = new JournalContents(reviews, parts.leastGrowth);
    this.records = this.#contents.latest;
    for (const file of buffersLeft(records).keys()) this.#unsaved.add(file);
    // What was thrown away or saved must not come back with the decision that once left it.
    const forget = ({ path }: Document) => {
      this.#unsaved.delete(path.path);
      const done = parts.journal.append({ clean: path.path });
      done.catch((error: unknown) => parts.log(`Nothing could be recorded: ${error}`));
    };
    this.#unlisten = parts.documents.listen({
      closed: forget,
      saved: (document) => document.dirty || forget(document),
      changed: (document) => document.dirty || forget(document),
    });
  }

  async append(reviews: readonly Review[]): Promise<void> {
    const changed = reviews.filter(({ kind, state }) => kind === "edit" && appliedStates.has(state));
    const buffers = this.#buffers(changed.map(({ path }) => path.path));
    for (const { file } of buffers) this.#unsaved.add(file);
    await this.#parts.journal.append({ reviews, buffers });
    const textLength = buffers.reduce((sum, { text }) => sum + text.length, 0);
    if (this.#contents.add(reviews, textLength)) void this.tidy();
  }

  /** Writes it anew, with what is remembered. Without room for that it goes on as it is. */
  async tidy(): Promise<void> {
    const { journal, log } = this.#parts;
    const entries: Entry[] = this.#contents.latest.map((review) => ({ reviews: [review], buffers: [] }));
    const buffers = this.#buffers([...this.#unsaved]);
    if (buffers.length > 0) entries.push({ reviews: [], buffers });
    await journal.compact(entries).catch((error: unknown) => log(`What is remembered could not be tidied: ${error}`));
  }

  async close(): Promise<void> {
    this.#unlisten();
    await this.#parts.journal.close();
  }

  #buffers(files: readonly string[]): readonly StoredBuffer[] {
    const open = files.map((file) => this.#parts.documents.get(file)).filter((document) => document !== undefined);
    return open.filter(({ dirty }) => dirty).map((document) => document.toStore());
  }
}

/** By file: the text that its last decision left, unless there was an end of it. */
export function buffersLeft(entries: readonly Entry[]): Map<string, StoredBuffer> {
  const left = new Map<string, StoredBuffer>();
  for (const entry of entries) {
    if ("clean" in entry) left.delete(entry.clean);
    else for (const buffer of entry.buffers) left.set(buffer.file, buffer);
  }
  return left;
}
