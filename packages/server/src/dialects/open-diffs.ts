/** The diffs that one agent has open, by their names. Several may have the same. */

export class OpenDiffs {
  readonly #open = new Set<OpenDiff>();
  readonly #isOpen: (review: string) => boolean;

  /** `isOpen` tells whether a review waits and is not being decided in this moment. */
  constructor(isOpen: (review: string) => boolean) {
    this.#isOpen = isOpen;
  }

  /** Runs what waits for the decision. Undefined if the diff was closed meanwhile. */
  async open<T>(
    name: string,
    wait: (diff: Pick<OpenDiff, "closed" | "reviews">) => Promise<T>,
  ): Promise<T | undefined> {
    const diff = new OpenDiff(name);
    this.#open.add(diff);
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

  /**
   * Closes the diffs of that name, or all. One that the developer is deciding in this very moment is left to that.
   * Resolves with how many were open, once their calls know how they ended.
   */
  async close(name?: string): Promise<number> {
    const closing = [...this.#open].filter((diff) => name === undefined || diff.name === name);
    for (const diff of closing) if (diff.waitsFor.every(this.#isOpen)) diff.close();
    await Promise.all(closing.map(({ settled }) => settled));
    return closing.length;
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
