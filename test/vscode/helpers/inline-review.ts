/** A review in the file's own editor, as its developer sees it. */
import type { Locator, Page } from "playwright-core";

/** The texts of the lines that have the background of removed ones, from above. */
const RED_LINES = `{
  const probe = document.createElement("div");
  probe.style.backgroundColor = "var(--vscode-diffEditor-removedLineBackground)";
  document.querySelector(".monaco-workbench").append(probe);
  const red = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const top = (element) => Math.round(element.getBoundingClientRect().top);
  [...document.querySelectorAll(".editor-instance")].flatMap((editor) => {
    const marks = [...editor.querySelectorAll(".view-overlays .cdr")];
    const tops = new Set(marks.filter((mark) => getComputedStyle(mark).backgroundColor === red).map(top));
    const lines = [...editor.querySelectorAll(".view-line")].sort((a, b) => top(a) - top(b));
    return lines.filter((line) => tops.has(top(line))).map((line) => line.textContent.replaceAll("\\u00a0", " "));
  });
}`;

export class InlineReview {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** The lines that would come, hunk by hunk. */
  get added(): Locator {
    return this.#page.locator(".review-widget pre");
  }

  /** The lines that would go. */
  removed(): Promise<string[]> {
    return this.#page.evaluate(RED_LINES);
  }

  /** What can be done with the review, or with one change, in words above it. After a reload VS Code shows old ones, dead. */
  lens(name: RegExp, index = 0): Locator {
    return this.#page.locator(".codelens-decoration > a", { hasText: name }).nth(index);
  }

  /** What is said above one change. */
  words(words: RegExp): Locator {
    return this.#page.locator(".codelens-decoration", { hasText: words });
  }

  /** Resolves when it is in sight and can be decided. */
  async opens(words: string): Promise<void> {
    await this.added.filter({ hasText: words }).first().waitFor();
    await this.lens(/Accept changes/).waitFor();
    // Buttons are inert for a moment after a review has come into sight.
    await this.#page.waitForTimeout(350);
  }

  /** Resolves when nothing is left of it. */
  async closes(): Promise<void> {
    await this.added.first().waitFor({ state: "detached" });
    await this.lens(/Accept changes/).waitFor({ state: "detached" });
  }
}
