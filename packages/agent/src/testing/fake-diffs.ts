/** The diffs that a fake editor shows, and the developer in front of it. */
import { writeFile } from "node:fs/promises";

/** A decision, as an editor tells it to whoever asks. */
export type Decision =
  | { readonly verdict: "FILE_SAVED"; readonly text: string }
  | { readonly verdict: "DIFF_REJECTED" };

/** A diff on show. */
export interface FakeDiff {
  readonly path: string;
  readonly tabName: string;
  readonly proposed: string;
  readonly key: string | undefined;
  /** The developer accepts it, perhaps after changes of their own. Where the editor writes, it has written then. */
  accept(text?: string): Promise<void>;
  reject(): void;
}

interface Entry extends FakeDiff {
  readonly owner: object;
  readonly decided: Promise<Decision>;
}

/** Shows diffs and remembers decisions. One book may serve an editor and the same editor after a restart. */
export class FakeDiffs {
  readonly #open: Entry[] = [];
  readonly #byKey = new Map<string, Promise<Decision>>();
  readonly #watchers: ((diff: FakeDiff) => void)[] = [];
  readonly #writes: boolean;
  readonly #keys: boolean;
  /** How often each file was written. */
  readonly written: string[] = [];

  /** `writes`: accepting writes the file. `keys`: the same key is the same review, also after its end. */
  constructor({ writes, keys }: { writes: boolean; keys: boolean }) {
    this.#writes = writes;
    this.#keys = keys;
  }

  get open(): readonly FakeDiff[] {
    return this.#open;
  }

  /** The diff that waits, or the next one that is shown. */
  next(): Promise<FakeDiff> {
    const [first] = this.#open;
    return first ? Promise.resolve(first) : new Promise((resolve) => this.#watchers.push(resolve));
  }

  show(owner: object, path: string, proposed: string, tabName: string, key: string | undefined): Promise<Decision> {
    const known = this.#keys && key !== undefined ? this.#byKey.get(key) : undefined;
    if (known) return known;
    let settle: (decision: Decision) => void = () => {};
    const decided = new Promise<Decision>((resolve) => {
      settle = resolve;
    });
    const end = (decision: Decision) => {
      this.#open.splice(this.#open.indexOf(entry), 1);
      settle(decision);
    };
    const entry: Entry = {
      owner,
      path,
      tabName,
      proposed,
      key,
      decided,
      accept: async (text = proposed) => {
        if (this.#writes) {
          await writeFile(path, text);
          this.written.push(path);
        }
        end({ verdict: "FILE_SAVED", text });
      },
      reject: () => end({ verdict: "DIFF_REJECTED" }),
    };
    this.#open.push(entry);
    if (key !== undefined) this.#byKey.set(key, decided);
    for (const watcher of this.#watchers.splice(0)) watcher(entry);
    return decided;
  }

  /** Rejects those that `which` says and tells how many they were. */
  close(which: (diff: FakeDiff) => boolean): number {
    const closing = this.#open.filter(which);
    for (const diff of closing) diff.reject();
    return closing.length;
  }

  /** Its agent is gone: where nobody else could use the decision, the diff goes too. */
  ownerGone(owner: object): void {
    if (this.#keys) return;
    for (const entry of this.#open.filter((other) => other.owner === owner)) {
      this.#open.splice(this.#open.indexOf(entry), 1);
    }
  }
}
