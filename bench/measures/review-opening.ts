/** What it costs the page to open a review: see `bench/page/long-reviews.ts` for what is opened, `trace.ts` for the cost. */
import type { Figure } from "../figure.js";
import type { Measure } from "../measure.js";
import { withBrowser } from "../page/browser.js";
import { LongReviews } from "../page/long-reviews.js";
import type { Trace } from "../page/trace.js";

const sizes = [
  { lines: 20_000, must: 150, aim: 60 },
  { lines: 100_000, must: 600, aim: 300 },
] as const;

/**
 * Every sample is of another text, which nobody had opened. The first one, for which code is compiled, is not counted.
 * That the text far below what is in sight is parsed as well, when the browser has nothing else to do, is told apart.
 */
export const reviewOpening: Measure = {
  name: "review-opening",
  async run({ rounds, fixtures }) {
    const figures: Figure[] = [];
    for (const { lines, must, aim } of sizes) {
      const traces = await withBrowser(async (browser) => {
        const reviews = await LongReviews.prepare(browser, fixtures, lines, rounds + 1);
        const samples: Trace[] = [];
        for (let round = 0; round <= rounds; round++) {
          samples.push(await reviews.open());
          await reviews.reject();
        }
        await reviews.close();
        return samples.slice(1);
      });
      const name = `open a review, ${lines.toLocaleString("en")} lines, 40 hunks, scripting`;
      const figure = (measure: string, costOf: (trace: Trace) => number): Figure => {
        return { measure, unit: "ms", ours: traces.map(costOf), goal: { by: "value", better: "lower", must, aim } };
      };
      figures.push(
        figure(name, ({ scripting }) => scripting),
        figure(`${name}, later, when idle`, ({ idleScripting }) => idleScripting),
      );
    }
    return figures;
  },
};
