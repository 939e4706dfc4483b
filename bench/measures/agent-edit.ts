/**
 * From an agent's call that edits a line, sent, to the frame in which the developer sees it: one clock, ours, and so
 * with the time that the browser takes to tell us.
 */
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import type { Measure } from "../measure.js";
import { OpenPage, withBrowser } from "../page/browser.js";
import { percentile } from "../statistics.js";
import { Window } from "../window.js";

const EDITS = 100;
const LINE = 5;
const goal = { by: "value", better: "lower", must: 100, aim: 50 } as const;

export const agentEdit: Measure = {
  name: "agent-edit",
  run: ({ rounds, fixtures }) =>
    withBrowser(async (browser) => {
      const root = await fixtures.texts(1000);
      const file = join(root, "long-0.ts");
      const window = await Window.openWithPage(root, "trust");
      await window.call("ide.editor.goToLine", { file, line: 1 });
      const { page } = await OpenPage.open(browser, window.link);
      const seen = await watch(page);
      let edits = 0;
      const edit = async () => {
        const newText = `    // edit-${edits++};`;
        const started = performance.now();
        const visible = seen(newText.trim()).then(() => performance.now() - started);
        await window.call("ide.editor.replaceRange", { file, startLine: LINE, endLine: LINE, newText });
        return visible;
      };
      const ours: number[] = [];
      for (let round = 0; round < rounds; round++) {
        const times: number[] = [];
        for (let one = 0; one < EDITS; one++) times.push(await edit());
        ours.push(percentile(times, 0.95));
      }
      return [{ measure: "agent's edit to visible in the page, p95", unit: "ms", ours, goal }];
    }),
};

/** In the page: says which edit stands in the text, once the frame with it has been handed over to be drawn. */
const WATCHER = `new MutationObserver(() => {
  const edit = document.querySelector(".text .cm-content")?.textContent.match(/\\/\\/ edit-\\d+;/)?.[0];
  if (!edit || edit === globalThis.lastEdit) return;
  globalThis.lastEdit = edit;
  requestAnimationFrame(() => setTimeout(() => globalThis.tellBench(edit)));
}).observe(document.body, { childList: true, subtree: true, characterData: true })`;

/** What is returned resolves when the text can be seen. */
async function watch(page: Page): Promise<(text: string) => Promise<void>> {
  const session: CDPSession = await page.context().newCDPSession(page);
  const waiting = new Map<string, () => void>();
  session.on("Runtime.bindingCalled", ({ payload }) => waiting.get(payload)?.());
  await session.send("Runtime.enable");
  await session.send("Runtime.addBinding", { name: "tellBench" });
  await page.evaluate(WATCHER);
  return (text) =>
    new Promise((resolve) =>
      waiting.set(text, () => {
        waiting.delete(text);
        resolve();
      }),
    );
}
