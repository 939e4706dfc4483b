/** What a window leaves in the home folder for agents to find it, who may read it, and what it does to files of others. */

import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ClaudeClient } from "../clients/claude-client.js";
import { Nexus3Client } from "../clients/nexus3-client.js";
import { type Home, openHome } from "../home.js";
import { cites } from "../proves.js";
import { type DialectWindow, openWindow } from "../window.js";

let home: Home;
let windows: DialectWindow[];
beforeEach(async () => {
  home = await openHome();
  windows = [];
});
afterEach(async () => {
  for (const window of windows) await window.close();
  await home.close();
});

async function open(kind: "memory" | "workbench" = "memory", errors?: unknown[]): Promise<DialectWindow> {
  const onError = errors && { onError: (error: unknown) => void errors.push(error) };
  const window = await openWindow(kind, { files: { "a.txt": "one\n" }, home, ...onError });
  windows.push(window);
  return window;
}

async function end(window: DialectWindow): Promise<void> {
  windows = windows.filter((each) => each !== window);
  await window.close();
}

const dialects = ["nexus3", "claude"] as const;
const folderOf = (dialect: string) => join(home.folder, `.${dialect}`, "ide");
const lockOf = (dialect: string, port: number) => join(folderOf(dialect), `${port}.lock`);
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );
/** How long a window may take to notice that its file is gone, in milliseconds. */
const NOTICED_MS = 10_000;
/** Only root can give files away, so that is tried where the tests run as root. */
const NOBODY = 65_534;

/** A process id that was somebody's a moment ago. */
const deadPid = () => spawnSync(process.execPath, ["--version"]).pid;

describe.each(["memory", "workbench"] as const)("a window on the %s host", (kind) => {
  it(cites("nexus3:lock-file"), async () => {
    const { door, root } = await open(kind);
    const ofNexus3 = (await home.locks("nexus3")).get(door.port);
    const common = { pid: process.pid, workspaceFolders: [root], ideName: expect.any(String), transport: "ws" };
    expect(ofNexus3).toEqual({ ...common, authToken: expect.any(String) });
    expect((await home.locks("claude")).get(door.port)).toEqual({
      ...common,
      ideName: ofNexus3?.["ideName"],
      runningInWindows: false,
      authToken: expect.any(String),
    });
    for (const dialect of dialects) {
      expect(await modeOf(lockOf(dialect, door.port))).toBe(0o600);
      expect(await modeOf(folderOf(dialect))).toBe(0o700);
      expect(await readdir(folderOf(dialect))).toEqual([`${door.port}.lock`]);
    }
  });

  it(cites("nexus3:lock-removed"), async () => {
    const window = await open(kind);
    await end(window);
    for (const dialect of dialects) expect(await readdir(folderOf(dialect))).toEqual([]);
  });
});

describe("a lock file", () => {
  it("holds a token that opens the door in its own dialect", async () => {
    const { door } = await open();
    for (const dialect of dialects) {
      const token = String((await home.locks(dialect)).get(door.port)?.["authToken"]);
      expect(token.length).toBeGreaterThanOrEqual(32);
      const dialled = { port: door.port, token };
      const agent = dialect === "nexus3" ? await Nexus3Client.connect(dialled) : await ClaudeClient.connect(dialled);
      await agent.close();
    }
  });

  it("has another token for each window", async () => {
    const tokens = new Set([(await open()).door.token, (await open()).door.token, (await open()).door.token]);
    expect(tokens.size).toBe(3);
  });

  it.each(dialects)("is written again if somebody deletes it: %s", async (dialect) => {
    const { door } = await open();
    const path = lockOf(dialect, door.port);
    const before = await readFile(path, "utf8");
    await rm(path);
    await expect.poll(() => readFile(path, "utf8").catch(() => ""), { timeout: NOTICED_MS }).toBe(before);
    expect(await modeOf(path)).toBe(0o600);
  });

  it("comes back even if its whole folder was deleted", async () => {
    const { door } = await open();
    await rm(join(home.folder, ".nexus3"), { recursive: true });
    await expect.poll(() => isThere(lockOf("nexus3", door.port)), { timeout: NOTICED_MS }).toBe(true);
    expect(await modeOf(folderOf("nexus3"))).toBe(0o700);
  });

  it("that says something else at the end is somebody else's, and stays", async () => {
    const window = await open();
    const path = lockOf("nexus3", window.door.port);
    const foreign = JSON.stringify({
      pid: process.pid,
      workspaceFolders: ["/other"],
      ideName: "Other",
      transport: "ws",
    });
    await writeFile(path, foreign);
    await end(window);
    expect(await readFile(path, "utf8")).toBe(foreign);
  });

  it("is also where CLAUDE_CONFIG_DIR says", async () => {
    const configured = join(home.folder, "config of mine");
    process.env["CLAUDE_CONFIG_DIR"] = configured;
    const window = await open();
    const name = `${window.door.port}.lock`;
    const path = join(configured, "ide", name);
    expect(await readFile(path, "utf8")).toBe(await readFile(lockOf("claude", window.door.port), "utf8"));
    expect(await modeOf(path)).toBe(0o600);
    await end(window);
    expect(await isThere(path)).toBe(false);
  });
});

