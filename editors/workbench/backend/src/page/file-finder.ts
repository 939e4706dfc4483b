/** Finds files by a few letters; the list is made when it is first needed, and again after files came or went. */
import { type FileChange, type FileList, FuzzyFinder } from "@tandem/workspace";

export class FileFinder {
  readonly #files: Pick<FileList, "listFiles">;
  #listing: Promise<FuzzyFinder> | undefined;

  constructor(files: Pick<FileList, "listFiles">) {
    this.#files = files;
  }

  async find(query: string, limit: number): Promise<string[]> {
    this.#listing ??= this.#list();
    return (await this.#listing).find(query, limit);
  }

  watched(changes: readonly FileChange[]): void {
    const listsAnew = ({ file, type }: FileChange) => type !== "changed" || file.endsWith("ignore");
    if (changes.some(listsAnew)) this.#listing = undefined;
  }

  async #list(): Promise<FuzzyFinder> {
    try {
      return new FuzzyFinder(await this.#files.listFiles());
    } catch (error) {
      this.#listing = undefined;
      throw error;
    }
  }
}
