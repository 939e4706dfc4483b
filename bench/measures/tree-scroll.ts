/** What a frame costs the page while the developer scrolls through a tree in which a hundred thousand files are seen. */
import { setTimeout as rest } from "node:timers/promises";
import type { Page } from "playwright-core";
import { REPOSITORY_FILES } from "../fixtures.js";
import type { Measure } from "../measure.js";
import { OpenPage, withBrowser } from "../page/browser.js";
import { percentile } from "../statistics.js";
import { Window } from "../window.js";

const TURNS = 200;
/** One turn of a wheel, and the time to the next: a few screens a second. */
const TURN_PX = 240;
const TURN_MS = 20;
const ROW_PX = 24;
const goal = { by: "value", better: "lower", must: 16, aim: 6 } as const;

export const treeScroll: Measure = {
  name: "tree-scroll",
  run: ({ rounds, fixtures }) =>
    withBrowser(async (browser) => {
      const window = await Window.openWithPage(await fixtures.repository(), "review");
      const open = await OpenPage.open(browser, window.link);
      await openFolders(open.page);
      await open.quiet();
      await open.page.locator(".tree").hover();
      const ours: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const trace = await open.trace(async () => {
          for (let turn = 0; turn < TURNS; turn++) {
            await open.page.mouse.wheel(0, TURN_PX);
            await rest(TURN_MS);
          }
        });
        ours.push(percentile(trace.scriptingPerFrame(), 0.95));
        const scrolled = await scrolledPx(open.page);
        if (scrolled !== (round + 1) * TURNS * TURN_PX) throw new Error(`The tree was scrolled to ${scrolled} px.`);
      }
      return [{ measure: "frame of a scrolled tree, 100k files, scripting, p95", unit: "ms", ours, goal }];
    }),
};

/** All of them, from the last to the first, by the keyboard. */
async function openFolders(page: Page): Promise<void> {
  const folders = await rowsOf(page);
  await page.getByRole("tree").focus();
  await page.keyboard.press("End");
  for (let folder = 0; folder < folders; folder++) {
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowUp");
  }
  while ((await rowsOf(page)) < REPOSITORY_FILES + folders) await rest(TURN_MS);
}

async function rowsOf(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector(".tree > .space").clientHeight / ${ROW_PX}`);
}

async function scrolledPx(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector(".tree").scrollTop`);
}
