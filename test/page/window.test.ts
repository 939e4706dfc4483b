/** The window around the text: its layout, its settings, and what it tells a developer who looks elsewhere. */
import { describe, expect } from "vitest";
import { it } from "./helpers/scene.js";

const FILE = "src/greet.ts";
const SHOUT = { startLine: 2, endLine: 2, newText: "  return name.toUpperCase();" };

describe("what the developer has chosen", () => {
  it("is as it was after a reload", async ({ developer }) => {
    const { page } = developer;
    await page.keyboard.press("Control+Comma");
    await page.getByRole("radio", { name: "light" }).check();
    await page.getByLabel("Follow agents").uncheck();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+Shift+KeyM");
    await page.getByRole("separator", { name: "Width of the reviews" }).focus();
    await page.keyboard.press("ArrowLeft");
    const chosen = await page.locator("aside").boundingBox();
    expect(chosen?.width).toBeGreaterThan(288);
    await page.reload();
    await page.getByText("No problems in open files").waitFor();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("light");
    expect((await page.locator("aside").boundingBox())?.width).toBe(chosen?.width);
    await page.keyboard.press("Control+Comma");
    expect(await page.getByLabel("Follow agents").isChecked()).toBe(false);
  });
});

describe("an agent that is not followed", () => {
  it("moves nothing, and leaves a mark on the tab", async ({ developer, agent, window }) => {
    await developer.open("greet.ts");
    await developer.open("README.md");
    await developer.page.keyboard.press("Control+Comma");
    await developer.page.getByLabel("Follow agents").uncheck();
    await developer.page.keyboard.press("Escape");
    await agent.call("ide.editor.goToLine", { file: window.path(FILE), line: 5 });
    await developer.page.locator(".tab:not(.on)", { hasText: "greet.ts" }).locator(".dot").waitFor();
    await developer.shows("README.md");
  });
});

describe("the activity", () => {
  it("says who called what, with what result, for how long and when", async ({ developer, agent, window }) => {
    await developer.button(/^MCP/).click();
    await agent.read(FILE);
    await expect(agent.read("gone.ts")).rejects.toMatchObject({ code: "FILE_NOT_FOUND" });
    const rows = developer.page.getByRole("tabpanel", { name: "Activity" }).locator(".row");
    await expect
      .poll(() => rows.allTextContents())
      .toEqual([
        expect.stringMatching(/^claude-codeide\.editor\.getContentFILE_NOT_FOUND · \d+ ms · \d\d:\d\d:\d\d$/),
        expect.stringMatching(/^claude-codeide\.editor\.getContentok · \d+ ms · \d\d:\d\d:\d\d$/),
      ]);
    expect(await window.readDisk(FILE)).toContain("hello, ");
  });
});

describe("a narrow window", () => {
  it("has room for the verdict beside long lines, and lays the reviews over the text when asked", async ({
    developer,
    agent,
  }) => {
    await developer.page.setViewportSize({ width: 700, height: 600 });
    const newText = `  return name; // ${"and so on, ".repeat(40)}`;
    const answer = agent.replace(FILE, { ...SHOUT, newText });
    await developer.canDecide();
    expect(await developer.page.locator("aside").count()).toBe(0);
    const box = await developer.onHunk("Accept").boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(700);
    await developer.page.getByRole("button", { name: "Reviews", exact: true }).click();
    await developer.waiting.click();
    await expect.poll(() => developer.page.locator("aside").count()).toBe(0);
    await developer.onHunk("Accept").click();
    expect((await answer).applied).toBe(true);
    expect(await developer.page.evaluate("document.documentElement.scrollWidth")).toBe(700);
  });
});

describe("a developer who looks elsewhere", () => {
  it("is told by the title, and by a notification if they want one", async ({ developer, agent }) => {
    const { page } = developer;
    await page.context().grantPermissions(["notifications"]);
    await page.evaluate(`{
      globalThis.notified = [];
      globalThis.Notification = class extends Notification {
        constructor(title, options) {
          super(title, options);
          notified.push(title + ": " + options.body);
        }
      };
    }`);
    const answers = [agent.replace(FILE, SHOUT)];
    await expect.poll(() => page.title()).toBe("(1) harbour – Tandem");
    await page.keyboard.press("Control+Comma");
    await page.getByLabel("Notify me").check();
    await page.keyboard.press("Escape");
    await page.evaluate(`Object.defineProperty(document, "visibilityState", { get: () => "hidden" })`);
    answers.push(agent.replace("README.md", { startLine: 1, endLine: 1, newText: "# Port" }, "A better name"));
    await expect
      .poll(() => page.evaluate("notified"))
      .toEqual(["claude-code waits for your review: README.md (2 wait)\nA better name"]);
    for (const name of ["greet.ts", "README.md"]) {
      await developer.waiting.filter({ hasText: name }).click();
      await developer.button("Reject all").click();
    }
    await Promise.all(answers);
    await expect.poll(() => page.title()).toBe("harbour – Tandem");
  });
});
