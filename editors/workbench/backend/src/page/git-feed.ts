/** The branch and what has changed, to every page, soon after files or git's own records have. */
import { type FSWatcher, watch } from "node:fs";
import type { Clock } from "@tandem/host";
import type { ToPage } from "@tandem/workbench-shared";
import { gitFolders, readGitState } from "@tandem/workspace";
import { Pace } from "./pace.js";
import type { Pages } from "./parts.js";

const DELAY_MS = 200;

export class GitFeed {
  readonly #root: string;
  readonly #pages: Pages;
  readonly #pace: Pace;
  /** On the folders in which git keeps `HEAD` and `index`, which the watcher of the workspace leaves out. */
  #watchers: readonly FSWatcher[] = [];
  #told = "";
  #message: ToPage | undefined;
  #closed = false;

  constructor(root: string, clock: Clock, pages: Pages, log: (message: string) => void) {
    this.#root = root;
    this.#pages = pages;
    this.#pace = new Pace(
      clock,
      () => DELAY_MS,
      () => this.#read(),
      (error) => log(`Git: ${error instanceof Error ? error.message : error}`),
    );
  }

  /** What was last read, for a page that has just come; it is read again at once. */
  current(): ToPage[] {
    this.changed();
    return this.#message ? [this.#message] : [];
  }

  /** Something changed that git may have a word on. Without a page nobody asks git. */
  changed(): void {
    if (this.#pages.audience > 0) this.#pace.due();
  }

  close(): void {
    this.#closed = true;
    this.#pace.close();
    this.#unwatch();
  }

  async #read(): Promise<void> {
    if (this.#watchers.length === 0) await this.#watch();
    const { branch, files } = await readGitState(this.#root);
    if (this.#closed) return;
    this.#message = { type: "git", git: { ...(branch !== undefined && { branch }), files } };
    const text = JSON.stringify(this.#message);
    if (text === this.#told) return;
    this.#told = text;
    this.#pages.tell(this.#message);
  }

  async #watch(): Promise<void> {
    const folders = await gitFolders(this.#root);
    if (this.#closed) return;
    this.#watchers = folders.map((folder) =>
      watch(folder, { persistent: false }, (_event, name) => {
        // A lock comes before every change; what it becomes is told by its own name.
        if (!name?.endsWith(".lock")) this.changed();
      }).on("error", () => this.#unwatch()),
    );
  }

  #unwatch(): void {
    for (const watcher of this.#watchers) watcher.close();
    this.#watchers = [];
  }
}
