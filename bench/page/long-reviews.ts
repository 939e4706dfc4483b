/** A window with long texts on which an agent proposes many changes, and a page that shows another text. */
import { join } from "node:path";
import type { Browser } from "playwright-core";
import type { Fixtures } from "../fixtures.js";
import { Window } from "../window.js";
import { OpenPage } from "./browser.js";
import type { Trace } from "./trace.js";

const HUNKS = 40;

export class LongReviews {
  readonly page: OpenPage;
  readonly #window: Window;
  readonly #root: string;
  readonly #lines: number;
  #opened = 0;

  private constructor(page: OpenPage, window: Window, root: string, lines: number) {
    this.page = page;
    this.#window = window;
    this.#root = root;
    this.#lines = lines;
  }

  /** `count` is how many can be opened, each of a text of its own. */
  static async prepare(browser: Browser, fixtures: Fixtures, lines: number, count: number): Promise<LongReviews> {
    const root = await fixtures.texts(lines, count);
    const window = await Window.openWithPage(root, "review");
    await window.call("ide.editor.goToLine", { file: join(root, "short.ts"), line: 1 });
    return new LongReviews(await OpenPage.open(browser, window.link), window, root, lines);
  }

  /**
   * The developer has `short.ts` in front. The agent proposes on a text that is open nowhere, and the developer goes to
   * it by the key for the next review: the text is loaded, coloured, and shown at the first hunk. The trace is of all
   * of that, from the agent's call on.
   */
  async open(): Promise<Trace> {
    const { page } = this.page;
    await page.locator(".tab", { hasText: "short.ts" }).click();
    await this.page.quiet();
    const trace = await this.page.trace(async () => {
      this.#propose(join(this.#root, `long-${this.#opened++}.ts`));
      await this.page.quiet();
      await page.keyboard.press("F7");
    });
    await page.locator(".cm-hunk-panel:focus").waitFor();
    return trace;
  }

  async reject(): Promise<void> {
    await this.page.page.getByRole("button", { name: "Reject all" }).click();
    await this.page.page.locator(".review-bar").waitFor({ state: "detached" });
  }

  async close(): Promise<void> {
    await this.page.close();
    await this.#window.close();
  }

  /** Three lines become four, forty times. If it fails there is no review, and waiting for its first hunk ends badly. */
  #propose(file: string): void {
    const edits = Array.from({ length: HUNKS }, (_, hunk) => {
      const startLine = Math.floor((this.#lines / HUNKS) * (hunk + 0.5)) + 3;
      const newText = `  let sum = ${hunk};\n  let count = 0;\n  for (const value of values) {\n    count += 1;\n`;
      return { startLine, endLine: startLine + 2, newText };
    });
    const input = { files: [{ file, edits }], reason: "Count what is added" };
    this.#window.call("ide.editor.applyEdits", input).catch(() => {});
  }
}
