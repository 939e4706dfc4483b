import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { chmod, mkdir, readdir, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { silentPorts } from "../testing/silent-ports.js";
import { temporaryFolder } from "../testing/temporary-folder.js";
import { discoverIdes } from "./discover-ides.js";

let home: string;
let project: string;
let nexus3: string;
let claude: string;
let warnings: string[];
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  const folder = await temporaryFolder();
  ends.push(folder.remove);
  home = folder.path;
  project = join(home, "project");
  nexus3 = join(home, ".nexus3/ide");
  claude = join(home, ".claude/ide");
  warnings = [];
  for (const path of [project, nexus3, claude]) await mkdir(path, { recursive: true, mode: 0o700 });
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A port on which somebody listens. */
async function listening(): Promise<number> {
  const server: Server = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  ends.push(() => new Promise((resolve) => server.close(resolve)));
  return (server.address() as { port: number }).port;
}

async function lock(folder: string, port: number | string, change: object = {}, mode = 0o600): Promise<string> {
  const path = join(folder, `${port}.lock`);
  const content = {
    pid: process.pid,
    workspaceFolders: [project],
    ideName: "VS Code",
    transport: "ws",
    authToken: "secret",
    ...change,
  };
  await writeFile(path, JSON.stringify(content), { mode });
  await chmod(path, mode);
  return path;
}

const deadPid = () => spawnSync(process.execPath, ["-e", "0"]).pid;
const discover = (cwd = project, environment: NodeJS.ProcessEnv = {}, lockDir?: string) =>
  discoverIdes(cwd, { environment: { HOME: home, ...environment }, lockDir, onWarning: (text) => warnings.push(text) });
const ports = async (...args: Parameters<typeof discover>) => (await discover(...args)).map(({ port }) => port);

describe("a window", () => {
  it("is found by the folder that it has open", async () => {
    const port = await listening();
    const lockPath = await lock(nexus3, port);
    const [found] = await discover(join(project));
    expect(found).toMatchObject({
      pid: process.pid,
      workspaceFolders: [project],
      ideName: "VS Code",
      transport: "ws",
      authToken: "secret",
      port,
      lockPath,
      dialect: "nexus3",
      matchedFolder: project,
    });
  });

  it("is found from a directory below, and through a link", async () => {
    const port = await listening();
    await mkdir(join(project, "src"));
    await symlink(project, join(home, "link"));
    await lock(nexus3, port, { workspaceFolders: [join(home, "link")] });
    expect(await ports(join(project, "src"))).toEqual([port]);
    expect(await ports(join(home, "link/src"))).toEqual([port]);
  });

  it("is not found from a sibling whose name begins the same", async () => {
    await mkdir(`${project}-2`);
    await lock(nexus3, await listening());
    expect(await ports(`${project}-2`)).toEqual([]);
    expect(await ports(dirname(project))).toEqual([]);
  });

  it("of another editor is found by the other folder, without pid and token", async () => {
    const port = await listening();
    await lock(claude, port, { pid: undefined, authToken: undefined, ideName: "Emacs" }, 0o644);
    expect(await discover()).toMatchObject([{ port, dialect: "claude", pid: undefined, authToken: "" }]);
  });

  it("under both dialects is one, nexus3's", async () => {
    const port = await listening();
    await lock(claude, port);
    await lock(nexus3, port);
    expect(await discover()).toMatchObject([{ port, dialect: "nexus3" }]);
  });

  it("is taken by the dialect that lives if the other's lock is a leftover", async () => {
    const port = await listening();
    await lock(claude, port);
    await lock(nexus3, port, { pid: deadPid() });
    expect(await discover()).toMatchObject([{ port, dialect: "claude" }]);
  });

  it("in a folder that the caller names tells its dialect by its fields, for the time being", async () => {
    const folder = join(home, "own");
    await mkdir(folder, { mode: 0o700 });
    const [first, second] = [await listening(), await listening()];
    await lock(folder, first);
    await lock(folder, second, { runningInWindows: false });
    const found = await discover(project, {}, folder);
    expect(found.find(({ port }) => port === first)).toMatchObject({ dialect: "nexus3", dialectCertain: false });
    expect(found.find(({ port }) => port === second)).toMatchObject({ dialect: "claude", dialectCertain: false });
  });
});

describe("among several windows", () => {
  it("the deepest folder comes first, then the newest focus", async () => {
    const [outer, older, newer] = [await listening(), await listening(), await listening()];
    await mkdir(join(project, "app"));
    await lock(nexus3, outer);
    await utimes(await lock(nexus3, older, { workspaceFolders: ["/", join(project, "app")] }), 1, 1);
    await utimes(await lock(nexus3, newer, { workspaceFolders: [join(project, "app")] }), 2, 2);
    expect(await ports(join(project, "app"))).toEqual([newer, older, outer]);
  });

  it.each(["NEXUS3_IDE_PORT", "CLAUDE_CODE_SSE_PORT"])("the port in %s comes before all", async (variable) => {
    const [near, named] = [await listening(), await listening()];
    await lock(nexus3, near);
    await lock(nexus3, named, { workspaceFolders: ["/elsewhere"] });
    expect(await ports(project, { [variable]: String(named) })).toEqual([named, near]);
    expect(await ports(project, { [variable]: `${named}x` })).toEqual([near]);
  });
});

describe("a lock", () => {
  it("of a process that is gone, on a port that refuses, is removed", async () => {
    const [port = 0] = await silentPorts(1);
    await lock(nexus3, port, { pid: deadPid() });
    expect(await ports()).toEqual([]);
    expect(await readdir(nexus3)).toEqual([]);
  });

  it("of a process that cannot be seen, on a port that answers, is a window and stays", async () => {
    const port = await listening();
    await lock(nexus3, port, { pid: deadPid() });
    expect(await ports()).toEqual([port]);
    expect(await readdir(nexus3)).toHaveLength(1);
  });

  it("whose process id is another's by now is passed over and stays", async () => {
    const [port = 0] = await silentPorts(1);
    await lock(nexus3, port);
    expect(await ports()).toEqual([]);
    expect(await readdir(nexus3)).toHaveLength(1);
  });

  it.each([
    ["can be read by others while it holds a token", () => ({ mode: 0o644 })],
    ["can be written to by others", () => ({ mode: 0o620, change: { authToken: "" } })],
    ["has folders that are no list", () => ({ change: { workspaceFolders: project } })],
    ["has a pid that is none", () => ({ change: { pid: -1 } })],
    ["is too long", () => ({ change: { ideName: "x".repeat(70_000) } })],
    ["speaks another transport", () => ({ change: { transport: "sse" } })],
  ])("that %s is passed over", async (_, make) => {
    const { mode, change } = { mode: 0o600, change: {}, ...make() };
    await lock(nexus3, await listening(), change, mode);
    expect(await ports()).toEqual([]);
    expect(await readdir(nexus3)).toHaveLength(1);
  });

  it("that is a link, a folder, a pipe or no JSON is passed over, and said", async () => {
    const real = await lock(home, 1234);
    await symlink(real, join(nexus3, "1.lock"));
    await mkdir(join(nexus3, "2.lock"));
    expect(spawnSync("mkfifo", [join(nexus3, "3.lock")]).status).toBe(0);
    await writeFile(join(nexus3, "4.lock"), '{"pid":', { mode: 0o600 });
    await lock(nexus3, "123abc");
    await lock(nexus3, "65536");
    expect(await ports()).toEqual([]);
    expect(warnings.map((text) => text.slice(nexus3.length + 1)).sort()).toEqual([
      "1.lock is a link; it is passed over.",
      "2.lock is no file; it is passed over.",
      "3.lock is no file; it is passed over.",
      "4.lock is no lock file; it is passed over.",
    ]);
  });

  it.runIf(process.getuid?.() === 0)("of another user is passed over", async () => {
    const { chown } = await import("node:fs/promises");
    const path = await lock(nexus3, await listening());
    await chown(path, 65_534, 65_534);
    expect(await ports()).toEqual([]);
    expect(warnings).toEqual([`${path} belongs to another user; it is passed over.`]);
  });
});

describe("a folder of locks", () => {
  it("that does not exist holds none, without a word", async () => {
    expect(await ports(project, { HOME: join(home, "nobody") })).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it("that is a link, or that others can write to, is passed over", async () => {
    const port = await listening();
    await mkdir(join(home, "real"), { mode: 0o700 });
    await lock(join(home, "real"), port);
    await symlink(join(home, "real"), join(home, "linked"));
    expect(await ports(project, {}, join(home, "linked"))).toEqual([]);
    await chmod(join(home, "real"), 0o770);
    expect(await ports(project, {}, join(home, "real"))).toEqual([]);
    expect(warnings).toHaveLength(2);
  });

  it("that cannot be written to keeps its leftovers", async () => {
    const [port = 0] = await silentPorts(1);
    await lock(nexus3, port, { pid: deadPid() });
    await chmod(nexus3, 0o500);
    expect(await ports()).toEqual([]);
    await chmod(nexus3, 0o700);
  });

  it("with 1,000 leftovers and one window gives the window and is clean afterwards", async () => {
    const pid = deadPid();
    const port = await listening();
    const stale = JSON.stringify({ pid, workspaceFolders: [project] });
    for (const other of await silentPorts(1000)) writeFileSync(join(nexus3, `${other}.lock`), stale, { mode: 0o600 });
    await lock(nexus3, port);
    expect(await ports()).toEqual([port]);
    expect(await readdir(nexus3)).toEqual([`${port}.lock`]);
  });
});

it("an aborted search rejects", async () => {
  await expect(discoverIdes(project, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
});
