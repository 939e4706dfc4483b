/**
 * Opening the page: how much the browser is sent, and how long until one can type. The window is warm, the browser has
 * nothing cached and nothing remembered; a TypeScript file is open in the window, so the page shows it by itself.
 */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser, Page, Response } from "playwright-core";
import type { Measure } from "../measure.js";
import { newPage, withBrowser } from "../page/browser.js";
import { Window } from "../window.js";

export const pageLoad: Measure = {
  name: "page-load",
  run: ({ rounds, fixtures }) =>
    withBrowser(async (browser) => {
      const root = await fixtures.texts(1000);
      const window = await Window.openWithPage(root, "review");
      await window.call("ide.editor.goToLine", { file: join(root, "long-0.ts"), line: 1 });
      const loads: Load[] = [];
      for (let round = 0; round <= rounds; round++) loads.push(await load(browser, window.link));
      const counted = loads.slice(1);
      return [
        {
          measure: "first load of the page, gzip",
          unit: "kB",
          ours: counted.map(({ kilobytes }) => kilobytes),
          goal: { by: "value", better: "lower", must: 350, aim: 250 },
        },
        {
          measure: "page opened until one can type",
          unit: "ms",
          ours: counted.map(({ milliseconds }) => milliseconds),
          goal: { by: "value", better: "lower", must: 1500, aim: 700 },
        },
      ];
    }),
};

interface Load {
  readonly milliseconds: number;
  readonly kilobytes: number;
}

async function load(browser: Browser, link: string): Promise<Load> {
  const page = await newPage(browser);
  const responses: Response[] = [];
  page.on("response", (response) => responses.push(response));
  const started = performance.now();
  await page.goto(link, { waitUntil: "commit" });
  await typeOnce(page);
  const milliseconds = performance.now() - started;
  // What is still on its way is part of the load too.
  await page.waitForLoadState("networkidle");
  const sizes = await Promise.all(responses.map(compressedBytes));
  await page.context().close();
  return { milliseconds, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 };
}

/** Resolves when what was typed stands in the text. */
async function typeOnce(page: Page): Promise<void> {
  const text = page.locator('.text .cm-content[contenteditable="true"][aria-label="long-0.ts"]');
  await text.getByText("Adds up what part 0 has to say").waitFor();
  await text.press("Control+Home");
  await page.keyboard.type("// typed ");
  await text.getByText("// typed").first().waitFor();
  await text.press("Control+KeyZ");
}

/** The window sends its files as they are, for they do not leave the machine: what they are compressed is computed. */
async function compressedBytes(response: Response): Promise<number> {
  const isCompressed = (await response.headerValue("content-encoding")) !== null;
  return isCompressed ? (await response.request().sizes()).responseBodySize : gzipSync(await response.body()).length;
}
