/** What it costs the page to open a review: see `bench/page/long-reviews.ts` for what is opened, `trace.ts` for the cost. */
import type { Figure } from "../figure.js";
import type { Measure } from "../measure.js";
import { withBrowser } from "../page/browser.js";
import { LongReviews } from "../page/long-reviews.js";

const sizes = [
  { lines: 20_000, must: 150, aim: 60 },
  { lines: 100_000, must: 600, aim: 300 },
] as const;

/** Every sample is of another text, which nobody had opened. The first one, for which code is compiled, is not counted. */
export const reviewOpening: Measure = {
  name: "review-opening",
  async run({ rounds, fixtures }) {
    const figures: Figure[] = [];
    for (const { lines, must, aim } of sizes) {
      const samples = await withBrowser(async (browser) => {
        const reviews = await LongReviews.prepare(browser, fixtures, lines, rounds + 1);
        const costs: number[] = [];
        for (let round = 0; round <= rounds; round++) {
          costs.push((await reviews.open()).scripting);
          await reviews.reject();
        }
        await reviews.close();
        return costs.slice(1);
      });
      figures.push({
        measure: `open a review, ${lines.toLocaleString("en")} lines, 40 hunks, scripting`,
        unit: "ms",
        ours: samples,
        goal: { by: "value", better: "lower", must, aim },
      });
    }
    return figures;
  },
};
