/** Whether the backend can be reached, and which window it is. */
import { computed, signal } from "@preact/signals";
import type { ToPage } from "@tandem/workbench-shared";

export type Connection = "no-secret" | "connecting" | "online" | "offline" | "refused";
export type Welcome = Extract<ToPage, { type: "welcome" }>;

/** A loss shorter than this is not worth a word. */
const QUIET_MS = 2000;
let timer: ReturnType<typeof setTimeout> | undefined;

export const connection = signal<Connection>("connecting");
export const isOnline = computed(() => connection.value === "online");
export const welcome = signal<Welcome | undefined>(undefined);
/** Name of the folder that is open; "" before it is known. */
export const folderName = computed(() => welcome.value?.root.split(/[/\\]/).findLast((part) => part !== "") ?? "");
/** The loss has lasted long enough to be shown. */
export const showsLoss = signal(false);

/** From the folder, `/`-separated; the path itself if it is elsewhere. */
export function relativeOf(file: string): string {
  const root = welcome.value?.root;
  return root !== undefined && file.startsWith(root) ? file.slice(root.length + 1).replaceAll("\\", "/") : file;
}

export function setConnection(next: Connection): void {
  connection.value = next;
  if (next === "offline") {
    timer ??= setTimeout(() => {
      showsLoss.value = true;
    }, QUIET_MS);
    return;
  }
  clearTimeout(timer);
  timer = undefined;
  showsLoss.value = false;
}
