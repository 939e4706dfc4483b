/** Open files as the backend tells them, which of them this page shows, and files that only a review speaks of. */
import { computed, effect, signal, untracked } from "@preact/signals";
import type { TabView } from "@tandem/workbench-shared";
import { makeInert } from "./inert.js";
import { reviewFor, reviews } from "./reviews.js";

export interface ShownTab extends TabView {
  /** There is no document yet: a review proposes to create it. */
  readonly proposed: boolean;
}

export const openTabs = signal<readonly TabView[]>([]);
/** Files of pending reviews that propose them, and that the developer looks at. */
export const proposedFiles = signal<readonly string[]>([]);
/** The document's key. */
export const activeFile = signal<string | undefined>(undefined);
/** Files that an agent has just shown or edited while another tab was on top → the agent's colour. */
export const touchedFiles = signal<ReadonlyMap<string, string>>(new Map());

export const tabs = computed(() => shownTabs(openTabs.value, proposedFiles.value));
export const activeTab = computed(() => tabs.value.find((tab) => tab.file === activeFile.value));

const shownReview = computed(() => reviewFor(activeFile.value)?.id);

/** Makes a review inert whenever it comes on top. Returns what ends this. */
export function followShownReview(): () => void {
  return effect(() => {
    const id = shownReview.value;
    if (id !== undefined) untracked(() => makeInert([id]));
  });
}

function shownTabs(open: readonly TabView[], proposed: readonly string[]): ShownTab[] {
  const shown = open.map((tab) => ({ ...tab, proposed: false }));
  const extra = proposed
    .filter((file) => !open.some((tab) => tab.file === file))
    .map((file) => reviews.value.find((review) => review.file === file && review.kind === "create"))
    .filter((review) => review !== undefined)
    .map(({ file, relative }) => ({ ...newTab, file, relative }));
  return [...shown, ...extra];
}

const newTab = { dirty: false, conflict: false, preview: false, encoding: "UTF-8", endings: "LF", proposed: true };

/** Which tab comes on top when `closed` goes: the right neighbour, else the left one. */
export function neighbourOf(files: readonly string[], closed: string): string | undefined {
  const index = files.indexOf(closed);
  return index < 0 ? files.at(-1) : (files[index + 1] ?? files[index - 1]);
}

export function touch(file: string, colour: string): void {
  if (file !== activeFile.value) touchedFiles.value = new Map(touchedFiles.value).set(file, colour);
}

export function untouch(file: string): void {
  if (!touchedFiles.value.has(file)) return;
  const rest = new Map(touchedFiles.value);
  rest.delete(file);
  touchedFiles.value = rest;
}
