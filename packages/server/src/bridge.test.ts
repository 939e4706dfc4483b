import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHostCore, EventHub, systemClock } from "@tandem/host";
import { MemoryHost } from "@tandem/host/testing";
import { nexus3, nexus3LockSchema, portOf } from "@tandem/protocol";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Bridge, type BridgeOptions, startBridge } from "./bridge.js";
import { WsAgent } from "./testing/ws-agent.js";

let home: string;
let bridge: Bridge | undefined;
const hub = new EventHub(systemClock, () => {});
const core = createHostCore(new MemoryHost(), { hub, mode: () => "review" });

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), "tandem-bridge-"));
});

afterEach(async () => {
  await bridge?.close();
  bridge = undefined;
  await rm(home, { recursive: true });
});

async function start(options: BridgeOptions = {}): Promise<Bridge> {
  bridge = await startBridge(core, { port: 0, environment: { HOME: home, TANDEM_HOME: home }, ...options });
  return bridge;
}

const files = async () =>
  (await readdir(home, { recursive: true })).filter((path) => /\.(lock|json)$/.test(path)).sort();
const portIn = (url: string | undefined) => portOf(url === undefined ? undefined : new URL(url).port);

describe("a bridge", () => {
  it("tells in its files where to connect and with which token, and removes them at the end", async () => {
    const { window, close } = await start();
    const port = portIn(window.urls.ws) ?? 0;
    const clioPort = portIn(window.urls.clio) ?? 0;
    expect(await files()).toEqual([
      `.claude/ide/${port}.lock`,
      `.clio/ide/${clioPort}.json`,
      ".clio/ide/bridge.json",
      `.nexus3/ide/${port}.lock`,
      `windows/${window.id}.json`,
    ]);
    const lock = nexus3LockSchema.parse(JSON.parse(await readFile(join(home, `.nexus3/ide/${port}.lock`), "utf8")));
    expect(lock.authToken).not.toBe(window.token);
    const agent = await WsAgent.connect({ port, headers: { [nexus3.AUTHORIZATION_HEADER]: lock.authToken } });
    expect(await agent.initialize()).toMatchObject({ serverInfo: nexus3.serverInfo });
    const end = agent.ended();
    await close();
    await end;
    expect(await files()).toEqual([]);
  });

  it("opens no door for dialects that are switched off", async () => {
    const { window } = await start({ dialects: { nexus3: false, claude: false, clio: false } });
    expect(Object.keys(window.urls)).toEqual(["mcp"]);
    expect(await files()).toEqual([`windows/${window.id}.json`]);
  });

  it("refuses the header of a dialect that is switched off", async () => {
    const token = "t".repeat(43);
    const { window } = await start({ dialects: { nexus3: false }, ws: { token } });
    const port = portIn(window.urls.ws) ?? 0;
    const agent = WsAgent.connect({ port, headers: { [nexus3.AUTHORIZATION_HEADER]: token } });
    await expect(agent).rejects.toThrow("refused with 401");
  });

  it("comes back on the same port with the same token, and on another with a new one if that is taken", async () => {
    const first = await start();
    const port = portIn(first.window.urls.ws) ?? 0;
    await first.close();
    const again = await start({ ws: { port, token: first.addresses.lockToken } });
    expect(again.addresses).toMatchObject({ wsPort: port, lockToken: first.addresses.lockToken });
    await again.close();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(port, "127.0.0.1", resolve));
    const moved = await start({ ws: { port, token: first.addresses.lockToken } });
    expect(portIn(moved.window.urls.ws)).toBe(moved.addresses.wsPort);
    expect(moved.addresses.wsPort).not.toBe(port);
    expect(moved.addresses.lockToken).not.toBe(first.addresses.lockToken);
    await new Promise<void>((resolve) => other.close(() => resolve()));
  });

  it("names in claude's lock file the process that terminals descend from, and tells in both that it has the focus", async () => {
    const { addresses, focused } = await start({ terminalsPid: process.ppid });
    const path = join(home, `.nexus3/ide/${addresses.wsPort}.lock`);
    const claudePath = join(home, `.claude/ide/${addresses.wsPort}.lock`);
    expect(JSON.parse(await readFile(claudePath, "utf8"))).toMatchObject({ pid: process.ppid });
    const longAgo = new Date(1_000_000);
    await utimes(path, longAgo, longAgo);
    focused();
    await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
  });

  it("closes all its doors, also if a file cannot be removed", async () => {
    const { addresses, window, close } = await start();
    const file = join(home, "windows", `${window.id}.json`);
    await rm(file);
    await mkdir(join(file, "in the way"), { recursive: true });
    await expect(close()).rejects.toThrow();
    for (const port of [addresses.mcpPort, addresses.wsPort, addresses.clioPort]) {
      await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
    }
  });

  it("that cannot open its first door leaves nothing behind", async () => {
    const { window } = await start();
    const before = await files();
    await expect(
      startBridge(core, { port: portIn(window.urls.mcp) ?? 0, environment: { HOME: home, TANDEM_HOME: home } }),
    ).rejects.toMatchObject({ code: "EADDRINUSE" });
    expect(await files()).toEqual(before);
  });
});
