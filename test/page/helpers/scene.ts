/** A test's window, its page in a real browser, and an agent. */
import type { Browser, Page } from "playwright-core";
import { test as base, expect } from "vitest";
import { Agent } from "./agent.js";
import { openBrowser } from "./browser.js";
import { Developer } from "./developer.js";
import { type Files, openWindow, type TestWindow } from "./window.js";

const GREET = `export function greet(name: string): string {
  return "hello, " + name;
}

export function count(names: string[]): number {
  return names.length;
}

export const last = true;
`;

const FILES: Files = { "src/greet.ts": GREET, "src/other.ts": "export const other = 1;\n", "README.md": "# Harbour\n" };

/** What Chromium says while a window is away. */
const AWAY = /WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;

interface Scene {
  readonly browser: Browser;
  readonly window: TestWindow;
  readonly page: Page;
  readonly developer: Developer;
  readonly agent: Agent;
}

export const it = base.extend<Scene>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from its pattern
    async ({}, use) => {
      const browser = await openBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: "file" },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the runner reads what a fixture needs from its pattern
  window: async ({}, use) => {
    const window = await openWindow(FILES);
    await use(window);
    await window.close();
  },
  /** On the window's link. It fails the test if anything goes wrong in it. */
  page: async ({ browser, window }, use) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(window.link);
    await page.getByText("Nothing is open").waitFor();
    await use(page);
    await context.close();
    expect(complaints).toEqual([]);
  },
  developer: async ({ page }, use) => use(new Developer(page)),
  agent: async ({ window }, use) => use(new Agent(window, "claude-code")),
});

/** Grows while the page runs. */
function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" && !AWAY.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}
