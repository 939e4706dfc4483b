/** Clio's bridge file: one for all windows, that of the last focus; written and removed only by its owner. */
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ClioClient } from "../clients/clio-client.js";
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

async function open(kind: "memory" | "workbench" = "memory"): Promise<DialectWindow> {
  const window = await openWindow(kind, { files: { "a.txt": "one\n" }, home });
  windows.push(window);
  return window;
}

async function end(window: DialectWindow | undefined): Promise<void> {
  windows = windows.filter((each) => each !== window);
  await window?.close();
}

const path = () => join(home.folder, ".clio/ide/bridge.json");
const portNow = async () => (await home.bridgeFile())?.["port"];
const NOTICED_MS = 10_000;

it.each(["memory", "workbench"] as const)(`${cites("clio:bridge-file")} %s host`, async (kind) => {
  const before = Date.now();
  const { root } = await open(kind);
  const file = await home.bridgeFile();
  expect(file).toEqual({
    port: expect.any(Number),
    pid: process.pid,
    ideName: expect.any(String),
    workspaceFolders: [root],
    timestamp: expect.any(Number),
  });
  expect(Number(file?.["timestamp"])).toBeGreaterThanOrEqual(before);
  expect((await stat(path())).mode & 0o777).toBe(0o600);
  expect((await stat(join(home.folder, ".clio/ide"))).mode & 0o777).toBe(0o700);
  await (await ClioClient.connect(Number(file?.["port"]))).close();
});

it(cites("clio:bridge-file-removed"), async () => {
  await end(await open());
  expect(await home.bridgeFile()).toBeUndefined();
  const left = await readdir(join(home.folder, ".clio/ide"));
  expect(left.filter((name) => !name.startsWith("."))).toEqual([]);
});

it(cites("clio:windows"), async () => {
  const first = await open();
  const port = await portNow();
  const second = await open("workbench");
  const other = await portNow();
  expect(other).not.toBe(port);
  for (const each of [port, other]) await (await ClioClient.connect(Number(each))).close();
  await end(second);
  await expect.poll(portNow).toBe(port);
  await end(first);
  expect(await home.bridgeFile()).toBeUndefined();
});

it("stays that of the newest window when an older one ends", async () => {
  const first = await open();
  const second = await open();
  const port = await portNow();
  await end(first);
  expect(await portNow()).toBe(port);
  await end(second);
});

it("is that of the window in which the developer is", async () => {
  const first = await open("workbench");
  const port = await portNow();
  await open();
  expect(await portNow()).not.toBe(port);
  await first.developer.select("a.txt", "one\n", { line: 1, column: 1 }, { line: 1, column: 2 });
  await expect.poll(portNow).toBe(port);
});

it("that somebody else has written stays when the window ends", async () => {
  const window = await open();
  const foreign = JSON.stringify({ port: 1, pid: 1, ideName: "other", workspaceFolders: [], timestamp: 1 });
  await writeFile(path(), foreign);
  await end(window);
  expect(await readFile(path(), "utf8")).toBe(foreign);
});

it("is written again if somebody deletes it", async () => {
  await open();
  const port = await portNow();
  await rm(path());
  await expect.poll(portNow, { timeout: NOTICED_MS }).toBe(port);
});
