/** What a key costs the page in a long text with a review open: the key itself, and all that it brings about. */
import { setTimeout as rest } from "node:timers/promises";
import type { Measure } from "../measure.js";
import { withBrowser } from "../page/browser.js";
import { LongReviews } from "../page/long-reviews.js";
import { percentile } from "../statistics.js";

const LINES = 20_000;
/** What is typed, again and again: a line of the length that lines have. */
const KEYS = [..."const mean = sum / Math.max(1, values.length);", "Enter"];
const TIMES = 2;
/** Ten keys a second, as a quick typist; what a key brings about has happened before the next. */
const KEY_MS = 100;
const goal = { by: "value", better: "lower", must: 16, aim: 8 } as const;

export const keystroke: Measure = {
  name: "keystroke",
  run: ({ rounds, fixtures }) =>
    withBrowser(async (browser) => {
      const reviews = await LongReviews.prepare(browser, fixtures, LINES, 1);
      await reviews.open();
      const { page } = reviews;
      const { keyboard } = page.page;
      await page.page.locator(".text .cm-line", { hasText: "return sum" }).first().click();
      for (const key of ["End", "Enter"]) await keyboard.press(key);
      const ours: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const trace = await page.trace(async () => {
          for (let times = 0; times < TIMES; times++) {
            for (const key of KEYS) {
              await keyboard.press(key);
              await rest(KEY_MS);
            }
          }
        });
        const costs = trace.scriptingPerKey();
        const keys = TIMES * KEYS.length;
        if (costs.length !== keys) throw new Error(`${costs.length} keys of ${keys} were traced.`);
        ours.push(percentile(costs, 0.95));
      }
      await reviews.close();
      return [{ measure: "key typed, 20,000 lines, review open, scripting, p95", unit: "ms", ours, goal }];
    }),
};
