/** Keeps unsaved text on disk while it is typed: a change is there within a second. */
import type { BufferStore } from "@tandem/workspace";
import type { Document } from "./document.js";
import type { Documents } from "./documents.js";

const DELAY_MS = 400;
/** What could not be kept is tried again after so long. */
const RETRY_MS = 5000;

export class BufferKeeper {
  readonly #documents: Documents;
  readonly #buffers: Pick<BufferStore, "save" | "remove">;
  readonly #log: (message: string) => void;
  readonly #waiting = new Map<Document, NodeJS.Timeout>();
  readonly #writing = new Set<Promise<void>>();
  readonly #unlisten: () => void;
  #isClosed = false;

  constructor(documents: Documents, buffers: Pick<BufferStore, "save" | "remove">, log: (message: string) => void) {
    this.#documents = documents;
    this.#buffers = buffers;
    this.#log = log;
    documents.keepWhileSaving((buffer) => buffers.save(buffer).catch((error: unknown) => this.#failed(error)));
    this.#unlisten = documents.listen({
      changed: (document) => this.#changed(document),
      saved: (document) => this.#changed(document),
      closed: (document) => this.#forget(document),
    });
  }

  /** Writes what waits, and keeps nothing from then on. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#unlisten();
    for (const document of [...this.#waiting.keys()]) this.#write(document);
    await Promise.all(this.#writing);
  }

  /** The first change of a burst sets the time; what comes after it does not put it off. */
  #changed(document: Document): void {
    if (!document.dirty) return this.#write(document);
    this.#writeAfter(DELAY_MS, document);
  }

  #writeAfter(delay: number, document: Document): void {
    if (this.#isClosed || this.#waiting.has(document)) return;
    const timer = setTimeout(() => this.#write(document), delay);
    timer.unref();
    this.#waiting.set(document, timer);
  }

  #write(document: Document): void {
    const { version } = document;
    if (!document.dirty) {
      this.#forget(document);
      this.#documents.stored(document, version);
      return;
    }
    this.#cancel(document);
    const saving = this.#buffers.save(document.toStore()).then(() => this.#documents.stored(document, version));
    saving.catch((error: unknown) => {
      if (this.#documents.get(document.path.path) !== document) return;
      this.#documents.unstored(document, error instanceof Error ? error.message : String(error));
      this.#writeAfter(RETRY_MS, document);
    });
    this.#do(saving);
  }

  #forget(document: Document): void {
    this.#cancel(document);
    this.#do(this.#buffers.remove(document.path.path));
  }

  #cancel(document: Document): void {
    clearTimeout(this.#waiting.get(document));
    this.#waiting.delete(document);
  }

  #do(work: Promise<void>): void {
    const done = work.catch((error: unknown) => this.#failed(error)).finally(() => this.#writing.delete(done));
    this.#writing.add(done);
  }

  #failed(error: unknown): void {
    this.#log(`Unsaved text could not be kept: ${error}`);
  }
}
