/** Short messages that go away by themselves. */
import { signal } from "@preact/signals";
import type { AgentView } from "@tandem/workbench-shared";

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "bad";
  /** Who says it; nobody if it is the page itself. */
  readonly by?: AgentView;
}

const SHOWN_MS = 7000;
let lastId = 0;

export const notices = signal<readonly Notice[]>([]);

export function notify(text: string, tone: Notice["tone"] = "plain", by?: AgentView): void {
  const id = ++lastId;
  const notice = { id, text, tone, ...(by && { by }) };
  notices.value = [...notices.value.filter((other) => other.text !== text), notice].slice(-4);
  setTimeout(() => dismiss(id), SHOWN_MS);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}
