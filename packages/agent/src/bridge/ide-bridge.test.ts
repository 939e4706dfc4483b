import { utimes } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BridgeScene, reaches } from "../testing/bridge-scene.js";
import { nexus3Editor, openIn } from "../testing/index.js";

let scene: BridgeScene;

beforeEach(async () => {
  scene = await BridgeScene.make();
});

afterEach(() => scene.end());

describe("connecting", () => {
  it("takes the window of the directory and says so", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge();
    const states: string[] = [];
    made.onState(({ status }) => states.push(status));
    const connection = await made.autoConnect(scene.home);
    expect(connection?.ideInfo.port).toBe(ide.port);
    expect(made.isConnected).toBe(true);
    expect(made.connection).toBe(connection);
    expect(states).toEqual(["connecting", "connected"]);
    expect(await made.autoConnect(scene.home)).toBe(connection);
    await made.disconnect();
    expect(made.isConnected).toBe(false);
    expect(made.connection).toBeUndefined();
    expect(made.state).toMatchObject({ status: "disconnected" });
  });

  it("finds nothing where there is nothing, and says why", async () => {
    const made = scene.bridge();
    expect(await made.autoConnect(scene.home)).toBeUndefined();
    expect(made.state).toEqual({ status: "disconnected", reason: `No window holds ${scene.home}.` });
    expect(await made.reconnectIfDead()).toBe(false);
  });

  it("takes the next window if the first does not let it in", async () => {
    const stranger = await scene.editor({ ...nexus3Editor(scene.home), header: "x-other" });
    const ide = await scene.editor(nexus3Editor(scene.home));
    await utimes(join(scene.home, `.nexus3/ide/${ide.port}.lock`), 1, 1);
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    expect(made.state).toMatchObject({ status: "connected", ide: { port: ide.port } });
    expect(stranger.connections).toBe(0);
  });

  it("reports several equal windows as a choice", async () => {
    const [first, second] = [
      await scene.editor(nexus3Editor(scene.home)),
      await scene.editor(nexus3Editor(scene.home)),
    ];
    const made = scene.bridge();
    const connection = await made.autoConnect(scene.home);
    const { state } = made;
    const ports = state.status === "connected" ? [state.ide.port, ...state.alternatives.map(({ port }) => port)] : [];
    expect(ports.sort()).toEqual([first.port, second.port].sort());
    const other = [first, second].find(({ port }) => port !== connection?.ideInfo.port);
    const found = (await made.discover(scene.home)).find(({ port }) => port === other?.port);
    if (!found) throw new Error("It is gone.");
    await made.connect(found);
    expect(made.connection?.ideInfo.port).toBe(other?.port);
  });

  it("gives up on a peer that says nothing, within its time", async () => {
    const { proxy } = await scene.editorBehindProxy(nexus3Editor(scene.home));
    proxy.fault = { kind: "half-open" };
    const made = scene.bridge({}, { connectMs: 100 });
    expect(await made.autoConnect(scene.home)).toBeUndefined();
    expect(made.state).toMatchObject({ status: "disconnected" });
  });

  it("ends when aborted", async () => {
    const { proxy } = await scene.editorBehindProxy(nexus3Editor(scene.home));
    proxy.fault = { kind: "half-open" };
    const made = scene.bridge();
    await expect(made.autoConnect(scene.home, { signal: AbortSignal.timeout(50) })).rejects.toThrow();
    expect(made.state).toEqual({ status: "disconnected", reason: "Connecting was given up." });
  });

  it("does not outlive a disconnect", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge();
    const asked = made.autoConnect(scene.home);
    await made.disconnect();
    const states: string[] = [];
    made.onState(({ status }) => states.push(status));
    expect((await asked) === undefined || !made.isConnected).toBe(true);
    expect(states).not.toContain("connecting");
    await made.disconnect();
    await expect.poll(() => ide.connections).toBe(0);
  });
});

