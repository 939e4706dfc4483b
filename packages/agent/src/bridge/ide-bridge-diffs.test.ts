import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { BridgeScene, reaches } from "../testing/bridge-scene.js";
import { claudeEditor, FakeDiffs, nexus3Editor } from "../testing/index.js";

let scene: BridgeScene;

beforeEach(async () => {
  scene = await BridgeScene.make();
});

afterEach(() => scene.end());

describe("diffs", () => {
  it("go one after the other, also with the same tab's name", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    const [first, second] = [made.openDiff(scene.change("a")), made.openDiff(scene.change("b"))];
    const shown = await ide.nextDiff();
    expect([shown.proposed, ide.personality.diffs.open.length]).toEqual(["a", 1]);
    await shown.accept();
    expect(await first).toMatchObject({ outcome: "FILE_SAVED", finalText: "a", written: true });
    (await ide.nextDiff()).reject();
    expect(await second).toEqual({ outcome: "DIFF_REJECTED" });
  });

  it("that wait for their turn can be given up", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    const first = made.openDiff(scene.change("a"));
    const shown = await ide.nextDiff();
    await expect(made.openDiff(scene.change("b"), { signal: AbortSignal.timeout(10) })).rejects.toThrow();
    await shown.accept();
    await first;
    expect(ide.personality.diffs.open).toEqual([]);
  });

  it("without an editor are not made", async () => {
    await expect(scene.bridge().openDiff(scene.change("a"))).rejects.toMatchObject({ code: "CONNECTION_LOST" });
  });

  it("survive a lost connection: the same review, the developer's own text, written once", async () => {
    const { ide, proxy } = await scene.editorBehindProxy(nexus3Editor(scene.home, { tandem: true }));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    const asked = made.openDiff(scene.change("a"));
    const shown = await ide.nextDiff();
    proxy.cut();
    await shown.accept("b");
    expect(await asked).toEqual({ outcome: "FILE_SAVED", finalText: "b", written: true });
    expect(ide.personality.diffs.written).toEqual([scene.file]);
    expect(ide.calls.map(({ key }) => key)).toEqual([shown.key, shown.key]);
  });

  it("survive an editor that is killed and comes back with its reviews", async () => {
    const diffs = new FakeDiffs({ writes: true, keys: true });
    const ide = await scene.editor(nexus3Editor(scene.home, { tandem: true, diffs }));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    const asked = made.openDiff(scene.change("a"));
    const shown = await ide.nextDiff();
    await ide.crash();
    await reaches(made, "waiting");
    await scene.editor(nexus3Editor(scene.home, { tandem: true, diffs }));
    await reaches(made, "connected");
    await shown.accept();
    expect(await asked).toMatchObject({ outcome: "FILE_SAVED", written: true });
    expect(diffs.written).toEqual([scene.file]);
  });

  it("that an editor saved before it was lost for good are saved", async () => {
    const { ide, proxy } = await scene.editorBehindProxy(nexus3Editor(scene.home));
    const made = scene.bridge({}, { outcomeMs: 50 });
    await made.autoConnect(scene.home);
    const asked = made.openDiff(scene.change("a\n"));
    const shown = await ide.nextDiff();
    proxy.fault = { kind: "half-open" };
    await shown.accept("a\r\n");
    proxy.cut();
    await ide.stop();
    expect(await asked).toMatchObject({ outcome: "FILE_SAVED", written: true });
  });

  it("are shown again by an editor that forgets, unless it has saved them", async () => {
    const ide = await scene.editor(claudeEditor(scene.home));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    await writeFile(scene.file, "a");
    const asked = made.openDiff(scene.change("a"));
    await ide.nextDiff();
    ide.dropConnections();
    await reaches(made, "connected");
    await expect.poll(() => ide.calls.filter(({ tool }) => tool === "openDiff").length).toBe(2);
    await (await ide.nextDiff()).accept("b");
    expect(await asked).toEqual({ outcome: "FILE_SAVED", finalText: "b", written: false });
    expect(await readFile(scene.file, "utf8")).toBe("a");
  });

  it("of an editor that is left are an error, and it stays left", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home, { tandem: true }));
    const made = scene.bridge();
    await made.autoConnect(scene.home);
    const asked = made.openDiff(scene.change("a"));
    const left = expect(asked).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await ide.nextDiff();
    await made.disconnect();
    await left;
    expect(made.state).toMatchObject({ status: "disconnected", reason: "Disconnected by this side." });
  });

  it.each(["given up", "aborted"])(
    "that were %s while the editor was away are withdrawn when it is back",
    async (how) => {
      const diffs = new FakeDiffs({ writes: true, keys: true });
      const ide = await scene.editor(nexus3Editor(scene.home, { tandem: true, diffs }));
      const made = scene.bridge({}, how === "given up" ? { outcomeMs: 50 } : {});
      await made.autoConnect(scene.home);
      const stop = new AbortController();
      const ended = expect(made.openDiff(scene.change("a"), { signal: stop.signal })).rejects.toThrow();
      await ide.nextDiff();
      void diffs.show({}, "of another agent", "", "", "its key");
      await ide.stop();
      await reaches(made, "waiting");
      if (how === "aborted") stop.abort();
      await ended;
      expect(diffs.open).toHaveLength(2);
      await scene.editor(nexus3Editor(scene.home, { tandem: true, diffs }));
      await reaches(made, "connected");
      expect(diffs.open).toMatchObject([{ key: "its key" }]);
    },
  );

  it("of an editor that stays away are an error that says what is known", async () => {
    const ide = await scene.editor(nexus3Editor(scene.home));
    const made = scene.bridge({ auto_connect: false }, { outcomeMs: 50 });
    await made.reconnectIfDead(scene.home);
    const asked = made.openDiff(scene.change("a"));
    await ide.nextDiff();
    await ide.stop();
    await expect(asked).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect(made.state).toMatchObject({ status: "disconnected" });
  });
});
