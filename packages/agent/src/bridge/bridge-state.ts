/** What a bridge is doing, for whoever shows it. */
import type { IdeInfo } from "../discovery/ide-info.js";

/** One of five; `status` tells which. */
export type BridgeState =
  /** The configuration says that no editor is to be used. */
  | { readonly status: "disabled" }
  | { readonly status: "disconnected"; readonly reason: string }
  | { readonly status: "connecting" }
  /** Between two attempts to find the editor again. */
  | { readonly status: "waiting"; readonly reason: string; readonly attempt: number; readonly retryMs: number }
  | {
      readonly status: "connected";
      readonly ide: IdeInfo;
      /** Windows that would have done as well: a choice that the user may want to make. */
      readonly alternatives: readonly IdeInfo[];
    };

/** A value that tells who listens when it changes. */
export class Observed<T> {
  #value: T;
  readonly #listeners = new Set<(value: T) => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get value(): T {
    return this.#value;
  }

  set(value: T): void {
    this.#value = value;
    for (const listener of [...this.#listeners]) listener(value);
  }

  /** Returns the undo. */
  listen(listener: (value: T) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }
}
