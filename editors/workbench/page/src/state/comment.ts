/** The one comment that the developer is writing. It outlives its box, which goes when another file is shown. */
import { signal } from "@preact/signals";

/** What it is on: a review's id or a hunk's key. */
export const commentsOn = signal<string | undefined>(undefined);
export const commentDraft = signal("");
let isAsked = false;

/** Because the developer asked. */
export function beginComment(on: string, text: string): void {
  commentDraft.value = text;
  isAsked = true;
  commentsOn.value = on;
}

/** Whatever it is on; with `of`, only if it is on that review or on one of its hunks. */
export function endComment(of?: string): void {
  const on = commentsOn.value;
  if (of === undefined || on === of || on?.startsWith(`${of}#`)) commentsOn.value = undefined;
}

/** True once for each comment that is begun: a box that only comes back into view leaves the keyboard alone. */
export function takesKeyboard(): boolean {
  const asked = isAsked;
  isAsked = false;
  return asked;
}
