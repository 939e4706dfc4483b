/** Tells of every change of a text, and, when a file is opened again, of what happened to it while it was closed. */
import type { Text } from "@codemirror/state";
import type { TextWriter } from "@tandem/host";
import { type Document, difference } from "./document.js";
import { type DocumentUpdate, textChanges } from "./update-history.js";

/** A listener for documents. */
export function followTexts(listener: Parameters<TextWriter["onChange"]>[0]) {
  const closed = new ClosedTexts((path, text) => {
    // A change that touches everything: nothing can be told of it any more.
    listener(path, [{ from: 0, to: text.length, insert: text.toString() }], text);
  });
  return {
    changed: ({ path, text }: Document, _by: unknown, updates: readonly DocumentUpdate[]) =>
      listener(path.path, textChanges(updates), text),
    closed: ({ path, text }: Document) => closed.add(path.path, text),
    opened: ({ path, text }: Document) => {
      const before = closed.take(path.path);
      if (!before || before.eq(text)) return;
      listener(path.path, textChanges([{ changes: difference(before, text.toString()) }]), text);
    },
  };
}

/** Of all of them together, in UTF-16 units. */
const MAX_LENGTH = 32 * 1024 * 1024;
const MAX_TEXTS = 1000;

/** The last texts of files that were closed. */
export class ClosedTexts {
  /** By path, the one that was closed first is first. */
  readonly #texts = new Map<string, Text>();
  readonly #forgotten: (path: string, text: Text) => void;
  #length = 0;

  /** `forgotten` is told of those that there is no room for. */
  constructor(forgotten: (path: string, text: Text) => void) {
    this.#forgotten = forgotten;
  }

  add(path: string, text: Text): void {
    this.take(path);
    this.#texts.set(path, text);
    this.#length += text.length;
    for (const [oldest, last] of this.#texts) {
      if (this.#length <= MAX_LENGTH && this.#texts.size <= MAX_TEXTS) return;
      this.take(oldest);
      this.#forgotten(oldest, last);
    }
  }

  take(path: string): Text | undefined {
    const text = this.#texts.get(path);
    this.#texts.delete(path);
    this.#length -= text?.length ?? 0;
    return text;
  }
}
