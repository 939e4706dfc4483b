import { readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseIdeConfig } from "../ide-config.js";
import {
  claudeEditor,
  FakeDiffs,
  FakeIde,
  nexus3Editor,
  openIn,
  type Personality,
  TcpProxy,
  temporaryFolder,
} from "../testing/index.js";
import type { BridgeState } from "./bridge-state.js";
import { type BridgeOptions, IdeBridge } from "./ide-bridge.js";

let home: string;
let file: string;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  const temporary = await temporaryFolder();
  ends.push(temporary.remove);
  home = temporary.path;
  file = join(home, "main.py");
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function editor(personality: Personality, place: { port?: number; proxy?: TcpProxy[] } = {}): Promise<FakeIde> {
  const ide = await FakeIde.start(personality, {
    home,
    folders: [home],
    ...(place.port !== undefined && { port: place.port }),
    ...(place.proxy && {
      lockPort: async (port: number) => {
        const proxy = await TcpProxy.start(port);
        ends.push(() => proxy.stop());
        place.proxy?.push(proxy);
        return proxy.port;
      },
    }),
  });
  ends.push(() => ide.stop());
  return ide;
}

function bridge(ide: object = {}, options: BridgeOptions = {}): IdeBridge {
  const made = new IdeBridge(parseIdeConfig({ ide }), { environment: { HOME: home }, ...options });
  ends.push(() => made.disconnect());
  return made;
}

/** The next state with that status, the present one included. */
function reaches(made: IdeBridge, status: BridgeState["status"]): Promise<BridgeState> {
  if (made.state.status === status) return Promise.resolve(made.state);
  return new Promise((resolve) => {
    const undo = made.onState((state) => {
      if (state.status !== status) return;
      undo();
      resolve(state);
    });
  });
}

const change = (text: string) => ({ oldFilePath: file, newFilePath: file, newFileContents: text, tabName: "main.py" });

describe("connecting", () => {
  it("takes the window of the directory and says so", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge();
    const states: string[] = [];
    made.onState(({ status }) => states.push(status));
    const connection = await made.autoConnect(home);
    expect(connection?.ideInfo.port).toBe(ide.port);
    expect(made.isConnected).toBe(true);
    expect(made.connection).toBe(connection);
    expect(states).toEqual(["connecting", "connected"]);
    expect(await made.autoConnect(home)).toBe(connection);
    await made.disconnect();
    expect(made.isConnected).toBe(false);
    expect(made.connection).toBeUndefined();
    expect(made.state).toMatchObject({ status: "disconnected" });
  });

  it("finds nothing where there is nothing, and says why", async () => {
    const made = bridge();
    expect(await made.autoConnect(home)).toBeUndefined();
    expect(made.state).toEqual({ status: "disconnected", reason: `No window holds ${home}.` });
    expect(await made.reconnectIfDead()).toBe(false);
  });

  it("takes the next window if the first does not let it in", async () => {
    const stranger = await editor({ ...nexus3Editor(home), header: "x-other" });
    const ide = await editor(nexus3Editor(home));
    await utimes(join(home, `.nexus3/ide/${ide.port}.lock`), 1, 1);
    const made = bridge();
    await made.autoConnect(home);
    expect(made.state).toMatchObject({ status: "connected", ide: { port: ide.port } });
    expect(stranger.connections).toBe(0);
  });

  it("reports several equal windows as a choice", async () => {
    const [first, second] = [await editor(nexus3Editor(home)), await editor(nexus3Editor(home))];
    const made = bridge();
    const connection = await made.autoConnect(home);
    const { state } = made;
    const ports = state.status === "connected" ? [state.ide.port, ...state.alternatives.map(({ port }) => port)] : [];
    expect(ports.sort()).toEqual([first.port, second.port].sort());
    const other = [first, second].find(({ port }) => port !== connection?.ideInfo.port);
    const found = (await made.discover(home)).find(({ port }) => port === other?.port);
    if (!found) throw new Error("It is gone.");
    await made.connect(found);
    expect(made.connection?.ideInfo.port).toBe(other?.port);
  });

  it("gives up on a peer that says nothing, within its time", async () => {
    const proxies: TcpProxy[] = [];
    await editor(nexus3Editor(home), { proxy: proxies });
    for (const proxy of proxies) proxy.fault = { kind: "half-open" };
    const made = bridge({}, { connectMs: 100 });
    expect(await made.autoConnect(home)).toBeUndefined();
    expect(made.state).toMatchObject({ status: "disconnected" });
  });

  it("ends when aborted", async () => {
    const proxies: TcpProxy[] = [];
    await editor(nexus3Editor(home), { proxy: proxies });
    for (const proxy of proxies) proxy.fault = { kind: "half-open" };
    await expect(bridge().autoConnect(home, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
  });

  it("does not outlive a disconnect", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge();
    const asked = made.autoConnect(home);
    await made.disconnect();
    expect((await asked) === undefined || !made.isConnected).toBe(true);
    await made.disconnect();
    await expect.poll(() => ide.connections).toBe(0);
  });
});

