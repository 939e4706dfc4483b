/**
 * What the developer has selected, now and last. Hosts tell it, agents hear of it at the pace of the events, and nothing
 * is ever told of a file whose contents are not for agents.
 */
import type { Position } from "@tandem/protocol";
import type { EventHub } from "./events/event-hub.js";

export interface Selection {
  readonly file: string;
  /** Empty at a bare cursor. */
  readonly text: string;
  readonly start: Position;
  /** Exclusive. */
  readonly end: Position;
}

/** Longest text of a selection that is told, in UTF-16 units. */
export const MAX_SELECTED_LENGTH = 1_000_000;

export class SelectionTracker {
  readonly #hub: EventHub;
  readonly #isPrivate: (file: string) => boolean;
  #latest: Selection | undefined;
  #focused = false;

  constructor(hub: EventHub, isPrivate: (file: string) => boolean) {
    this.#hub = hub;
    this.#isPrivate = isPrivate;
  }

  /** The developer selected something, or moved the cursor, in the focused editor. */
  selected(selection: Selection): void {
    this.#focused = true;
    if (this.#isPrivate(selection.file)) {
      this.#latest = undefined;
      return;
    }
    const { file, start, end } = selection;
    const text = selection.text.slice(0, MAX_SELECTED_LENGTH);
    this.#latest = { file, start, end, text };
    this.#hub.publish({ name: "ide.event.cursorMoved", payload: { file, ...end } });
    const startLine = start.line;
    const payload = { file, startLine, endLine: end.line, startColumn: start.column, endColumn: end.column, text };
    this.#hub.publish({ name: "ide.event.selectionChanged", payload });
  }

  /** The developer went to another program: there is no current selection, and the latest stays. */
  unfocused(): void {
    this.#focused = false;
  }

  closed(file: string): void {
    if (this.#latest?.file === file) this.#latest = undefined;
  }

  /** `latest` also gives one from before the focus was lost. */
  get(latest: boolean): Selection | undefined {
    return this.#focused || latest ? this.#latest : undefined;
  }
}
