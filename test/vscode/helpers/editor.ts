/** The workbench in a browser, as its developer sees and uses it, and the window that agents find. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findWindows } from "@tandem/agent";
import type { WindowFile } from "@tandem/protocol";
import type { Locator, Page } from "playwright-core";
import { Agent } from "../../page/helpers/agent.js";
import { openBrowser } from "../../page/helpers/browser.js";
import { type CodeServer, type CodeServerOptions, startCodeServer } from "./code-server.js";

const STEP_MS = 50;
const ACTIVE_MS = 60_000;
/** Longest wait for anything that the workbench shows, in milliseconds. */
const STEP_DEADLINE_MS = 15_000;

/** The windows that a server has opened so far. */
class Windows {
  readonly #server: CodeServer;
  readonly #known = new Set<string>();

  constructor(server: CodeServer) {
    this.#server = server;
  }

  /** One that was not there before, and stays: that of an extension host which is about to end goes at once. */
  async next(): Promise<WindowFile> {
    const deadline = Date.now() + ACTIVE_MS;
    let seen: string | undefined;
    while (Date.now() < deadline) {
      const found = await findWindows({ TANDEM_HOME: this.#server.tandemHome });
      const fresh = found.find(({ id }) => !this.#known.has(id));
      if (fresh && fresh.id === seen) {
        this.#known.add(fresh.id);
        return fresh;
      }
      seen = fresh?.id;
      await wait(STEP_MS);
    }
    throw new Error(`The extension has not opened its doors.\n${(await this.#server.log()).slice(-3000)}`);
  }
}

/** One page of the workbench, and the window that agents find through it. */
export class EditorWindow {
  readonly page: Page;
  readonly #folder: string;
  readonly #windows: Windows;
  #file: WindowFile;

  private constructor(page: Page, folder: string, windows: Windows, file: WindowFile) {
    this.page = page;
    this.#folder = folder;
    this.#windows = windows;
    this.#file = file;
  }

  /** Resolves when the extension has opened its doors. */
  static async open(page: Page, url: string, folder: string, windows: Windows): Promise<EditorWindow> {
    page.setDefaultTimeout(STEP_DEADLINE_MS);
    await page.goto(url);
    await page.waitForSelector(".monaco-workbench");
    return new EditorWindow(page, folder, windows, await windows.next());
  }

  get file(): WindowFile {
    return this.#file;
  }

  path(relative: string): string {
    return join(this.#folder, relative);
  }

  onDisk(relative: string): Promise<string> {
    return readFile(this.path(relative), "utf8");
  }

  agent(name = "Rower"): Agent {
    return new Agent(this, name);
  }

  /** Resolves when the extension, which `act` ends, has opened its doors again. */
  async comesBack(act: () => Promise<unknown>): Promise<void> {
    await act();
    this.#file = await this.#windows.next();
  }

  /** Loads the page anew, and with it the extension. Resolves when it has opened its doors again. */
  reload(): Promise<void> {
    return this.comesBack(async () => {
      await this.page.reload();
      await this.page.waitForSelector(".monaco-workbench");
    });
  }
}

export interface Editor extends EditorWindow {
  /** The home of the editor's user. */
  readonly home: string;
  readonly tandemHome: string;
  /** Requests that would have left the machine. */
  readonly outside: readonly string[];
  /** One more window, on that folder, on those of a .code-workspace file, or on none. */
  openWindow(place?: string): Promise<EditorWindow>;
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
    const windows = new Windows(server);
    const open = async (url: string, folder: string) =>
      EditorWindow.open(await context.newPage(), url, folder, windows);
    const { home, tandemHome } = server;
    const openWindow = (place?: string) => open(server.urlOf(place), place ?? server.folder);
    return Object.assign(await open(server.url, server.folder), { home, tandemHome, outside, openWindow, close });
  } catch (error) {
    await close();
    throw error;
  }
}

/** The lines of the active editor's text. */
export function shownLines(page: Page): Locator {
  return page.locator(".editor-group-container.active .monaco-editor .view-line");
}
