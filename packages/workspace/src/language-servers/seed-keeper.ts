/** Keeps the seed files of one server shown, as they are on disk, without the editor having them open. */
import { join, relative } from "node:path";
import type { DocumentSync } from "./document-sync.js";
import { readSeed } from "./seed.js";

export class SeedKeeper {
  readonly #root: string;
  readonly #documents: DocumentSync;
  /** Absolute path → the undo of having it shown. */
  readonly #shown = new Map<string, () => void>();

  constructor(root: string, documents: DocumentSync) {
    this.#root = root;
    this.#documents = documents;
  }

  /** Shows these files and no others. Paths are relative to the root. */
  async keep(seeds: readonly string[]): Promise<void> {
    const wanted = new Set(seeds.map((seed) => join(this.#root, seed)));
    for (const file of this.#shown.keys()) if (!wanted.has(file)) this.drop(file);
    await Promise.all([...wanted].filter((file) => !this.#shown.has(file)).map((file) => this.#show(file)));
  }

  /** The file has changed on disk. Resolves when the server has been shown the new text. */
  async changed(file: string): Promise<void> {
    if (this.#shown.has(file)) await this.#show(file);
  }

  /** True if the file was a seed. */
  drop(file: string): boolean {
    this.#shown.get(file)?.();
    return this.#shown.delete(file);
  }

  async #show(file: string): Promise<void> {
    const document = await readSeed(this.#root, relative(this.#root, file));
    const hide = document && this.#documents.hold(document);
    this.drop(file);
    if (hide) this.#shown.set(file, hide);
  }
}
