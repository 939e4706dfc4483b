/** The reviews, to every page, soon after they have changed: with every key under a review they do. */
import type { Clock } from "@tandem/host";
import type { ToPage } from "@tandem/workbench-shared";
import { Pace } from "./pace.js";
import type { Pages } from "./parts.js";
import type { ReviewsForPage } from "./reviews.js";

const DELAY_MS = 30;

export class ReviewsFeed {
  readonly #reviews: ReviewsForPage;
  readonly #pages: Pages;
  readonly #pace: Pace;
  readonly #undo: () => void;

  constructor(reviews: ReviewsForPage, clock: Clock, pages: Pages, log: (message: string) => void) {
    this.#reviews = reviews;
    this.#pages = pages;
    this.#pace = new Pace(
      clock,
      DELAY_MS,
      () => this.#tell(),
      (error) => log(`Reviews: ${error}`),
    );
    this.#undo = reviews.onChange(() => this.#pace.due());
  }

  current(): ToPage {
    return { type: "reviews", reviews: this.#reviews.list() };
  }

  close(): void {
    this.#undo();
    this.#pace.close();
  }

  #tell(): void {
    if (this.#pages.audience > 0) this.#pages.tell(this.current());
  }
}
