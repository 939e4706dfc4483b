/**
 * `node scripts/screenshots.mjs`: makes the pictures in docs/ anew, from a built window on a small project in which an
 * agent proposes a change. Chromium is found at CHROMIUM or at its usual place.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { callTool, findWindows } from "@tandem/agent";
import { chromium } from "playwright-core";
import { root } from "./prepare.mjs";

const SESSION = `import { Socket, type State } from "./socket.js";

/** Keeps a connection to an editor. */
export class Session {
  readonly #url: string;
  #socket: Socket | undefined;
  #attempts = 0;

  constructor(url: string) {
    this.#url = url;
  }

  get state(): State {
    return this.#socket?.state ?? "closed";
  }

  async reconnect(): Promise<void> {
    this.#socket = await Socket.open(this.#url);
    this.#attempts = 0;
  }

  close(reason: string): void {
    this.#socket?.close(1000, reason);
  }
}
`;
const SOCKET = `export type State = "open" | "closed";

export class Socket {
  state: State = "open";

  static async open(url: string, timeoutMs = 30_000): Promise<Socket> {
    await fetch(url, { signal: AbortSignal.timeout(timeoutMs) });
    return new Socket();
  }

  close(_code: number, _reason: string): void {
    this.state = "closed";
  }
}
`;
const BACKOFF = `/** Milliseconds to wait before the next attempt. */
export function backoff(attempt: number): number {
  return Math.min(5_000, 250 * 2 ** attempt);
}
`;
const files = {
  "package.json": '{\n  "name": "harbour",\n  "type": "module"\n}\n',
  "tsconfig.json": '{\n  "compilerOptions": { "strict": true, "target": "es2023", "module": "nodenext" }\n}\n',
  "README.md": "# Harbour\n\nKeeps sessions with editors alive.\n",
  "src/backoff.ts": BACKOFF,
  "src/index.ts": 'export { Session } from "./session.js";\n',
  "src/session.ts": SESSION,
  "src/socket.ts": SOCKET,
};
/** @param {string} text */
const lineOf = (text) => SESSION.split("\n").findIndex((line) => line.includes(text)) + 1;
const opening = lineOf("await Socket.open");
const edits = [
  {
    startLine: 1,
    endLine: 0,
    newText: 'import { setTimeout as delay } from "node:timers/promises";\nimport { backoff } from "./backoff.js";',
  },
  {
    startLine: opening,
    endLine: opening,
    newText: [
      "    await delay(backoff(this.#attempts++));",
      "    this.#socket = await Socket.open(this.#url, 5_000);",
    ].join("\n"),
  },
];

const base = realpathSync(mkdtempSync(join(tmpdir(), "tandem-screenshots-")));
const folder = join(base, "harbour");
for (const [relative, text] of Object.entries(files)) {
  mkdirSync(dirname(join(folder, relative)), { recursive: true });
  writeFileSync(join(folder, relative), text);
}
for (const args of [
  ["init", "-q", "-b", "main"],
  ["add", "."],
  ["commit", "-q", "-m", "Begin"],
]) {
  const identity = ["-c", "user.name=Harbour", "-c", "user.email=harbour@example.com"];
  spawnSync("git", [...identity, ...args], { cwd: folder });
}
const env = { ...process.env, HOME: base, TANDEM_HOME: join(base, "home"), XDG_CONFIG_HOME: join(base, "config") };
const args = [join(root, "cli/dist/main.js"), folder, "--port", "0", "--json", "--no-browser"];
const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "ignore"] });
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  await takePictures(JSON.parse(line).page);
} finally {
  await browser.close();
  child.kill("SIGKILL");
  await once(child, "close");
  rmSync(base, { recursive: true, force: true });
}

/** @param {string} link */
async function takePictures(link) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 }, colorScheme: "dark" });
  const page = await context.newPage();
  await page.goto(link);
  const tree = page.getByRole("tree");
  await tree.getByText("src", { exact: true }).click();
  for (const name of ["socket.ts", "session.ts"]) {
    await tree.getByText(name).click();
    await page.getByRole("tab", { name }).dblclick();
    await page.locator(".tab.on:not(.preview)", { hasText: name }).waitFor();
  }
  const [window] = await findWindows({ TANDEM_HOME: env.TANDEM_HOME });
  if (!window) throw new Error("The window cannot be found.");
  const proposal = {
    files: [{ file: join(folder, "src/session.ts"), edits }],
    reason: "Back off between attempts",
  };
  const ended = new AbortController();
  const options = { caller: { name: "claude-code", version: "1.0.0" }, signal: ended.signal };
  const answer = callTool(window, "ide.editor.applyEdits", proposal, options).catch(() => undefined);
  await page.locator(".review-bar button.primary:not([aria-disabled])").waitFor();
  await page.locator(".cm-hunk-panel").nth(1).waitFor();
  await page.mouse.move(640, 700);
  for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(root, `docs/review-${colorScheme}.png`), animations: "disabled" });
  }
  ended.abort();
  await answer;
}
