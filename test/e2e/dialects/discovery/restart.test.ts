/** A real window that is killed, or ends, half-way through a diff and comes back: where agents find it, and what they find. */
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Page } from "../../../soak/page.js";
import { Window } from "../../../soak/window.js";
import { ClaudeClient } from "../clients/claude-client.js";
import { ClioClient, within } from "../clients/clio-client.js";
import { type Door, Nexus3Client, only } from "../clients/nexus3-client.js";
import { type DialectDeveloper, pageDeveloper, type Waiting } from "../dialect-developer.js";
import { type Home, openHome } from "../home.js";
import { cites } from "../proves.js";

const TEXT = "one\ntwo\nthree\n";
const NEW = "one\n2\nthree\n";

let home: Home;
let folder: string;
let window: Window | undefined;
let page: Page | undefined;
let developer: DialectDeveloper;

beforeEach(async () => {
  home = await openHome();
  folder = await realpath(await mkdtemp(join(tmpdir(), "tandem-restart-")));
  for (const name of ["a.txt", "b.txt", "c.txt", "later.txt"]) await writeFile(join(folder, name), TEXT);
});

afterEach(async () => {
  await kill();
  await rm(folder, { recursive: true, force: true });
  await home.close();
});

/** Starts a window of the real command, with its page; there are as many lock files then. */
async function start(lockFiles = 1): Promise<Door> {
  const config = join(home.folder, "config");
  await mkdir(config, { recursive: true });
  window = await Window.open({ folder, home: home.folder, config });
  page = await Page.connect(window.link);
  developer = pageDeveloper(page);
  const { pid } = window.file;
  await expect.poll(async () => (await home.locks("nexus3")).size).toBe(lockFiles);
  const own = [...(await home.locks("nexus3"))].find(([, lock]) => lock["pid"] === pid);
  if (!own) throw new Error("The window has left no lock file.");
  const [port, { authToken }] = own;
  return { port, token: String(authToken) };
}

async function kill(): Promise<void> {
  await window?.kill();
  page?.close();
  window = undefined;
}

/** A diff is shown while it is being recorded. A later one that has been answered tells that those before it are on disk. */
async function untilRecorded(door: Door): Promise<void> {
  const agent = await Nexus3Client.connect(door, { name: "later" });
  const { result } = agent.openDiff(join(folder, "later.txt"), NEW, "later.txt");
  const isLater = ({ file }: Waiting) => file === join(folder, "later.txt");
  await expect.poll(() => developer.pending().some(isLater)).toBe(true);
  await developer.reject(developer.pending().find(isLater) as Waiting);
  expect(only(await result)).toBe("DIFF_REJECTED");
  await agent.close();
}

const theDiff = async () => (await developer.waiting())[0] as Waiting;
const onDisk = async (name: string) => readFile(join(folder, name), "utf8");

it(cites("risk:crash"), async () => {
  const before = await start();
  const clioPort = (await home.bridgeFile())?.["port"];
  const { pid } = (window as Window).file;
  await kill();
  // A crash leaves the lock behind, with a process that is dead.
  expect((await home.locks("nexus3")).get(before.port)).toMatchObject({ pid });
  expect((await home.locks("claude")).get(before.port)).toMatchObject({ pid });
  expect(await start()).toEqual(before);
  expect([...(await home.locks("claude")).keys()]).toEqual([before.port]);
  expect(await home.bridgeFile()).toMatchObject({ port: clioPort, pid: (window as Window).file.pid });
});

it("has new ports and tokens after more than ten minutes", async () => {
  const before = await start();
  await kill();
  const names = await readdir(home.folder, { recursive: true });
  const [remembered = ""] = names.filter((name) => name.endsWith("addresses.json"));
  const elevenMinutesAgo = new Date(Date.now() - 11 * 60_000);
  await utimes(join(home.folder, remembered), elevenMinutesAgo, elevenMinutesAgo);
  const { token } = await start();
  expect(token).not.toBe(before.token);
});

it("takes another port and a new token where a stranger has its own, and leaves the stranger alone", async () => {
  const before = await start();
  await kill();
  const stranger = createServer().listen(before.port, "127.0.0.1");
  await once(stranger, "listening");
  const lock = await readFile(join(home.folder, ".nexus3/ide", `${before.port}.lock`), "utf8");
  const { token } = await start(2);
  expect(token).not.toBe(before.token);
  expect(await readFile(join(home.folder, ".nexus3/ide", `${before.port}.lock`), "utf8")).toBe(lock);
  stranger.close();
});

it(cites("nexus3:restart"), async () => {
  const door = await start();
  const agent = await Nexus3Client.connect(door);
  const lost = agent.openDiff(join(folder, "a.txt"), NEW, "a.txt");
  await theDiff();
  await untilRecorded(door);
  await kill();
  await expect(lost.result).rejects.toThrow("ended");
  expect(await onDisk("a.txt")).toBe(TEXT);

  const again = await Nexus3Client.connect(await start());
  expect(await theDiff()).toMatchObject({ file: join(folder, "a.txt"), agentGone: true });
  const joined = again.openDiff(join(folder, "a.txt"), NEW, "a.txt");
  await expect.poll(() => developer.pending().map(({ agentGone }) => agentGone)).toEqual([false]);
  await developer.accept(await theDiff());
  expect(only(await joined.result)).toBe("FILE_SAVED");
  expect(await onDisk("a.txt")).toBe(NEW);
  expect(developer.pending()).toEqual([]);
  await again.close();
});

it(cites("nexus3:restart-decided"), async () => {
  const agent = await Nexus3Client.connect(await start());
  const key = { "tandem/key": "one of mine" };
  const { result } = agent.openDiff(join(folder, "a.txt"), NEW, "a.txt", key);
  await developer.accept(await theDiff());
  await result;
  await kill();
  const again = await Nexus3Client.connect(await start());
  expect(only(await again.openDiff(join(folder, "a.txt"), NEW, "a.txt", key).result)).toBe("FILE_SAVED");
  expect(developer.pending()).toEqual([]);
  expect(await onDisk("a.txt")).toBe(NEW);
  await again.close();
});

it("has withdrawn what only the killed connection could have carried out, and a Clio proposal waits on", async () => {
  const door = await start();
  const claude = await ClaudeClient.connect(door);
  const clio = await ClioClient.connect(Number((await home.bridgeFile())?.["port"]));
  claude.openDiff(join(folder, "a.txt"), NEW);
  await developer.waiting(1);
  clio.openDiff(join(folder, "b.txt"), TEXT, NEW);
  await developer.waiting(2);
  clio.proposeDiff(join(folder, "c.txt"), [{ range: within(1, 0, 3), oldText: "two", newText: "2" }]);
  await developer.waiting(3);
  await untilRecorded(door);
  await kill();
  const again = await ClaudeClient.connect(await start());
  await expect.poll(() => developer.pending().map(({ file }) => file)).toEqual([join(folder, "c.txt")]);
  const { result } = again.openDiff(join(folder, "a.txt"), NEW);
  await developer.waiting(2);
  const review = developer.pending().find(({ file }) => file === join(folder, "a.txt"));
  if (review) await developer.accept(review);
  expect((await result).texts).toEqual(["FILE_SAVED", NEW]);
  expect(await onDisk("a.txt")).toBe(TEXT);
  await again.close();
});
