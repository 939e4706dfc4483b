/** What a developer sees and does in the page. */
import type { Locator, Page } from "playwright-core";

/** The shown text's own lines, those that a review removes among them; what it adds is not in the text. */
const LINES = ".text > .cm-editor > .cm-scroller > .cm-content > .cm-line";

export type Focus = "text" | "review" | "elsewhere";

export class Developer {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens a file by its name, and waits for its text. */
  async open(name: string): Promise<void> {
    await this.page.keyboard.press("Control+KeyP");
    await this.page.getByRole("combobox", { name: "Name of the file" }).fill(name);
    await this.page.getByRole("option", { name }).first().click();
    await this.shows(name);
  }

  /** Resolves when the tab is in front and has its text. */
  async shows(name: string): Promise<void> {
    await this.page.locator(".tab.on", { hasText: name }).waitFor();
    await this.page.locator(`.text > .cm-editor > .cm-scroller > .cm-content[aria-label="${name}"]`).waitFor();
  }

  get tree(): Locator {
    return this.page.getByRole("tree");
  }

  /** In the tree. */
  row(name: string): Locator {
    return this.tree.locator(".row").filter({ has: this.page.getByText(name, { exact: true }) });
  }

  /** Names, in their order. */
  tabs(): Promise<string[]> {
    return this.page.locator(".tab").allTextContents();
  }

  line(text: string): Locator {
    return this.page.locator(LINES, { hasText: text });
  }

  async text(): Promise<string> {
    return (await this.page.locator(LINES).allTextContents()).join("\n");
  }

  /** Types at the end of the line that holds the words. */
  async typeAfter(words: string, typed: string): Promise<void> {
    await this.line(words).first().click();
    await this.page.keyboard.press("End");
    await this.page.keyboard.type(typed);
  }

  hunk(index = 0): Locator {
    return this.page.locator(".cm-hunk-panel").nth(index);
  }

  /** The button of a hunk: Accept, Reject, Comment, Undo. */
  onHunk(name: string, index = 0): Locator {
    return this.hunk(index).getByRole("button", { name });
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole("button", { name });
  }

  /** The rows of reviews that wait. */
  get waiting(): Locator {
    return this.page.locator("aside .list [aria-label] > button.row");
  }

  /** Resolves when the shown review's buttons have woken. */
  async canDecide(): Promise<void> {
    await this.page.locator(".review-bar button.primary:not([aria-disabled])").waitFor();
  }

  async focus(): Promise<Focus> {
    return this.page.evaluate<Focus>(
      `document.activeElement?.closest(".cm-hunk-panel, .review-bar") ? "review"
        : document.activeElement?.closest(".text .cm-content") ? "text" : "elsewhere"`,
    );
  }
}
