/** Which directories have other entries than before, to every page. */
import { dirname, relative, sep } from "node:path";
import type { Clock } from "@tandem/host";
import type { FileChange } from "@tandem/workspace";
import { Pace } from "./pace.js";
import type { Pages } from "./parts.js";

const DELAY_MS = 100;

export class TreeFeed {
  readonly #root: string;
  readonly #pages: Pages;
  readonly #pace: Pace;
  readonly #directories = new Set<string>();

  constructor(root: string, clock: Clock, pages: Pages, log: (message: string) => void) {
    this.#root = root;
    this.#pages = pages;
    this.#pace = new Pace(
      clock,
      () => DELAY_MS,
      () => this.#tell(),
      (error) => log(`Tree: ${error}`),
    );
  }

  watched(changes: readonly FileChange[]): void {
    if (this.#pages.audience === 0) return;
    for (const { file, type } of changes) {
      if (type === "changed" || file === this.#root) continue;
      this.#directories.add(relative(this.#root, dirname(file)).split(sep).join("/"));
    }
    if (this.#directories.size > 0) this.#pace.due();
  }

  close(): void {
    this.#pace.close();
  }

  #tell(): void {
    this.#pages.tell({ type: "tree", directories: [...this.#directories] });
    this.#directories.clear();
  }
}
