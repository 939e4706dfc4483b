/** What a frame costs the page while the developer scrolls through a tree in which a hundred thousand files are seen. */
import { readdir } from "node:fs/promises";
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
      const root = await fixtures.repository();
      const window = await Window.openWithPage(root, "review");
      const folders = await subfolders(root);
      const open = await OpenPage.open(browser, window.link, { [`open-directories ${root}`]: folders });
      while ((await rowsOf(open.page)) < folders.length + REPOSITORY_FILES) await open.quiet();
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

async function subfolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory() && entry.name !== ".git").map(({ name }) => name);
}

async function rowsOf(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector(".tree > .space").clientHeight / ${ROW_PX}`);
}

async function scrolledPx(page: Page): Promise<number> {
  return page.evaluate<number>(`document.querySelector(".tree").scrollTop`);
}
