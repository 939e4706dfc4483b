/** Reviews of long texts: the change is brought before the developer, however far down and however large it is. */
import type { Page } from "playwright-core";
import { describe, expect } from "vitest";
import { it } from "./helpers/scene.js";

const FILE = "src/long.ts";
const lines = (from: number, to: number, word: string) =>
  Array.from({ length: to - from + 1 }, (_, index) => `export const ${word}${from + index} = ${from + index};`);
const TEXT = `${lines(1, 5000, "old").join("\n")}\n`;

describe("a review of a long text", () => {
  it("comes into view at its first hunk where the developer has nothing open", async ({ developer, agent, window }) => {
    await window.writeDisk(FILE, TEXT);
    const answer = agent.replace(FILE, { startLine: 3000, endLine: 3001, newText: "export const changed = 1;" });
    await developer.hunk().getByText("changed").waitFor();
    expect(await developer.focus()).not.toBe("review");
    await developer.onHunk("Accept").click();
    expect(await answer).toMatchObject({ applied: true, newRange: { startLine: 3000, endLine: 3000 } });
  });

  it("does not move what the developer looks at", async ({ developer, agent, window }) => {
    await window.writeDisk(FILE, TEXT);
    await developer.open("long.ts");
    const answer = agent.replace(FILE, { startLine: 3000, endLine: 3001, newText: "export const changed = 1;" });
    await developer.canDecide();
    expect(await developer.page.locator(".text .cm-line").first().textContent()).toContain("old1 ");
    await developer.button("Reject all").click();
    expect(await answer).toMatchObject({ applied: false });
  });
});

describe("a long text", () => {
  it("is coloured wherever the developer goes in it", async ({ developer, window }) => {
    await window.writeDisk(FILE, TEXT);
    await developer.open("long.ts");
    const { keyboard } = developer.page;
    const pagesDown = Array.from({ length: 30 }, () => "PageDown");
    const middle = ["Control+Home", "Control+KeyG", ..."2500", "Enter"];
    for (const keys of [pagesDown, ["Control+End"], middle]) {
      for (const key of keys) await keyboard.press(key);
      await expect.poll(() => plainLines(developer.page)).toBe(0);
    }
  });
});

/** How many of the lines that are drawn have no colours. */
function plainLines(page: Page): Promise<number> {
  return page.locator(".text .cm-line:not(:has(span)):not(:empty)").filter({ hasText: /\S/ }).count();
}

describe("a hunk of many lines", () => {
  it("shows the first and the last that go, what comes, and its buttons; the rest when asked", async ({
    developer,
    agent,
    window,
  }) => {
    await window.writeDisk(FILE, TEXT);
    await developer.open("greet.ts");
    const newText = lines(1001, 1400, "new").join("\n");
    const answer = agent.replace(FILE, { startLine: 1001, endLine: 1300, newText });
    await developer.page.getByText("1 review").first().waitFor();
    await developer.page.keyboard.press("F7");
    await developer.page.locator(".cm-hunk-panel:focus").waitFor();
    for (const seen of ["old1001 ", "old1300 ", "new1001 "]) {
      expect(await developer.page.locator(".text .cm-line", { hasText: seen }).first().isVisible()).toBe(true);
    }
    await developer.onHunk("Accept").click({ trial: true });
    await developer.button("284 more lines go").click();
    await developer.page.locator(".text .cm-line", { hasText: "old1010 " }).waitFor();
    expect(await developer.button("284 more lines go").count()).toBe(0);
    await developer.button("Accept all").click();
    expect(await answer).toMatchObject({ applied: true, newRange: { startLine: 1001, endLine: 1400 } });
    const expected = [...lines(1, 1000, "old"), ...lines(1001, 1400, "new"), ...lines(1301, 5000, "old")];
    await expect.poll(() => agent.read(FILE)).toBe(`${expected.join("\n")}\n`);
  });
});
