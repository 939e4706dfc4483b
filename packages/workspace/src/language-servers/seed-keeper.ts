/** Keeps the seed files of one server shown, as they are on disk, without the editor having them open. */
import { join, relative } from "node:path";
import type { DocumentSync, LiveDocument } from "./document-sync.js";
import { looseIndex, readSeed, type Seeds } from "./seed.js";

export class SeedKeeper {
  readonly #root: string;
  readonly #documents: DocumentSync;
  readonly #read: typeof readSeed;
  /** Absolute path → the undo of having it shown. */
  readonly #shown = new Map<string, () => void>();
  /** Absolute path → what stands for the newest reading of it; one that was begun before is of no use any more. */
  readonly #readings = new Map<string, symbol>();

  constructor(root: string, documents: DocumentSync, read = readSeed) {
    this.#root = root;
    this.#documents = documents;
    this.#read = read;
  }

  /** Shows these files and no others. Paths are relative to the root. */
  async keep({ files, loose }: Seeds): Promise<void> {
    const index = await looseIndex(this.#root, loose);
    if (index) this.#hold(index);
    const wanted = new Set(files.map((file) => join(this.#root, file)));
    if (index) wanted.add(index.file);
    for (const file of this.#shown.keys()) if (!wanted.has(file)) this.drop(file);
    await Promise.all([...wanted].filter((file) => !this.#shown.has(file)).map((file) => this.#show(file)));
  }

  /** The file has changed on disk. Resolves when the server has been shown the new text. */
  async changed(file: string): Promise<void> {
    if (this.#shown.has(file)) await this.#show(file);
  }

  /** True if the file was a seed. */
  drop(file: string): boolean {
    this.#readings.delete(file);
    this.#shown.get(file)?.();
    return this.#shown.delete(file);
  }

  async #show(file: string): Promise<void> {
    const reading = Symbol();
    this.#readings.set(file, reading);
    const document = await this.#read(this.#root, relative(this.#root, file));
    if (this.#readings.get(file) !== reading) return;
    if (document) this.#hold(document);
    else this.drop(file);
  }

  #hold(document: LiveDocument): void {
    const hide = this.#documents.hold(document);
    this.drop(document.file);
    this.#shown.set(document.file, hide);
  }
}
