import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keepLockFiles, type LockFiles, type LockFilesOptions } from "./lock-files.js";
import { removeStaleLocks } from "./stale-locks.js";

let home: string;
let errors: unknown[];
let locks: LockFiles | undefined;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tandem-locks-"));
  errors = [];
});

afterEach(async () => {
  await locks?.close();
  locks = undefined;
  await rm(home, { recursive: true });
});

async function keep(options: Partial<LockFilesOptions> = {}): Promise<LockFiles> {
  locks = await keepLockFiles({
    port: 40_123,
    token: "t".repeat(43),
    ideName: "Memory",
    workspaceFolders: ["/project"],
    dialects: { nexus3: true, claude: true },
    homeFolder: home,
    environment: {},
    lookMs: 20,
    onError: (error) => errors.push(error),
    ...options,
  });
  return locks;
}

const nexus3Path = () => join(home, ".nexus3/ide/40123.lock");
const claudePath = () => join(home, ".claude/ide/40123.lock");
const readLock = async (path: string) => JSON.parse(await readFile(path, "utf8")) as object;

describe("the lock files of a window", () => {
  it("hold exactly their fields, for this user alone", async () => {
    const { paths } = await keep();
    const fields = {
      pid: process.pid,
      workspaceFolders: ["/project"],
      ideName: "Memory",
      transport: "ws",
      authToken: "t".repeat(43),
    };
    expect(await readLock(nexus3Path())).toEqual(fields);
    expect(await readLock(claudePath())).toEqual({ ...fields, runningInWindows: false });
    expect(paths).toEqual([nexus3Path(), claudePath()]);
    for (const path of paths) {
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
      expect(await readdir(dirname(path))).toEqual(["40123.lock"]);
    }
  });

  it("are also where CLAUDE_CONFIG_DIR says", async () => {
    const configured = join(home, "config");
    const { paths } = await keep({ environment: { CLAUDE_CONFIG_DIR: configured } });
    expect(paths).toEqual([nexus3Path(), claudePath(), join(configured, "ide/40123.lock")]);
    expect(await readLock(paths[2] as string)).toEqual(await readLock(claudePath()));
  });

  it("of claude name the process that terminals descend from, if there is another", async () => {
    await keep({ terminalsPid: process.ppid });
    expect(await readLock(nexus3Path())).toMatchObject({ pid: process.pid });
    expect(await readLock(claudePath())).toMatchObject({ pid: process.ppid });
  });

  it("are those of the dialects that are on", async () => {
    expect((await keep({ dialects: { nexus3: false, claude: true } })).paths).toEqual([claudePath()]);
  });

  it("are written again if somebody deletes them, with their folder", async () => {
    await keep();
    const before = await readLock(nexus3Path());
    await rm(nexus3Path());
    await rename(join(home, ".claude"), join(home, "away"));
    await expect.poll(() => readLock(nexus3Path()).catch(() => undefined)).toEqual(before);
    await expect.poll(() => readLock(claudePath()).catch(() => undefined)).toMatchObject(before);
    expect(errors).toEqual([]);
  });

  it("are gone at the end, unless they are another's by then", async () => {
    const { close } = await keep();
    await writeFile(claudePath(), '{"another":"window"}');
    await close();
    expect(await readdir(dirname(nexus3Path()))).toEqual([]);
    expect(await readLock(claudePath())).toEqual({ another: "window" });
  });

  it("are not put into a folder that is a link, and the others are written all the same", async () => {
    await mkdir(join(home, ".nexus3"));
    await mkdir(join(home, "elsewhere"));
    await symlink(join(home, "elsewhere"), join(home, ".nexus3/ide"));
    const { paths } = await keep();
    expect(paths).toEqual([claudePath()]);
    expect(errors).toHaveLength(1);
    expect(await readdir(join(home, "elsewhere"))).toEqual([]);
  });

  it("are written as soon as they can be, and the one that cannot does not hold up the others", async () => {
    await writeFile(join(home, ".nexus3"), "");
    const kept = await keep();
    expect(kept.paths).toEqual([claudePath()]);
    await rm(claudePath());
    await expect.poll(() => readLock(claudePath()).catch(() => undefined)).toBeDefined();
    expect(errors).toHaveLength(1);
    await rm(join(home, ".nexus3"));
    await expect.poll(() => readLock(nexus3Path()).catch(() => undefined)).toBeDefined();
    expect(kept.paths).toHaveLength(2);
  });

  it("are the newest once the window has the focus", async () => {
    const { focused, paths } = await keep();
    const longAgo = new Date(1_000_000);
    for (const path of paths) await utimes(path, longAgo, longAgo);
    focused();
    for (const path of paths) {
      await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
    }
  });

  it("close a folder of the user's that is open to others", async () => {
    await mkdir(join(home, ".claude/ide"), { recursive: true });
    await chmod(join(home, ".claude/ide"), 0o777);
    await keep();
    expect((await stat(join(home, ".claude/ide"))).mode & 0o777).toBe(0o700);
  });
});

describe("a lock file of another window", () => {
  /** No process has it: they are numbered to 4,194,304 at most. */
  const DEAD = 2 ** 30;
  const folder = () => join(home, ".nexus3/ide");
  const put = async (port: number, text: string | object) => {
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), `${port}.lock`), typeof text === "string" ? text : JSON.stringify(text));
  };
  const lock = (pid: number | undefined) => ({ ...(pid !== undefined && { pid }), workspaceFolders: [] });

  async function listen(): Promise<{ port: number; close: () => Promise<void> }> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
    return { port: (server.address() as AddressInfo).port, close };
  }

  it("is removed if its process is dead and its port refuses", async () => {
    const { port, close } = await listen();
    await close();
    await put(port, lock(DEAD));
    expect(await removeStaleLocks([folder()])).toBe(1);
    expect(await readdir(folder())).toEqual([]);
  });

  it("is removed if a power cut has left nothing in it", async () => {
    const { port, close } = await listen();
    await close();
    await put(port, "");
    expect(await removeStaleLocks([folder()])).toBe(0);
    const longAgo = new Date(Date.now() - 120_000);
    await utimes(join(folder(), `${port}.lock`), longAgo, longAgo);
    expect(await removeStaleLocks([folder()])).toBe(1);
  });

  it("stays if its process lives, if its port answers, or if it is not known", async () => {
    const { port: answering, close } = await listen();
    await put(answering, lock(DEAD));
    await put(2, lock(process.pid));
    await put(3, lock(undefined));
    await put(4, "no JSON");
    await put(5, `${JSON.stringify(lock(DEAD))}${" ".repeat(70_000)}`);
    await writeFile(join(folder(), "6x.lock"), JSON.stringify(lock(DEAD)));
    const before = await readdir(folder());
    expect(await removeStaleLocks([folder(), join(home, "none")])).toBe(0);
    expect(await readdir(folder())).toEqual(before);
    await close();
  });

  it("is cleaned away when a window starts, however many there are", async () => {
    const { port: free, close } = await listen();
    await close();
    const ports = Array.from({ length: 300 }, (_, i) => 1 + i);
    for (const port of [...ports, free]) await put(port, lock(DEAD));
    await (await keep()).close();
    expect(await readdir(folder())).toEqual([]);
  });
});
