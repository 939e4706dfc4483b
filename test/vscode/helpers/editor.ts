/** The workbench in a browser, as its developer sees and uses it, and the window that agents find. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findWindows } from "@tandem/agent";
import type { WindowFile } from "@tandem/protocol";
import type { Locator, Page } from "playwright-core";
import { Agent } from "../../page/helpers/agent.js";
import { openBrowser } from "../../page/helpers/browser.js";
import { type CodeServerOptions, startCodeServer } from "./code-server.js";

const STEP_MS = 50;
const ACTIVE_MS = 60_000;
/** Longest wait for anything that the workbench shows, in milliseconds. */
const STEP_DEADLINE_MS = 15_000;

export interface Editor {
  readonly page: Page;
  readonly file: WindowFile;
  /** The home of the editor's user. */
  readonly home: string;
  readonly tandemHome: string;
  /** Requests that would have left the machine. */
  readonly outside: readonly string[];
  path(relative: string): string;
  /** Loads the page anew, and with it the extension. Resolves when it has opened its doors again. */
  reload(): Promise<void>;
  /** Resolves when the extension, which `act` ends or begins, has opened its doors again. */
  comesBack(act: () => Promise<unknown>): Promise<void>;
  onDisk(relative: string): Promise<string>;
  agent(name?: string): Agent;
  close(): Promise<void>;
}

/** Resolves when the extension has opened its doors. */
export async function openEditor(options: CodeServerOptions): Promise<Editor> {
  const server = await startCodeServer(options);
  const browser = await openBrowser();
  const close = async () => {
    await browser.close();
    await server.close();
  };
  try {
    const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
    // Without it VS Code waits for the clipboard for ever.
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const outside: string[] = [];
    context.on("request", (request) => {
      if (!/^(https?|wss?):\/\/127\.0\.0\.1[:/]|^(data|blob|about|vscode)/.test(request.url()))
        outside.push(request.url());
    });
    const page = await context.newPage();
    page.setDefaultTimeout(STEP_DEADLINE_MS);
    await page.goto(server.url);
    await page.waitForSelector(".monaco-workbench");
    const file = await windowOf(server.tandemHome, server.log);
    const path = (relative: string) => join(server.folder, relative);
    const window = { file, path };
    const comesBack = async (act: () => Promise<unknown>) => {
      const before = window.file;
      await act();
      window.file = await windowOf(server.tandemHome, server.log, (file) => file.id !== before.id);
    };
    return {
      get file() {
        return window.file;
      },
      path,
      page,
      home: server.home,
      tandemHome: server.tandemHome,
      comesBack,
      reload: () =>
        comesBack(async () => {
          await page.reload();
          await page.waitForSelector(".monaco-workbench");
        }),
      outside,
      onDisk: (relative) => readFile(path(relative), "utf8"),
      agent: (name = "Rower") => new Agent(window, name),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function windowOf(
  home: string,
  log: () => Promise<string>,
  isWanted: (file: WindowFile) => boolean = () => true,
): Promise<WindowFile> {
  const deadline = Date.now() + ACTIVE_MS;
  while (Date.now() < deadline) {
    const found = (await findWindows({ TANDEM_HOME: home })).find(isWanted);
    if (found) return found;
    await wait(STEP_MS);
  }
  throw new Error(`The extension has not opened its doors.\n${(await log()).slice(-3000)}`);
}

/** The lines of the active editor's text. */
export function shownLines(page: Page): Locator {
  return page.locator(".editor-group-container.active .monaco-editor .view-line");
}
