/** Where the reviews stand: beside the text, or over it where there is no room. */
import { computed, signal } from "@preact/signals";
import { showsSide } from "./settings.js";

/** As in the style sheets. */
const narrow = globalThis.matchMedia?.("(width < 940px)");

const isNarrow = signal(narrow?.matches ?? false);
/** Not remembered: what lies over the text is there because it was asked for just now. */
const showsOver = signal(false);

narrow?.addEventListener("change", ({ matches }) => {
  isNarrow.value = matches;
});

export const showsReviews = computed(() => (isNarrow.value ? showsOver.value : showsSide.value));

export function toggleReviews(): void {
  const shown = isNarrow.value ? showsOver : showsSide;
  shown.value = !shown.value;
}

/** The developer wants to see the text. */
export function uncoverText(): void {
  showsOver.value = false;
}
