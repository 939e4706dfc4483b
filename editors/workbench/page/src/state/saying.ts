/** What an agent said last for the status bar. It goes away by itself; an error is a notice too. */
import { signal } from "@preact/signals";
import type { Saying } from "@tandem/workbench-shared";
import { notify } from "./notices.js";

const SHOWN_MS = { info: 10_000, warning: 20_000, error: 30_000 };
let timer: ReturnType<typeof setTimeout> | undefined;

export const saying = signal<Saying | undefined>(undefined);

export function takeSaying(said: Saying): void {
  saying.value = said;
  clearTimeout(timer);
  timer = setTimeout(() => {
    saying.value = undefined;
  }, SHOWN_MS[said.level]);
  if (said.level === "error") notify(said.message, "bad", said.agent);
}