describe("the configuration", () => {
  it("enabled: false connects to nothing", async () => {
    await editor(nexus3Editor(home));
    const made = bridge({ enabled: false });
    expect(await made.autoConnect(home)).toBeUndefined();
    expect(await made.reconnectIfDead(home)).toBe(false);
    const [info] = await made.discover(home);
    if (!info) throw new Error("There is no window.");
    await expect(made.connect(info)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    expect(made.state).toEqual({ status: "disabled" });
  });

  it("auto_connect: false connects when told to, and stays away after a loss", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge({ auto_connect: false });
    expect(await made.autoConnect(home)).toBeUndefined();
    expect(await made.reconnectIfDead()).toBe(true);
    ide.dropConnections();
    await reaches(made, "disconnected");
    expect(await made.reconnectIfDead()).toBe(true);
  });

  it("lock_dir_path is where it looks", async () => {
    const ide = await editor({ ...nexus3Editor(home), lockFolder: "elsewhere" });
    expect(await bridge().autoConnect(home)).toBeUndefined();
    const made = bridge({ lock_dir_path: join(home, "elsewhere") });
    expect((await made.autoConnect(home))?.ideInfo.port).toBe(ide.port);
  });

  it.each([
    [{}, "  Open tabs: main.py, a b.py\n  Diagnostics: 1 errors\n    main.py:42: Undefined variable 'foo'", 2],
    [{ inject_diagnostics: false }, "  Open tabs: main.py, a b.py", 1],
    [{ inject_open_editors: false }, "  Diagnostics: 1 errors\n    main.py:42: Undefined variable 'foo'", 1],
    [{ inject_open_editors: false, inject_diagnostics: false }, null, 0],
  ])("%j decides what is asked for and told", async (config, told, calls) => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge(config);
    await made.autoConnect(home);
    const context = told === null ? null : `IDE connected: VS Code\n${told}`;
    expect(await made.refreshContext()).toBe(context);
    expect(made.context).toBe(context);
    expect(ide.calls).toHaveLength(calls);
  });
});

describe("the context", () => {
  it("is null without an editor", async () => {
    expect(await bridge().refreshContext()).toBeNull();
  });

  it("tells what it can when the editor fails at the rest", async () => {
    const personality = nexus3Editor(home);
    const getDiagnostics = { run: () => new Promise<string[]>(() => {}) };
    await editor({ ...personality, tools: { ...personality.tools, getDiagnostics } });
    const made = bridge({}, { contextMs: 50 });
    await made.autoConnect(home);
    expect(await made.refreshContext()).toBe("IDE connected: VS Code\n  Open tabs: main.py, a b.py");
    expect(await made.refreshContext({ signal: AbortSignal.abort() })).toBeNull();
  });
});

describe("a lost connection", () => {
  it.each(["cut", "reset"] as const)("that was %s is made again by itself", async (how) => {
    const proxies: TcpProxy[] = [];
    const ide = await editor(nexus3Editor(home), { proxy: proxies });
    const made = bridge();
    await made.autoConnect(home);
    proxies[0]?.[how]();
    expect(await reaches(made, "waiting")).toMatchObject({ attempt: 0 });
    await reaches(made, "connected");
    expect(ide.handshakes).toHaveLength(2);
    expect(await made.connection?.getWorkspaceFolders()).toEqual([home]);
  });

  it("that is half open is noticed by the heartbeat, and its calls are rejected", async () => {
    const proxies: TcpProxy[] = [];
    await editor(nexus3Editor(home), { proxy: proxies });
    const made = bridge({ auto_connect: false }, { heartbeat: { pingMs: 30, pongMs: 30 } });
    await made.reconnectIfDead(home);
    for (const proxy of proxies) proxy.fault = { kind: "half-open" };
    const asked = made.connection?.getOpenEditors();
    await expect(asked).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      message: expect.stringContaining("may have run"),
    });
    expect(made.isConnected).toBe(false);
  });

  it("that is only slow is kept", async () => {
    const proxies: TcpProxy[] = [];
    await editor(nexus3Editor(home), { proxy: proxies });
    const made = bridge({}, { heartbeat: { pingMs: 20, pongMs: 2000 } });
    await made.autoConnect(home);
    for (const proxy of proxies) proxy.fault = { kind: "delay", ms: 60 };
    expect(await made.connection?.getWorkspaceFolders()).toEqual([home]);
    for (const proxy of proxies) proxy.fault = { kind: "trickle", ms: 1 };
    expect(await made.connection?.getWorkspaceFolders()).toEqual([home]);
    expect(made.isConnected).toBe(true);
  });

  it("of an editor that restarts is found at its new port within a second", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge();
    await made.autoConnect(home);
    await ide.stop();
    await reaches(made, "waiting");
    const next = await editor(nexus3Editor(home));
    const started = performance.now();
    expect(await reaches(made, "connected")).toMatchObject({ ide: { port: next.port } });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it("is no longer looked for after a disconnect", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge();
    await made.autoConnect(home);
    await ide.stop();
    await reaches(made, "waiting");
    await made.disconnect();
    expect(made.state).toMatchObject({ status: "disconnected" });
  });
});

