/** One hunk on the screen: what is proposed, and what the developer has made of it before the backend knows. */
import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { HunkView, ReviewView } from "@tandem/workbench-shared";
import { report, request } from "../backend.js";
import { isConnectionLost } from "../channel.js";
import { findHunk } from "../state/reviews.js";
import { sentInsert, shownInsert, wordMarks } from "./hunks.js";

const EDIT_AFTER_MS = 300;

export class HunkModel {
  readonly key: string;
  readonly review: string;
  readonly hunk: number;
  readonly file: string;
  /** Undefined once the review is gone. */
  readonly view: ReadonlySignal<HunkView | undefined>;
  /** The proposed lines as the developer sees them. */
  readonly draft: Signal<string>;
  /** The live lines that go. */
  readonly removed = signal("");
  readonly marks = computed(() => wordMarks(this.removed.value, this.draft.value));
  /** How many proposed lines are on the screen. */
  readonly lines = computed(() => {
    if (this.view.value?.verdict === "rejected" || (this.draft.value === "" && this.#proposesNothing())) return 0;
    return this.draft.value.split("\n").length;
  });
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The backend does not have what is seen. */
  #unsent = false;
  /** The newest edit that was sent. */
  #sent: string | undefined;
  /** How many edits the backend has not answered. */
  #underway = 0;

  constructor(review: string, hunk: HunkView, file: string) {
    this.key = `${review}#${hunk.id}`;
    this.review = review;
    this.hunk = hunk.id;
    this.file = file;
    this.view = computed(() => findHunk(review, hunk.id));
    this.draft = signal(shownInsert(hunk.insert));
  }

  /** Takes what the backend tells, unless the developer has just typed another text: all told after its answer has it. */
  take(insert: string): void {
    if (this.#unsent || (this.#underway > 0 && this.#sent !== insert)) return;
    this.draft.value = shownInsert(insert);
  }

  isOwnEdit(insert: string): boolean {
    return insert === this.#sent || insert === this.#insert();
  }

  edit(text: string): void {
    this.draft.value = text;
    this.#unsent = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), EDIT_AFTER_MS);
  }

  /** Sends an edit that has not been sent. False: it failed, and a verdict would not be on what is seen. */
  async flush(): Promise<boolean> {
    if (!this.#unsent) return true;
    clearTimeout(this.#timer);
    this.#unsent = false;
    const insert = this.#insert();
    const known = this.view.value?.insert;
    this.#sent = insert;
    this.#underway++;
    try {
      await request("editHunk", { review: this.review, hunk: this.hunk, insert });
      this.#underway--;
      const told = this.view.value?.insert;
      if (told !== undefined && told !== known) this.take(told);
      return true;
    } catch (error) {
      this.#underway--;
      this.#sent = undefined;
      if (isConnectionLost(error)) this.#unsent = true;
      else report(error);
      return false;
    }
  }

  #insert(): string {
    return sentInsert(this.draft.value, this.view.value?.insert ?? "");
  }

  #proposesNothing(): boolean {
    return (this.view.value?.insert ?? "") === "";
  }
}

const models = new Map<string, HunkModel>();

export function hunkModel(review: string, hunk: HunkView, file: string): HunkModel {
  const key = `${review}#${hunk.id}`;
  const model = models.get(key) ?? new HunkModel(review, hunk, file);
  models.set(key, model);
  return model;
}

export function knownModel(review: string, hunk: number): HunkModel | undefined {
  return models.get(`${review}#${hunk}`);
}

/** After a new connection. */
export function flushModels(): void {
  for (const model of models.values()) void model.flush();
}

/** For the backend's newest list: its texts are taken, and the hunks of reviews that are decided forgotten. */
export function followReviews(pending: readonly ReviewView[]): void {
  const told = new Map(pending.flatMap(({ id, hunks }) => hunks.map((hunk) => [`${id}#${hunk.id}`, hunk.insert])));
  for (const [key, model] of models) {
    const insert = told.get(key);
    if (insert === undefined) models.delete(key);
    else model.take(insert);
  }
}
