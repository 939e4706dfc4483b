/** Tells of changes below a folder, in batches of about 50 ms. */
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { type AsyncSubscription, type Event, subscribe } from "@parcel/watcher";
import { globMatcher } from "./glob.js";
import { temporaryFiles } from "./write-file.js";

export interface FileChange {
  /** Real absolute path. May be a directory; of one that is moved away, only the directory itself is told. */
  readonly file: string;
  /** A file that another one was renamed over is `created`. */
  readonly type: "created" | "changed" | "deleted";
}

export interface WatchOptions {
  /** Glob patterns over paths relative to the root, in addition to `.git`, `node_modules` and our temporary files. */
  readonly ignore?: readonly string[];
  /** The same change may be told twice. */
  readonly onChanges: (changes: readonly FileChange[]) => void;
  /** Told at most once, after which changes may be missed. */
  readonly onError: (error: Error) => void;
}

export interface FolderWatch {
  /** Nothing is told after this was called. */
  close(): Promise<void>;
}

/** Resolves once changes are seen. A folder that cannot be watched is told to `onError`; nothing is thrown. */
export async function watchFolder(root: string, options: WatchOptions): Promise<FolderWatch> {
  const watch = new Watch(root, options);
  await watch.open(root);
  return watch;
}

const alwaysIgnored = ["**/node_modules", "**/.git", temporaryFiles];
/** Named, for otherwise the library first runs a program to find out whether another watcher is installed. */
const backend = process.platform === "linux" ? ({ backend: "inotify" } as const) : {};
const typeOf = { create: "created", update: "changed", delete: "deleted" } as const;

class Watch implements FolderWatch {
  readonly #root: string;
  readonly #options: WatchOptions;
  readonly #isIgnored: (path: string) => boolean;
  /** By directory: the root, and each directory that was moved in with directories inside. */
  readonly #subscriptions = new Map<string, AsyncSubscription>();
  #following: Promise<void> = Promise.resolve();
  #failed = false;
  #closed = false;

  constructor(root: string, options: WatchOptions) {
    this.#root = root;
    this.#options = options;
    const matches = globMatcher([...alwaysIgnored, ...(options.ignore ?? [])]);
    this.#isIgnored = (path) => matches(relative(root, path).replaceAll(sep, "/"));
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#following;
    for (const directory of [...this.#subscriptions.keys()]) await this.#end(directory);
  }

  async open(directory: string): Promise<void> {
    try {
      await this.#end(directory);
      const receive = (error: Error | null, events: readonly Event[]) => this.#receive(directory, error, events);
      const ignore = [...alwaysIgnored, ...(directory === this.#root ? (this.#options.ignore ?? []) : [])];
      this.#subscriptions.set(directory, await subscribe(directory, receive, { ignore, ...backend }));
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  async #end(directory: string): Promise<void> {
    const subscription = this.#subscriptions.get(directory);
    this.#subscriptions.delete(directory);
    // One whose directory is gone has ended with it, and may say that it cannot be ended again.
    await subscription?.unsubscribe().catch(() => undefined);
  }

  #receive(directory: string, error: Error | null, events: readonly Event[]): void {
    if (this.#closed) return;
    if (error) return this.#fail(error);
    const changes = events.filter((event) => this.#isTrue(event));
    this.#tell(changes.map(({ path, type }) => ({ file: path, type: typeOf[type] })));
    this.#following = this.#following
      .then(() => this.#follow(directory, changes))
      .catch((thrown: unknown) => this.#fail(thrown));
  }

  /** What is in a directory that has moved may still be told by its old name; patterns count from the root. */
  #isTrue({ path, type }: Event): boolean {
    if (this.#subscriptions.size < 2) return true;
    return !this.#isIgnored(path) && (type === "delete" || existsSync(path));
  }

  /**
   * The system tells of a directory that is moved in, and of what comes directly into it, but of nothing deeper.
   * So what it brought along is looked for and told, and watched from then on.
   */
  async #follow(directory: string, events: readonly Event[]): Promise<void> {
    const told = new Set(events.map(({ path }) => path));
    for (const { path, type } of events) {
      if (this.#closed) return;
      if (type === "delete" && path === directory && path !== this.#root) await this.#end(path);
      if (type !== "create") continue;
      const untold = async () => (await this.#contentsOf(path)).filter((entry) => !told.has(entry.path));
      let found = await untold();
      if (found.some((entry) => entry.isDirectory)) {
        await this.open(path);
        found = await untold();
      }
      this.#tell(found.map((entry) => ({ file: entry.path, type: "created" })));
    }
  }

  /** Everything below a directory that is not ignored; nothing for a file, or for what has gone again. */
  async #contentsOf(directory: string): Promise<{ path: string; isDirectory: boolean }[]> {
    const found: { path: string; isDirectory: boolean }[] = [];
    const waiting = [directory];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const entry of await readdir(next, { withFileTypes: true }).catch(() => [])) {
        const path = join(next, entry.name);
        if (this.#isIgnored(path)) continue;
        found.push({ path, isDirectory: entry.isDirectory() });
        if (entry.isDirectory()) waiting.push(path);
      }
    }
    return found;
  }

  #tell(changes: readonly FileChange[]): void {
    if (!this.#closed && changes.length > 0) this.#options.onChanges(changes);
  }

  #fail(thrown: unknown): void {
    if (this.#closed || this.#failed) return;
    this.#failed = true;
    this.#options.onError(thrown instanceof Error ? thrown : new Error(String(thrown)));
  }
}
