/** Where the developer is in the shown text, and when they last typed. */
import { signal } from "@preact/signals";

/** 1-based. */
export const caret = signal({ line: 1, column: 1, selected: 0 });

const TYPING_MS = 2000;
let typedAt = Number.NEGATIVE_INFINITY;

export function noteTyping(): void {
  typedAt = performance.now();
}

/** In milliseconds. */
export function sinceTyping(): number {
  return performance.now() - typedAt;
}

/** Agents leave scroll and tabs alone while this holds. */
export function isTyping(): boolean {
  return sinceTyping() < TYPING_MS;
}