describe("the configuration", () => {
  it("enabled: false connects to nothing", async () => {
    await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge({ enabled: false });
    expect(await made.autoConnect(scene.home)).toBeUndefined();
    expect(await made.reconnectIfDead(scene.home)).toBe(false);
    const [info] = await made.discover(scene.home);
    if (!info) throw new Error("There is no window.");
    await expect(made.connect(info)).rejects.toMatchObject({ code: "NOT_ALLOWED" });
    expect(made.state).toEqual({ status: "disabled" });
  });

  it("auto_connect: false connects when told to, and stays away after a loss", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge({ auto_connect: false });
    expect(await made.autoConnect(scene.home)).toBeUndefined();
    expect(await made.reconnectIfDead()).toBe(true);
    ide.dropConnections();
    await reaches(made, "disconnected");
    expect(await made.reconnectIfDead()).toBe(true);
  });

  it("lock_dir_path is where it looks", async () => {
    const ide = await scene.editor({ ...nexus3Editor(scene.home), lockFolder: "elsewhere" });
    expect(await scene.bridge().autoConnect(scene.home)).toBeUndefined();
    const made = scene.bridge({ lock_dir_path: join(scene.home, "elsewhere") });
    expect((await made.autoConnect(scene.home))?.ideInfo.port).toBe(ide.port);
  });

  it.each([
    [{}, "  Open tabs: main.py, a b.py\n  Diagnostics: 1 errors\n    main.py:42: Undefined variable 'foo'", 2],
    [{ inject_diagnostics: false }, "  Open tabs: main.py, a b.py", 1],
    [{ inject_open_editors: false }, "  Diagnostics: 1 errors\n    main.py:42: Undefined variable 'foo'", 1],
    [{ inject_open_editors: false, inject_diagnostics: false }, null, 0],
  ])("%j decides what is asked for and told", async (config, told, calls) => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge(config);
    await made.autoConnect(scene.home);
    const context = told === null ? null : `IDE connected: VS Code\n${told}`;
    expect(await made.refreshContext()).toBe(context);
    expect(made.context).toBe(context);
    expect(ide.calls).toHaveLength(calls);
  });
});

describe("the context", () => {
  it("is null without an editor", async () => {
    expect(await scene.bridge().refreshContext()).toBeNull();
  });

  it("tells what it can when the editor fails at the rest", async () => {
    const personality = nexus3Editor(scene.home);
    const getDiagnostics = { run: () => new Promise<string[]>(() => {}) };
    await scene.editor({ ...personality, tools: { ...personality.tools, getDiagnostics } });
    const made = scene.bridge({}, { contextMs: 50 });
    await made.autoConnect(scene.home);
    expect(await made.refreshContext()).toBe("IDE connected: VS Code\n  Open tabs: main.py, a b.py");
    expect(await made.refreshContext({ signal: AbortSignal.abort() })).toBeNull();
  });
});

describe("a lost connection", () => {
  it.each(["cut", "reset"] as const)("that was %s is made again by itself", async (how) => {
    const { ide, proxy } = await scene.editorBehindProxy(nexus3Editor(scene.home));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    proxy[how]();
    expect(await reaches(made, "waiting")).toMatchObject({ attempt: 0 });
    await reaches(made, "connected");
    expect(ide.handshakes).toHaveLength(2);
    expect(await made.connection?.getWorkspaceFolders()).toEqual([scene.home]);
  });

  it("that is half open is noticed by the heartbeat, and its calls are rejected", async () => {
    const { proxy } = await scene.editorBehindProxy(nexus3Editor(scene.home));
    const made = scene.bridge({ auto_connect: false }, { heartbeat: { pingMs: 30, pongMs: 30 } });
    await made.reconnectIfDead(scene.home);
    proxy.fault = { kind: "half-open" };
    const asked = made.connection?.getOpenEditors();
    await expect(asked).rejects.toMatchObject({
      code: "CONNECTION_LOST",
      message: expect.stringContaining("may have run"),
    });
    expect(made.isConnected).toBe(false);
  });

  it("that is only slow is kept", async () => {
    const { proxy } = await scene.editorBehindProxy(nexus3Editor(scene.home));
    const made = scene.bridge({}, { heartbeat: { pingMs: 20, pongMs: 2000 } });
    await made.autoConnect(scene.home);
    proxy.fault = { kind: "delay", ms: 60 };
    expect(await made.connection?.getWorkspaceFolders()).toEqual([scene.home]);
    proxy.fault = { kind: "trickle", ms: 1 };
    expect(await made.connection?.getWorkspaceFolders()).toEqual([scene.home]);
    expect(made.isConnected).toBe(true);
  });

  it("of an editor that restarts is found at its new port within a second", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    await ide.stop();
    await reaches(made, "waiting");
    const next = await scene.editor(nexus3Editor(scene.home));
    const started = performance.now();
    expect(await reaches(made, "connected")).toMatchObject({ ide: { port: next.port } });
    expect(performance.now() - started).toBeLessThan(3000);
  });

  it("is no longer looked for after a disconnect", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    await ide.stop();
    await reaches(made, "waiting");
    await made.disconnect();
    expect(made.state).toMatchObject({ status: "disconnected" });
  });
});

it("what editors tell unasked is heard, also after a reconnection", async () => {
  const ide = await scene.editor(nexus3Editor(scene.home));
  const made = scene.bridge();
  await made.autoConnect(scene.home);
  const heard: string[] = [];
  made.onNotification(({ method }) => heard.push(method));
  ide.notify("first", {});
  await made.connection?.getOpenEditors();
  ide.dropConnections();
  await reaches(made, "waiting");
  await reaches(made, "connected");
  ide.notify("second", { about: openIn(scene.home).active });
  await made.connection?.getOpenEditors();
  expect(heard).toEqual(["first", "second"]);
});
