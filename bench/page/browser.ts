/** The page in a real browser. What is done here between the beginning and the end of a trace runs no script in it. */
import { setTimeout as rest } from "node:timers/promises";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { CATEGORIES, Trace, type TraceEvent } from "./trace.js";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
/** Its parser, when it has a long text, rests for half of this between two pieces of work. */
const QUIET_MS = 1000;
/** What a page that does nothing may cost in that time, in milliseconds: the answers to our own questions. */
const QUIET_COST_MS = 5;
const MOST_WAITS = 60;

/** Chromium is found at CHROMIUM or at its usual place. */
export async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = process.env["CHROMIUM"] ?? "/usr/bin/chromium";
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ executablePath, args: FLAGS, ...signals });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

export class OpenPage {
  readonly page: Page;
  readonly #browser: Browser;
  readonly #session: CDPSession;

  private constructor(browser: Browser, page: Page, session: CDPSession) {
    this.#browser = browser;
    this.page = page;
    this.#session = session;
  }

  /** With nothing cached, and only that remembered from an earlier visit. Resolves when it has loaded and is at rest. */
  static async open(
    browser: Browser,
    link: string,
    remembered: Readonly<Record<string, unknown>> = {},
  ): Promise<OpenPage> {
    const page = await newPage(browser);
    for (const [name, value] of Object.entries(remembered)) {
      const entry = [`tandem.${name}`, JSON.stringify(value)].map((text) => JSON.stringify(text));
      await page.addInitScript(`localStorage.setItem(${entry})`);
    }
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    await page.goto(link);
    const open = new OpenPage(browser, page, session);
    await open.quiet();
    return open;
  }

  /** Resolves when the page has nothing left to do. */
  async quiet(): Promise<void> {
    let before = await this.#taskMs();
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      await rest(QUIET_MS);
      const now = await this.#taskMs();
      if (now - before <= QUIET_COST_MS) return;
      before = now;
    }
    throw new Error("The page does not come to rest.");
  }

  /** Ends when the page is at rest again. */
  async trace(work: () => Promise<unknown>): Promise<Trace> {
    await this.#browser.startTracing(this.page, { categories: CATEGORIES });
    await work();
    await this.quiet();
    const { traceEvents } = JSON.parse(String(await this.#browser.stopTracing())) as { traceEvents: TraceEvent[] };
    return new Trace(traceEvents);
  }

  async close(): Promise<void> {
    await this.page.context().close();
  }

  async #taskMs(): Promise<number> {
    const { metrics } = await this.#session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0) * 1000;
  }
}

export async function newPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  return context.newPage();
}
