/** A window with a long text on which an agent has proposed many changes, and a page that shows another text. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { Fixtures } from "../fixtures.js";
import { Window } from "../window.js";
import { OpenPage } from "./browser.js";
import type { Trace } from "./trace.js";

const HUNKS = 40;

export interface ReviewedPage {
  readonly page: OpenPage;
  /** Of all that it took to show the review, from the agent's call on. */
  readonly opening: Trace;
  close(): Promise<void>;
}

/**
 * The developer has `short.ts` in front. The agent proposes on `long.ts`, which is open nowhere, and the developer goes
 * to it by the key for the next review: its text is loaded, coloured, and shown at the first hunk.
 */
export async function openLongReview(browser: Browser, fixtures: Fixtures, lines: number): Promise<ReviewedPage> {
  const root = await fixtures.texts(lines);
  const window = await Window.openWithPage(root, "review");
  await window.call("ide.editor.goToLine", { file: join(root, "short.ts"), line: 1 });
  const page = await OpenPage.open(browser, window.link);
  const end = new AbortController();
  const opening = await page.trace(async () => {
    propose(window, join(root, "long.ts"), lines, end.signal);
    await page.quiet();
    await page.page.keyboard.press("F7");
  });
  await page.page.locator(".cm-hunk-panel:focus").waitFor();
  return {
    page,
    opening,
    close: async () => {
      end.abort();
      await page.close();
      await window.close();
    },
  };
}

/** Three lines become four, forty times. The call waits for the developer, and is given up at the end. */
function propose(window: Window, file: string, lines: number, signal: AbortSignal): void {
  const edits = Array.from({ length: HUNKS }, (_, hunk) => {
    const startLine = Math.floor((lines / HUNKS) * (hunk + 0.5)) + 3;
    const newText = `  let sum = ${hunk};\n  let count = 0;\n  for (const value of values) {\n    count += 1;\n`;
    return { startLine, endLine: startLine + 2, newText };
  });
  const input = { files: [{ file, edits }], reason: "Count what is added" };
  // If it fails there is no review, and waiting for its first hunk does not end well.
  window.call("ide.editor.applyEdits", input, signal).catch(() => {});
}
