/** The reviews, to every page: at once when they change, later when they only move with the text, as with every key. */
import type { Clock } from "@tandem/host";
import type { ReviewView, ToPage } from "@tandem/workbench-shared";
import { Pace } from "./pace.js";
import type { Pages } from "./parts.js";
import type { ReviewsForPage } from "./reviews.js";

/** However many there are, telling of them takes at most a fifth of the time; a few are told without a rest. */
const REST_PER_WORK = 4;
const FREE_MS = 3;
/** Pages move what they show by themselves; they are told where it is once the text has come to rest. */
const MOVED_MS = 1000;
/** What changes when a review moves. */
const PLACES: ReadonlySet<string> = new Set<keyof ReviewView | "from" | "to">(["version", "from", "to"]);

export class ReviewsFeed {
  readonly #reviews: ReviewsForPage;
  readonly #clock: Clock;
  readonly #pages: Pages;
  readonly #pace: Pace;
  readonly #unlisten: () => void;
  /** What every page was told. */
  #pending: readonly ReviewView[] = [];
  #decided: readonly ReviewView[] = [];
  /** By the clock's `now`. */
  #restUntil = 0;
  /** Stops what is to tell of moves; there is none if all of them were told. */
  #moved: (() => void) | undefined;

  constructor(reviews: ReviewsForPage, clock: Clock, pages: Pages, log: (message: string) => void) {
    this.#reviews = reviews;
    this.#clock = clock;
    this.#pages = pages;
    this.#pace = new Pace(
      clock,
      () => this.#restUntil - clock.now(),
      () => this.#look(),
      (error) => log(`Reviews: ${error}`),
    );
    this.#unlisten = reviews.onChange(() => this.#pace.due());
  }

  /** For a page that is new; the others may not have been told of the newest yet. */
  current(): readonly ToPage[] {
    return [decidedMessage(this.#reviews.decided()), { type: "reviews", reviews: this.#reviews.pending() }];
  }

  /** Tells of moves that were not told. A page that is given a text must know first where reviews stand in it. */
  flush(): void {
    if (this.#moved) this.#tellPending();
  }

  close(): void {
    this.#unlisten();
    this.#pace.close();
    this.#moved?.();
  }

  #look(): void {
    if (this.#pages.audience === 0) return;
    const started = this.#clock.now();
    if (!sameItems(this.#decided, this.#reviews.decided())) this.#tellDecided();
    if (alike(this.#pending, this.#reviews.pending())) this.#tellMoved();
    else this.#tellPending();
    const ended = this.#clock.now();
    const work = ended - started;
    this.#restUntil = work > FREE_MS ? ended + work * REST_PER_WORK : ended;
  }

  #tellMoved(): void {
    this.#moved?.();
    this.#moved = this.#clock.after(MOVED_MS, () => this.#tellPending());
  }

  #tellPending(): void {
    this.#moved?.();
    this.#moved = undefined;
    this.#pending = this.#reviews.pending();
    this.#pages.tell({ type: "reviews", reviews: this.#pending });
  }

  #tellDecided(): void {
    const known = new Set(this.#decided);
    this.#decided = this.#reviews.decided();
    this.#pages.tell(decidedMessage(this.#decided, known));
  }
}

function decidedMessage(decided: readonly ReviewView[], known: ReadonlySet<ReviewView> = new Set()): ToPage {
  return { type: "decided", ids: decided.map(({ id }) => id), reviews: decided.filter((view) => !known.has(view)) };
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index]);
}

/** The same but for places. */
function alike(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const [these, those] = [fieldsOf(a), fieldsOf(b)];
  return (
    these.length === those.length &&
    these.every(([key, value], i) => key === those[i]?.[0] && alike(value, those[i][1]))
  );
}

function fieldsOf(value: object): [string, unknown][] {
  return Object.entries(value).filter(([key]) => !PLACES.has(key));
}
