/** Reviews as the backend tells them, and where among them the developer is. */
import { computed, signal } from "@preact/signals";
import type { HunkView, ReviewView } from "@tandem/workbench-shared";
import { isOnline } from "./connection.js";
import { inertReviews, makeInert } from "./inert.js";

export const pending = signal<readonly ReviewView[]>([]);
export const decided = signal<readonly ReviewView[]>([]);
export const reviews = computed(() => [...pending.value, ...decided.value]);
/** The one the developer asked for, by id; else the first of the file is shown. */
export const chosenReview = signal<string | undefined>(undefined);
/** Id of the hunk the developer is at. */
export const currentHunk = signal(0);
/** Nothing can be decided: it is not what the developer has seen, or there is nobody to be told. */
export function isInert(review: string): boolean {
  return inertReviews.value.has(review) || !isOnline.value;
}
/** False: it is taken or left as a whole, as it is. */
export function isEditable(review: string): boolean {
  return reviews.value.find(({ id }) => id === review)?.editable !== false;
}
export const sideBySide = signal(false);

/** The pending review to show for a file. */
export function reviewFor(file: string | undefined): ReviewView | undefined {
  const ofFile = pending.value.filter((review) => review.file === file);
  return ofFile.find(({ id }) => id === chosenReview.value) ?? ofFile[0];
}

export function findHunk(review: string, hunk: number): HunkView | undefined {
  return reviews.value.find(({ id }) => id === review)?.hunks.find(({ id }) => id === hunk);
}

/** Takes the backend's newest list of those that wait. */
export function takeReviews(next: readonly ReviewView[], isOwnEdit: (review: string, hunk: HunkView) => boolean): void {
  const changed = changedReviews(pending.value, next, isOwnEdit);
  pending.value = next;
  makeInert(changed);
}

/** Takes which ones are the last decided, and those among them that are new or have changed. */
export function takeDecided(ids: readonly string[], changed: readonly ReviewView[]): void {
  const known = new Map([...decided.value, ...changed].map((review) => [review.id, review]));
  decided.value = ids.flatMap((id) => known.get(id) ?? []);
}

/** Ids of reviews that propose something else than before; verdicts and the developer's own edits are no change. */
export function changedReviews(
  before: readonly ReviewView[],
  after: readonly ReviewView[],
  isOwnEdit: (review: string, hunk: HunkView) => boolean,
): string[] {
  const old = new Map(before.map((review) => [review.id, review]));
  const same = (review: ReviewView, hunk: HunkView) => {
    const was = old.get(review.id)?.hunks.find(({ id }) => id === hunk.id);
    const proposesSame = was?.insert === hunk.insert || isOwnEdit(review.id, hunk);
    return was !== undefined && proposesSame && was.to - was.from === hunk.to - hunk.from && was.stale === hunk.stale;
  };
  return after
    .filter((review) => {
      const was = old.get(review.id);
      return was?.hunks.length !== review.hunks.length || !review.hunks.every((hunk) => same(review, hunk));
    })
    .map(({ id }) => id);
}

/** Id of the next hunk in a direction, round the end; undecided ones only, if there are any. */
export function nextHunk(hunks: readonly HunkView[], current: number, step: 1 | -1): number | undefined {
  const open = hunks.filter(({ verdict }) => verdict === "undecided");
  const among = open.length > 0 ? open : hunks;
  const ids = among.map(({ id }) => id);
  const at = ids.indexOf(current);
  if (at >= 0) return ids[(at + step + ids.length) % ids.length];
  const order = hunks.map(({ id }) => id);
  const from = order.indexOf(current);
  const beyond =
    step === 1 ? ids.find((id) => order.indexOf(id) > from) : ids.findLast((id) => order.indexOf(id) < from);
  return beyond ?? (step === 1 ? ids[0] : ids.at(-1));
}

export interface AgentGroup {
  readonly agent: ReviewView["agent"];
  readonly reviews: readonly ReviewView[];
}

/** By agent, in the order of the queue. */
export function byAgent(waiting: readonly ReviewView[]): AgentGroup[] {
  const groups = new Map<string, { agent: ReviewView["agent"]; reviews: ReviewView[] }>();
  for (const review of waiting) {
    const group = groups.get(review.agent.id) ?? { agent: review.agent, reviews: [] };
    group.reviews.push(review);
    groups.set(review.agent.id, group);
  }
  return [...groups.values()];
}

/** Those that were proposed as one together, in the order of the queue. */
export function bySet(waiting: readonly ReviewView[]): ReviewView[][] {
  const sets = new Map<string, ReviewView[]>();
  for (const review of waiting) {
    const set = review.set ?? review.id;
    sets.set(set, [...(sets.get(set) ?? []), review]);
  }
  return [...sets.values()];
}

/** To be read out to who cannot see it: the newest that waits, and how many do. */
export function waitingText(waiting: readonly ReviewView[]): string {
  const newest = waiting.at(-1);
  if (!newest) return "";
  const count = waiting.length === 1 ? "1 review waits" : `${waiting.length} reviews wait`;
  return `${count} for you. The newest: ${newest.agent.name}, ${newest.relative}`;
}
