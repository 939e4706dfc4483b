/** What it costs the page to open a review: see `bench/page/long-review.ts` for what is opened, `trace.ts` for the cost. */
import type { Figure } from "../figure.js";
import type { Measure } from "../measure.js";
import { withBrowser } from "../page/browser.js";
import { openLongReview } from "../page/long-review.js";
import { interleaved } from "../statistics.js";

const sizes = [
  { lines: 20_000, must: 150, aim: 60 },
  { lines: 100_000, must: 600, aim: 300 },
] as const;

/** Every sample is of a new window and a new page: what is compiled when it first runs is compiled in each. */
export const reviewOpening: Measure = {
  name: "review-opening",
  run: ({ rounds, fixtures }) =>
    withBrowser(async (browser) => {
      const open = (lines: number) => async () => {
        const { opening, close } = await openLongReview(browser, fixtures, lines);
        await close();
        return opening.scripting;
      };
      const samples = await interleaved(
        rounds,
        Object.fromEntries(sizes.map(({ lines }) => [String(lines), open(lines)])),
      );
      return sizes.map(
        ({ lines, must, aim }): Figure => ({
          measure: `open a review, ${lines.toLocaleString("en")} lines, 40 hunks, scripting`,
          unit: "ms",
          ours: samples[String(lines)] ?? [],
          goal: { by: "value", better: "lower", must, aim },
        }),
      );
    }),
};
