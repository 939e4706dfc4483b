/** A foreign page in a real browser gets through no door. */
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { Agent } from "./helpers/agent.js";
import { openBrowser } from "./helpers/browser.js";
import { EVIL_NAME, REBIND, serveEvilPage, type Target } from "./helpers/evil-page.js";
import { openWindow, type TestWindow } from "./helpers/window.js";

const TEXT = "untouched\n";
/** What the foreign page sends, beside sockets. */
const SENT = ["GET document", "GET eventsource", "GET fetch", "GET image", "POST document", "POST fetch", "POST ping"];
/** What Chromium says of a socket that a port turned away. */
const REFUSED_SOCKET = /WebSocket connection to .* Unexpected response code: 403/;

let browser: Browser;
let evil: Awaited<ReturnType<typeof serveEvilPage>>;
let window: TestWindow;
let context: BrowserContext;
let own: Page;
let foreign: Page;
let target: Target;

beforeAll(async () => {
  browser = await openBrowser(REBIND);
  evil = await serveEvilPage();
});
afterAll(async () => {
  await browser?.close();
  evil?.close();
});
beforeEach(async () => {
  window = await openWindow({ "a.txt": TEXT });
  const [page = "", secret = ""] = window.link.split("#");
  target = { mcp: window.file.urls.mcp, page, secret, body: proposal() };
  context = await browser.newContext();
  own = await context.newPage();
  await own.goto(window.link);
  await own.getByRole("button", { name: "MCP: ○ no agent" }).click();
  await own.getByText("No agent has called a tool yet").waitFor();
  foreign = await context.newPage();
});
afterEach(async () => {
  await context?.close();
  await window?.close();
});

function proposal(): string {
  const input = { file: window.path("a.txt"), startLine: 1, endLine: 1, newText: "stolen", review: "defer" };
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "evil", version: "1" },
  };
  const params = { name: "ide.editor.replaceRange", arguments: input, _meta };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

/** What a page sends to the window's ports, the statuses that it is answered with, and the sockets turned away. */
function watch(page: Page) {
  const sent = new Set<string>();
  const statuses = new Set<number>();
  const sockets: string[] = [];
  const ports = [target.mcp, target.page].map((url) => new URL(url).port);
  const isOurs = (url: string) => ports.includes(new URL(url).port);
  page.on("request", (request) => {
    if (isOurs(request.url())) sent.add(`${request.method()} ${request.resourceType()}`);
  });
  page.on("response", (response) => {
    if (isOurs(response.url())) statuses.add(response.status());
  });
  page.on("console", (message) => {
    if (REFUSED_SOCKET.test(message.text())) sockets.push(message.text());
  });
  return { sent, statuses, sockets };
}

/** The call that a real agent makes is the first that the window knows of. */
async function expectNothingDispatched(): Promise<void> {
  const agent = new Agent(window, "honest");
  expect(await agent.read("a.txt")).toBe(TEXT);
  const calls = own.getByRole("tabpanel", { name: "Activity" }).locator(".row");
  await expect.poll(() => calls.allTextContents()).toEqual([expect.stringContaining("honest")]);
  expect(await own.locator(".cm-hunk-panel, .review-bar").count()).toBe(0);
  expect(await own.getByText("Waiting for you · 0").count()).toBe(1);
}

describe("a page of another site", () => {
  it.each([
    { from: "itself", attack: "attack" },
    { from: "a sandboxed frame", attack: "attackFromSandbox" },
  ])("gets nothing from either port, even with the secret: from $from", async ({ attack }) => {
    const { sent, statuses, sockets } = watch(foreign);
    await foreign.goto(evil.url);
    const outcome = await foreign.evaluate<Record<string, boolean>>(`${attack}(${JSON.stringify(target)})`);
    expect(Object.entries(outcome).filter(([, got]) => got)).toEqual([]);
    await expect.poll(() => [...sent].sort()).toEqual(SENT);
    expect([...statuses]).toEqual([403]);
    await expect.poll(() => sockets).toHaveLength(2);
    await expectNothingDispatched();
  });
});

describe("a name that was rebound to this machine", () => {
  it("is served by neither port", async () => {
    const { sockets } = watch(foreign);
    for (const url of [target.page, target.mcp]) {
      const rebound = url.replace("127.0.0.1", EVIL_NAME);
      expect((await foreign.goto(rebound))?.status()).toBe(403);
      const post = JSON.stringify({
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: target.body,
      });
      expect(await foreign.evaluate(`fetch(location.href, ${post}).then(({ status }) => status)`)).toBe(403);
      const socket = `new Promise((resolve) => {
        const socket = new WebSocket("ws://" + location.host + "/channel");
        socket.onopen = () => resolve("open");
        socket.onerror = () => resolve("refused");
      })`;
      expect(await foreign.evaluate(socket)).toBe("refused");
    }
    await expect.poll(() => sockets).toHaveLength(2);
    await expectNothingDispatched();
  });
});

describe("the same call", () => {
  it("by a native agent is served: it was the sender that was refused", async () => {
    const { mcp, body } = target;
    const headers = {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": "tools/call",
      "Mcp-Name": "ide.editor.replaceRange",
    };
    expect(await (await fetch(mcp, { method: "POST", headers, body })).text()).toContain("pending");
    await own.getByText("Waiting for you · 1").waitFor();
  });
});
