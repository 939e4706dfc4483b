/** The developer's choices: the window's, kept by the backend, and this browser's, kept here. */
import { effect, type Signal, signal } from "@preact/signals";
import type { PageSettings } from "@tandem/workbench-shared";

export const settings = signal<PageSettings>({ mode: "review", saveOnAccept: "never" });

export type Theme = "system" | "light" | "dark";
export type BottomPanel = "problems" | "activity" | undefined;

export const theme = remembered<Theme>("theme", "system");
export const followsAgent = remembered("follow-agent", true);
export const treeWidth = remembered("tree-width", 232);
export const sideWidth = remembered("side-width", 288);
export const bottomHeight = remembered("bottom-height", 180);
export const showsTree = remembered("shows-tree", true);
export const showsSide = remembered("shows-side", true);
export const bottomPanel = remembered<BottomPanel | "">("bottom-panel", "");
export const showsDecided = remembered("shows-decided", true);

/** A signal whose value outlives the page, if the browser lets it. */
function remembered<T>(name: string, initial: T): Signal<T> {
  const key = `tandem.${name}`;
  const value = signal(restore(key, initial));
  effect(() => {
    const text = JSON.stringify(value.value);
    try {
      globalThis.localStorage?.setItem(key, text);
    } catch {
      // Storage is full or forbidden: the choice lasts as long as the page.
    }
  });
  return value;
}

function restore<T>(key: string, initial: T): T {
  try {
    const stored: unknown = JSON.parse(globalThis.localStorage?.getItem(key) ?? "null");
    return typeof stored === typeof initial ? (stored as T) : initial;
  } catch {
    return initial;
  }
}
