/** What a developer sees and does in VS Code's workbench. */
import type { Locator, Page } from "playwright-core";

/** What the title of a review has unless its dialect asks for another. */
const OWN_TITLE = / by /;

export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Presses a button in the title of the review, which is there once the developer is in it. A key may follow its name. */
  async decide(name: "Accept Changes" | "Reject Changes", title: string | RegExp = OWN_TITLE): Promise<void> {
    await this.tab(title).click();
    await this.#titleButton(name).click();
  }

  #titleButton(name: string): Locator {
    return this.page.locator(".editor-actions").getByRole("button", { name: new RegExp(`^${name}`) });
  }

  /** The lines of the proposed text. */
  get proposed(): Locator {
    return this.page.locator(".monaco-diff-editor .editor.modified .view-lines .view-line");
  }

  /** What can be done with the review, or with one change, in words above it. */
  lens(name: RegExp, index = 0): Locator {
    return this.page
      .locator(".monaco-diff-editor .editor.modified .codelens-decoration a", { hasText: name })
      .nth(index);
  }

  /** What is said above the review, or above one change. */
  words(words: RegExp): Locator {
    return this.page.locator(".monaco-diff-editor .editor.modified .codelens-decoration", { hasText: words });
  }

  tab(name: string | RegExp): Locator {
    return this.page.locator(".tab", { hasText: name });
  }

  /** Resolves when a review's diff is in sight. */
  async reviewAppears(words: string, title: string | RegExp = OWN_TITLE): Promise<void> {
    await this.tab(title).waitFor();
    await this.proposed.filter({ hasText: words }).first().waitFor();
  }

  /** Resolves when it can be decided as well. VS Code adds its words above the lines once the text rests for a moment. */
  async reviewOpens(words: string, title: string | RegExp = OWN_TITLE): Promise<void> {
    await this.reviewAppears(words, title);
    await this.lens(/Accept changes/).waitFor();
    // Buttons are inert for a moment after a review has come into sight.
    await this.page.waitForTimeout(350);
  }

  /** The rows of the Reviews view. */
  get reviews(): Locator {
    return this.page.locator('.pane:has([aria-label^="Reviews"]) .monaco-list-row');
  }

  /** Presses a button in a row of the Reviews view. A key may follow its name. */
  async inReviews(row: string | RegExp, button: string): Promise<void> {
    const found = this.reviews.filter({ hasText: row }).first();
    await found.hover();
    await found.getByRole("button", { name: new RegExp(`^${button}`) }).click();
  }

  async reviewCloses(): Promise<void> {
    await this.tab(OWN_TITLE).waitFor({ state: "detached" });
  }

  /** Opens a file by its name, with the keyboard in it. */
  async open(name: string): Promise<void> {
    await this.page.keyboard.press("Control+KeyP");
    await this.page.locator(".quick-input-widget input[type=text]").fill(name);
    await this.choose(name);
    await this.page.locator(".editor-group-container.active .tab.active", { hasText: name }).waitFor();
    await this.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
  }

  /** Opens a file by its whole path, wherever it is. */
  async openPath(path: string): Promise<void> {
    await this.page.keyboard.press("Control+KeyP");
    await this.page.locator(".quick-input-widget input[type=text]").fill(path);
    const name = path.split("/").at(-1) ?? path;
    await this.choose(name);
    await this.page.locator(".tab.active", { hasText: name }).waitFor();
  }

  /** A command, by its name in the palette. */
  async run(name: string): Promise<void> {
    await this.page.keyboard.press("F1");
    await this.page.locator(".quick-input-widget input[type=text]").fill(`>${name}`);
    await this.choose(name);
  }

  /** Who is connected, in the status bar. */
  get status(): Locator {
    return this.page.locator('.statusbar-item[id$="tandem.agents"]');
  }

  /** An entry of the menu of the status bar. */
  async menu(name: string): Promise<void> {
    await this.status.click();
    await this.choose(name);
  }

  /** By the menu of the status bar. Resolves when the status bar says so. */
  async chooseMode(mode: "review" | "trust" | "read-only"): Promise<void> {
    await this.menu("Mode");
    await this.choose(mode);
    await this.status.and(this.page.locator(`[aria-label$="mode ${mode}"]`)).waitFor();
  }

  /** An entry of the list that is open. */
  async choose(name: string): Promise<void> {
    await this.page.locator(".quick-input-widget .monaco-list-row", { hasText: name }).first().click();
  }

  async closeAllTabs(): Promise<void> {
    await this.page.keyboard.press("Control+KeyK");
    await this.page.keyboard.press("Control+KeyW");
    await this.page.locator(".tab").first().waitFor({ state: "detached" });
  }
}