describe("diffs", () => {
  it("go one after the other, also with the same tab's name", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge();
    await made.autoConnect(home);
    const [first, second] = [made.openDiff(change("a")), made.openDiff(change("b"))];
    const shown = await ide.nextDiff();
    expect([shown.proposed, ide.personality.diffs.open.length]).toEqual(["a", 1]);
    await shown.accept();
    expect(await first).toMatchObject({ outcome: "FILE_SAVED", finalText: "a", written: true });
    (await ide.nextDiff()).reject();
    expect(await second).toEqual({ outcome: "DIFF_REJECTED" });
  });

  it("that wait for their turn can be given up", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge();
    await made.autoConnect(home);
    const first = made.openDiff(change("a"));
    const shown = await ide.nextDiff();
    await expect(made.openDiff(change("b"), { signal: AbortSignal.timeout(10) })).rejects.toThrow();
    await shown.accept();
    await first;
    expect(ide.personality.diffs.open).toEqual([]);
  });

  it("without an editor are not made", async () => {
    await expect(bridge().openDiff(change("a"))).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });

  it("survive a lost connection: the same review, the developer's own text, written once", async () => {
    const proxies: TcpProxy[] = [];
    const ide = await editor(nexus3Editor(home, { tandem: true }), { proxy: proxies });
    const made = bridge();
    await made.autoConnect(home);
    const asked = made.openDiff(change("a"));
    const shown = await ide.nextDiff();
    proxies[0]?.cut();
    await shown.accept("b");
    expect(await asked).toEqual({ outcome: "FILE_SAVED", finalText: "b", written: true });
    expect(ide.personality.diffs.written).toEqual([file]);
    expect(ide.calls.map(({ key }) => key)).toEqual([shown.key, shown.key]);
  });

  it("survive an editor that is killed and comes back with its reviews", async () => {
    const diffs = new FakeDiffs({ writes: true, keys: true });
    const ide = await editor(nexus3Editor(home, { tandem: true, diffs }));
    const made = bridge();
    await made.autoConnect(home);
    const asked = made.openDiff(change("a"));
    const shown = await ide.nextDiff();
    await ide.crash();
    await reaches(made, "waiting");
    await editor(nexus3Editor(home, { tandem: true, diffs }));
    await reaches(made, "connected");
    await shown.accept();
    expect(await asked).toMatchObject({ outcome: "FILE_SAVED", written: true });
    expect(diffs.written).toEqual([file]);
  });

  it("that an editor saved before it was lost for good are saved", async () => {
    const proxies: TcpProxy[] = [];
    const ide = await editor(nexus3Editor(home), { proxy: proxies });
    const made = bridge({}, { outcomeMs: 50 });
    await made.autoConnect(home);
    const asked = made.openDiff(change("a\n"));
    const shown = await ide.nextDiff();
    for (const proxy of proxies) proxy.fault = { kind: "half-open" };
    await shown.accept("a\r\n");
    proxies[0]?.cut();
    await ide.stop();
    expect(await asked).toMatchObject({ outcome: "FILE_SAVED", written: true });
  });

  it("are shown again by an editor that forgets, unless it has saved them", async () => {
    const ide = await editor(claudeEditor(home));
    const made = bridge();
    await made.autoConnect(home);
    await writeFile(file, "a");
    const asked = made.openDiff(change("a"));
    await ide.nextDiff();
    ide.dropConnections();
    await reaches(made, "connected");
    await expect.poll(() => ide.calls.filter(({ tool }) => tool === "openDiff").length).toBe(2);
    await (await ide.nextDiff()).accept("b");
    expect(await asked).toEqual({ outcome: "FILE_SAVED", finalText: "b", written: false });
    expect(await readFile(file, "utf8")).toBe("a");
  });

  it("of an editor that stays away are an error that says what is known", async () => {
    const ide = await editor(nexus3Editor(home));
    const made = bridge({ auto_connect: false }, { outcomeMs: 50 });
    await made.reconnectIfDead(home);
    const asked = made.openDiff(change("a"));
    await ide.nextDiff();
    await ide.stop();
    await expect(asked).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect(made.state).toMatchObject({ status: "disconnected" });
  });
});

it("what editors tell unasked is heard, also after a reconnection", async () => {
  const ide = await editor(nexus3Editor(home));
  const made = bridge();
  await made.autoConnect(home);
  const heard: string[] = [];
  made.onNotification(({ method }) => heard.push(method));
  ide.notify("first", {});
  await made.connection?.getOpenEditors();
  ide.dropConnections();
  await reaches(made, "waiting");
  await reaches(made, "connected");
  ide.notify("second", { about: openIn(home).active });
  await made.connection?.getOpenEditors();
  expect(heard).toEqual(["first", "second"]);
});
