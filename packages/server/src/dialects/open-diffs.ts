/** The diffs that one agent has open, by their names. Several may have the same. */
import type { HostCore } from "@tandem/host";

/** Names of diffs that are remembered. */
const MAX_NAMES = 1000;

export class OpenDiffs {
  readonly #open = new Set<OpenDiff>();
  /** Also of those that were open before; the oldest first. */
  readonly #names = new Set<string>();
  readonly #reviews: Pick<HostCore["reviews"], "isOpen" | "onChange">;

  constructor(reviews: Pick<HostCore["reviews"], "isOpen" | "onChange">) {
    this.#reviews = reviews;
  }

  /** Runs what waits for the decision. Undefined if the diff was closed meanwhile. */
  async open<T>(
    name: string,
    wait: (diff: Pick<OpenDiff, "closed" | "reviews">) => Promise<T>,
  ): Promise<T | undefined> {
    const diff = new OpenDiff(name);
    this.#open.add(diff);
    this.#remember(name);
    const decided = wait(diff);
    diff.settled = decided.then(
      () => {},
      () => {},
    );
    try {
      return await decided;
    } catch (error) {
      if (diff.closed.aborted) return undefined;
      throw error;
    } finally {
      this.#open.delete(diff);
    }
  }

  /** Whether there is or was a diff of that name. */
  had(name: string): boolean {
    return this.#names.has(name);
  }

  /**
   * Closes the diffs of that name, or all. One that the developer is deciding in this very moment is left to that, and
   * closed if the decision fails. Resolves with how many were open, once their calls know how they ended.
   */
  async close(name?: string): Promise<number> {
    const closing = [...this.#open].filter((diff) => name === undefined || diff.name === name);
    const closeUndecided = () => {
      for (const diff of closing) if (diff.waitsFor.every((id) => this.#reviews.isOpen(id))) diff.close();
    };
    const undo = this.#reviews.onChange(closeUndecided);
    closeUndecided();
    await Promise.all(closing.map(({ settled }) => settled));
    undo();
    return closing.length;
  }

  #remember(name: string): void {
    this.#names.delete(name);
    this.#names.add(name);
    const [oldest = ""] = this.#names;
    if (this.#names.size > MAX_NAMES) this.#names.delete(oldest);
  }
}

class OpenDiff {
  readonly name: string;
  waitsFor: readonly string[] = [];
  settled: Promise<void> = Promise.resolve();
  readonly #closed = new AbortController();

  constructor(name: string) {
    this.name = name;
  }

  /** Aborted when the agent has closed it. */
  get closed(): AbortSignal {
    return this.#closed.signal;
  }

  /** To be told which reviews it waits for. */
  readonly reviews = (ids: readonly string[]): void => {
    this.waitsFor = ids;
  };

  close(): void {
    this.#closed.abort();
  }
}
