/** Short messages that go away by themselves. */
import { signal } from "@preact/signals";

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "bad";
}

const SHOWN_MS = 7000;
let lastId = 0;

export const notices = signal<readonly Notice[]>([]);

export function notify(text: string, tone: Notice["tone"] = "plain"): void {
  const id = ++lastId;
  notices.value = [...notices.value.filter((notice) => notice.text !== text), { id, text, tone }].slice(-4);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