describe("a lock file of another", () => {
  const PORT = 1;
  const lock = (pid: number) =>
    JSON.stringify({ pid, workspaceFolders: ["/x"], ideName: "X", transport: "ws", authToken: "t" });
  async function left(dialect: string, name: string, text: string): Promise<boolean> {
    await mkdir(folderOf(dialect), { recursive: true, mode: 0o700 });
    await writeFile(join(folderOf(dialect), name), text, { mode: 0o600 });
    const window = await open();
    // Cleaning is nobody's hurry; the end of the window waits for what it has begun.
    await end(window);
    return isThere(join(folderOf(dialect), name));
  }

  it.each(dialects)("is cleaned up if its process is dead and its port refuses: %s", async (dialect) => {
    await mkdir(folderOf(dialect), { recursive: true, mode: 0o700 });
    const path = lockOf(dialect, PORT);
    await writeFile(path, lock(deadPid()), { mode: 0o600 });
    await open();
    await expect.poll(() => isThere(path), { timeout: NOTICED_MS }).toBe(false);
  });

  it("stays if its process lives, though its port refuses: the number may have been given again", async () => {
    expect(await left("nexus3", `${PORT}.lock`, lock(process.pid))).toBe(true);
  });

  it("stays if its port answers, though its process cannot be seen", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    expect(await left("claude", `${port}.lock`, lock(deadPid()))).toBe(true);
    server.close();
  });

  it.each([
    ["is no JSON", "5.lock", "folder\nanother"],
    ["has no pid", "5.lock", "{}"],
    ["has a name that is no port", "5x.lock", lock(1)],
    ["is another file", "notes.txt", "mine"],
    ["is too long to be one", "5.lock", `${lock(1)}${" ".repeat(100_000)}`],
  ])("stays if it %s", async (_, name, text) => {
    expect(await left("nexus3", name, text)).toBe(true);
  });

  it.runIf(process.getuid?.() === 0)("stays if it belongs to another user, however dead it is", async () => {
    await mkdir(folderOf("nexus3"), { recursive: true, mode: 0o700 });
    const path = lockOf("nexus3", PORT);
    await writeFile(path, lock(deadPid()), { mode: 0o600 });
    await chown(path, NOBODY, NOBODY);
    await end(await open());
    expect(await isThere(path)).toBe(true);
  });

  it("is one of a thousand stale ones: the window starts, and they go", async () => {
    await mkdir(folderOf("nexus3"), { recursive: true, mode: 0o700 });
    const dead = lock(deadPid());
    for (let port = 1; port <= 1000; port++) await writeFile(lockOf("nexus3", port), dead, { mode: 0o600 });
    const started = performance.now();
    const { door } = await open();
    expect(performance.now() - started).toBeLessThan(NOTICED_MS);
    const names = () => readdir(folderOf("nexus3"));
    await expect.poll(names, { timeout: NOTICED_MS, interval: 200 }).toEqual([`${door.port}.lock`]);
  });
});

describe("a lock folder", () => {
  it(cites("risk:lock-folder"), async () => {
    expect(await readdir(home.folder)).toEqual([]);
    const { door } = await open();
    for (const dialect of dialects) expect(await isThere(lockOf(dialect, door.port))).toBe(true);
  });

  it.each([
    ["is a link to somewhere else", async (folder: string) => symlink(join(home.folder, "elsewhere"), folder)],
    ["is a file", async (folder: string) => writeFile(folder, "no folder")],
  ])("that %s is left alone, and the window serves its other agents", async (_, make) => {
    await mkdir(join(home.folder, "elsewhere"));
    await mkdir(join(home.folder, ".claude"));
    await make(folderOf("claude"));
    const errors: unknown[] = [];
    const { door } = await open("memory", errors);
    expect(errors.map(String)).toEqual([expect.stringContaining("could not be written")]);
    expect(await readdir(join(home.folder, "elsewhere"))).toEqual([]);
    await (await Nexus3Client.connect(door)).close();
  });

  it.runIf(process.getuid?.() === 0)("that belongs to another user is not used", async () => {
    await mkdir(folderOf("claude"), { recursive: true, mode: 0o700 });
    await chown(folderOf("claude"), NOBODY, NOBODY);
    const errors: unknown[] = [];
    await open("memory", errors);
    expect(errors.map(String)).toEqual([expect.stringContaining("could not be written")]);
    expect(await readdir(folderOf("claude"))).toEqual([]);
  });

  it("that others may write to is not used as it is", async () => {
    await mkdir(folderOf("claude"), { recursive: true });
    await chmod(folderOf("claude"), 0o777);
    const { door } = await open();
    const locks = (await readdir(folderOf("claude"))).length;
    expect([0o700, locks === 0 ? 0o777 : 0o700]).toContain(await modeOf(folderOf("claude")));
    await (await Nexus3Client.connect(door)).close();
  });
});
