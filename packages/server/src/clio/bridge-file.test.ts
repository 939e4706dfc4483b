import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ClioWindow, writeBridgeFile } from "./bridge-file.js";

let home: string;
let servers: Server[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tandem-bridge-"));
  servers = [];
});

afterEach(async () => {
  for (const server of servers) server.close();
  await rm(home, { recursive: true });
});

/** A window with a port that answers. */
async function window(): Promise<ClioWindow> {
  const server = createServer((socket) => void socket.destroy());
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  return { port, pid: process.pid, ideName: "Tandem Workbench", workspaceFolders: ["/project"] };
}

const folder = () => join(home, ".clio/ide");
const shared = () => join(folder(), "bridge.json");
const read = async () => JSON.parse(await readFile(shared(), "utf8")) as Record<string, unknown>;
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

/** A pid that nobody has. */
const NOBODY = 2 ** 22 - 1;

it("has exactly the document's fields, for the user alone", async () => {
  const own = await window();
  const before = Date.now();
  await writeBridgeFile(own, home);
  const { timestamp, ...rest } = await read();
  expect(rest).toEqual(own);
  expect(timestamp).toBeGreaterThanOrEqual(before);
  expect(await modeOf(shared())).toBe(0o600);
  expect(await modeOf(folder())).toBe(0o700);
  expect((await readdir(folder())).sort()).toEqual([`${own.port}.json`, "bridge.json"]);
});

it("is gone with the only window", async () => {
  const file = await writeBridgeFile(await window(), home);
  await file.remove();
  expect(await readdir(folder())).toEqual([]);
});

describe("with several windows", () => {
  it("names the one that had the focus last, and is handed on when that closes", async () => {
    const [one, two, three] = [await window(), await window(), await window()];
    const first = await writeBridgeFile(one, home);
    const second = await writeBridgeFile(two, home);
    const third = await writeBridgeFile(three, home);
    expect(await read()).toMatchObject({ port: three.port });
    await expect.poll(() => Date.now()).toBeGreaterThan((await read())["timestamp"] as number);
    await first.focused();
    expect(await read()).toMatchObject({ port: one.port });
    await third.remove();
    expect(await read()).toMatchObject({ port: one.port });
    await first.remove();
    expect(await read()).toMatchObject({ ...two });
    await second.remove();
    expect(existsSync(shared())).toBe(false);
  });

  it("is never handed to a dead one, and what that has left is removed", async () => {
    const [one, dead, foreign, silent] = [await window(), await window(), await window(), await window()];
    const first = await writeBridgeFile(one, home);
    await writeBridgeFile({ ...dead, pid: NOBODY }, home);
    servers[1]?.close();
    await writeBridgeFile(foreign, home);
    await chmod(join(folder(), `${foreign.port}.json`), 0o644);
    await writeBridgeFile(silent, home);
    servers[3]?.close();
    await first.focused();
    await first.remove();
    expect(existsSync(shared())).toBe(false);
    expect((await readdir(folder())).sort()).toEqual([`${foreign.port}.json`, `${silent.port}.json`].sort());
  });

  it("survives many that come, are looked at and go at once", async () => {
    const windows = await Promise.all(Array.from({ length: 8 }, window));
    const files = await Promise.all(windows.map((own) => writeBridgeFile(own, home)));
    const [last, ...others] = files;
    await Promise.all([...files.map((file) => file.focused()), ...others.map((file) => file.remove())]);
    await last?.focused();
    expect(await read()).toMatchObject({ port: windows[0]?.port });
    await last?.remove();
    expect(await readdir(folder())).toEqual([]);
  });
});

it("is left alone once another program has written it", async () => {
  const file = await writeBridgeFile(await window(), home);
  await writeFile(shared(), '{"port":1}');
  await file.remove();
  expect(await read()).toEqual({ port: 1 });
});

it.each(["a link", "a file"])("is not written where the folder is %s", async (what) => {
  await mkdir(join(home, ".clio"));
  await mkdir(join(home, "elsewhere"));
  if (what === "a link") await symlink(join(home, "elsewhere"), folder());
  else await writeFile(folder(), "");
  await expect(writeBridgeFile(await window(), home)).rejects.toThrow();
  expect(await readdir(join(home, "elsewhere"))).toEqual([]);
});
