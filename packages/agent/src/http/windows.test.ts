import { spawnSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { WindowFile } from "@tandem/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findWindows, windowsFor } from "./windows.js";

let home: string;
let environment: Record<string, string>;

beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), "tandem-windows-")));
  environment = { TANDEM_HOME: home };
  await mkdir(join(home, "windows"), { mode: 0o700 });
});

afterEach(() => rm(home, { recursive: true }));

/** Something that listens, as a window does. */
async function listening(): Promise<{ url: string; close: () => void }> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, close: () => server.close() };
}

const deadPid = () => spawnSync(process.execPath, ["-e", "0"]).pid;

function window(id: string, change: Partial<WindowFile> = {}): WindowFile {
  return {
    id: id.padEnd(8, "0"),
    pid: process.pid,
    startedAt: 1,
    name: "Workbench",
    version: "0.1.0",
    roots: [home],
    urls: { mcp: "http://127.0.0.1:9/mcp" },
    token: "t".repeat(43),
    ...change,
  };
}

async function write(file: WindowFile, mode = 0o600): Promise<string> {
  const path = join(home, "windows", `${file.id}.json`);
  await writeFile(path, JSON.stringify(file));
  await chmod(path, mode);
  return path;
}

describe("finding windows", () => {
  it("finds none where there is no folder", async () => {
    expect(await findWindows({ TANDEM_HOME: join(home, "none") })).toEqual([]);
  });

  it("lists those that run, the newest first", async () => {
    const [first, second] = [await listening(), await listening()];
    await write(window("old", { urls: { mcp: first.url } }));
    await write(window("new", { urls: { mcp: second.url }, startedAt: 2 }));
    expect((await findWindows(environment)).map(({ id }) => id)).toEqual(["new00000", "old00000"]);
    first.close();
    second.close();
  });

  it("takes the newest of those with one address, for the others are gone", async () => {
    const { url, close } = await listening();
    await write(window("crashed", { urls: { mcp: url }, pid: deadPid() }));
    await write(window("back", { urls: { mcp: url }, startedAt: 2 }));
    expect((await findWindows(environment)).map(({ id }) => id)).toEqual(["back0000"]);
    close();
  });

  it("passes over one whose port refuses, and leaves its file while a process has its id", async () => {
    await write(window("other"));
    expect(await findWindows(environment)).toEqual([]);
    expect(await readdir(join(home, "windows"))).toHaveLength(1);
  });

  it("passes over files that others can read, links, and what is no window file", async () => {
    await write(window("shared"), 0o644);
    await writeFile(join(home, "windows", "x.json"), "{", { mode: 0o600 });
    await writeFile(join(home, "windows", "y.json"), "x".repeat(70_000), { mode: 0o600 });
    await symlink("/etc/hostname", join(home, "windows", "z.json"));
    expect(await findWindows(environment)).toEqual([]);
    expect(await readdir(join(home, "windows"))).toHaveLength(4);
  });

  it("removes the file of a window whose process is gone and whose port refuses", async () => {
    await write(window("gone", { pid: deadPid() }));
    expect(await findWindows(environment)).toEqual([]);
    expect(await readdir(join(home, "windows"))).toEqual([]);
  });

  it("leaves the file of a window whose process it cannot see but whose port answers", async () => {
    const { url, close } = await listening();
    await write(window("hidden", { pid: deadPid(), urls: { mcp: url } }));
    expect(await findWindows(environment)).toHaveLength(1);
    expect(await readdir(join(home, "windows"))).toHaveLength(1);
    close();
  });
});

describe("choosing a window", () => {
  it("prefers the closest folder, then the newest", async () => {
    await mkdir(join(home, "app/src"), { recursive: true });
    const outer = window("outer", { startedAt: 9 });
    const older = window("older", { roots: [join(home, "app")], startedAt: 1 });
    const newer = window("newer", { roots: [join(home, "app")], startedAt: 2 });
    const chosen = await windowsFor(join(home, "app/src"), [outer, older, newer]);
    expect(chosen).toEqual([newer, older, outer]);
  });

  it("does not take a sibling with the same beginning, and follows links", async () => {
    await mkdir(join(home, "app"));
    await mkdir(join(home, "app-2"));
    await symlink(join(home, "app"), join(home, "link"));
    const app = window("app", { roots: [join(home, "app")] });
    expect(await windowsFor(join(home, "app-2"), [app])).toEqual([]);
    expect(await windowsFor(join(home, "link"), [app])).toEqual([app]);
  });
});
