import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { IdeBridge } from "../bridge/ide-bridge.js";
import { parseIdeConfig } from "../ide-config.js";
import {
  claudeEditor,
  FakeIde,
  nexus3Editor,
  type Personality,
  ScriptedTerminal,
  TcpProxy,
  temporaryFolder,
} from "../testing/index.js";
import { applyConfirmation, confirmWithIdeOrTerminal } from "./confirm.js";

let cwd: string;
let path: string;
const ends: (() => unknown)[] = [];
const append = { name: "append_file", arguments: { content: "b\n" } };

beforeEach(async () => {
  const temporary = await temporaryFolder();
  ends.push(temporary.remove);
  cwd = temporary.path;
  path = join(cwd, "main.py");
  await writeFile(path, "a\n");
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function connected(personality: Personality, config: object = {}): Promise<{ ide: FakeIde; bridge: IdeBridge }> {
  const ide = await FakeIde.start(personality, { home: cwd, folders: [cwd] });
  ends.push(() => ide.stop());
  const bridge = new IdeBridge(parseIdeConfig({ ide: config }), { environment: { HOME: cwd }, outcomeMs: 50 });
  ends.push(() => bridge.disconnect());
  await bridge.autoConnect(cwd);
  return { ide, bridge };
}

const text = () => readFile(path, "utf8");

describe("in the editor", () => {
  it.each([
    ["that writes", nexus3Editor, true, "main.py"],
    ["that lets the agent write", claudeEditor, false, "main.py (proposed)"],
  ] as const)("%s, a yes leaves the change in the file, once", async (_, make, written, tab) => {
    const { ide, bridge } = await connected(make(cwd));
    const terminal = new ScriptedTerminal();
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal });
    const shown = await ide.nextDiff();
    expect([shown.path, shown.proposed, shown.tabName]).toEqual([path, "a\nb\n", tab]);
    await shown.accept();
    const confirmation = await asked;
    expect(confirmation).toMatchObject({ result: "ALLOW_ONCE", by: "ide", written, content: "a\nb\n" });
    expect(await applyConfirmation(path, confirmation)).toBe(true);
    expect(await text()).toBe("a\nb\n");
    expect(terminal.screen).toBe("");
  });

  it("a no is a no", async () => {
    const { ide, bridge } = await connected(nexus3Editor(cwd));
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal: new ScriptedTerminal(["y"]) });
    (await ide.nextDiff()).reject();
    expect(await asked).toEqual({ result: "DENY", by: "ide" });
    expect(await applyConfirmation(path, await asked)).toBe(false);
    expect(await text()).toBe("a\n");
  });

  it("what the developer made of it is what is written", async () => {
    const { ide, bridge } = await connected(claudeEditor(cwd));
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd });
    await (await ide.nextDiff()).accept("a\nc\n");
    await applyConfirmation(path, await asked);
    expect(await text()).toBe("a\nc\n");
  });

  it("that is still being connected, it is waited for", async () => {
    let proxy: TcpProxy | undefined;
    const lockPort = async (port: number) => {
      proxy = await TcpProxy.start(port);
      proxy.fault = { kind: "delay", ms: 50 };
      return proxy.port;
    };
    const ide = await FakeIde.start(nexus3Editor(cwd), { home: cwd, folders: [cwd], lockPort });
    const bridge = new IdeBridge(undefined, { environment: { HOME: cwd } });
    ends.push(
      () => ide.stop(),
      () => proxy?.stop(),
      () => bridge.disconnect(),
    );
    const begun = new Promise((resolve) => bridge.onState(({ status }) => status === "connecting" && resolve(status)));
    void bridge.autoConnect(cwd);
    await begun;
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal: new ScriptedTerminal() });
    await (await ide.nextDiff()).accept();
    expect(await asked).toMatchObject({ result: "ALLOW_ONCE", by: "ide" });
  });

  it("a cancelled question is neither answered nor asked elsewhere", async () => {
    const { ide, bridge } = await connected(nexus3Editor(cwd));
    const stop = new AbortController();
    const terminal = new ScriptedTerminal(["y"]);
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal, signal: stop.signal });
    await ide.nextDiff();
    stop.abort(new Error("cancelled"));
    await expect(asked).rejects.toThrow("cancelled");
    expect(terminal.screen).toBe("");
  });
});

describe("in the terminal", () => {
  it("it is asked when use_ide_diffs is false", async () => {
    const { ide, bridge } = await connected(nexus3Editor(cwd), { use_ide_diffs: false });
    const terminal = new ScriptedTerminal(["y"]);
    const confirmation = await confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal });
    expect(confirmation).toMatchObject({ result: "ALLOW_ONCE", by: "terminal", written: false });
    expect(ide.calls).toEqual([]);
    expect(terminal.screen).toContain("+b");
  });

  it.each([
    ["no editor", false],
    ["an editor that was left", true],
  ])("it is asked when there is %s", async (_, left) => {
    const { bridge } = await connected(nexus3Editor(cwd));
    if (left) await bridge.disconnect();
    const terminal = new ScriptedTerminal(["n"]);
    const options = left ? { bridge, cwd, terminal } : { cwd, terminal };
    expect(await confirmWithIdeOrTerminal(append, path, options)).toEqual({ result: "DENY", by: "terminal" });
    expect(bridge.isConnected).toBe(!left);
  });

  it("it is asked when the editor cannot show it, and why is said", async () => {
    const personality = nexus3Editor(cwd);
    const openDiff = {
      run: () => {
        throw new Error('{"error":{"code":"OUTSIDE_WORKSPACE","message":"It is outside.","hint":""}}');
      },
    };
    const { bridge } = await connected({ ...personality, tools: { ...personality.tools, openDiff } });
    const terminal = new ScriptedTerminal(["y"]);
    const confirmation = await confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal });
    expect(confirmation).toMatchObject({ result: "ALLOW_ONCE", by: "terminal" });
    expect(terminal.screen).toContain("VS Code did not decide: It is outside.");
  });

  it("it is asked when the editor is gone for good, and the change is made once", async () => {
    const { ide, bridge } = await connected(nexus3Editor(cwd));
    const terminal = new ScriptedTerminal(["y"]);
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal });
    await ide.nextDiff();
    await ide.stop();
    const confirmation = await asked;
    expect(confirmation).toMatchObject({ result: "ALLOW_ONCE", by: "terminal", written: false });
    await applyConfirmation(path, confirmation);
    expect(await text()).toBe("a\nb\n");
  });

  it("it is not asked when the lost editor had written it", async () => {
    const { ide, bridge } = await connected(nexus3Editor(cwd));
    const terminal = new ScriptedTerminal();
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal });
    await ide.nextDiff();
    await writeFile(path, "a\nb\n");
    await ide.stop();
    expect(await asked).toMatchObject({ result: "ALLOW_ONCE", written: true });
    expect(terminal.screen).toBe("");
    await applyConfirmation(path, await asked);
    expect(await text()).toBe("a\nb\n");
  });

  it("it is asked about the file as it is, when that has changed meanwhile", async () => {
    const { ide, bridge } = await connected(nexus3Editor(cwd));
    const terminal = new ScriptedTerminal(["y"]);
    const asked = confirmWithIdeOrTerminal(append, path, { bridge, cwd, terminal });
    await ide.nextDiff();
    await writeFile(path, "z\n");
    await ide.stop();
    expect(await asked).toMatchObject({ result: "ALLOW_ONCE", base: "z\n" });
    expect(terminal.screen).toContain("The file has changed");
    expect(terminal.screen).toContain("-z");
  });

  it("edited text is shown again and is what is allowed", async () => {
    const terminal = new ScriptedTerminal(["e", "y"], { edit: (before) => before.replace("b", "c") });
    const confirmation = await confirmWithIdeOrTerminal(append, path, { cwd, terminal });
    expect(confirmation).toMatchObject({ result: "ALLOW_ONCE", content: "a\nc\n" });
    expect(terminal.screen).toContain("+c");
  });

  it("always is remembered for that file, by who wants to", async () => {
    const alwaysAllowed = new Set<string>();
    const options = { cwd, alwaysAllowed };
    const first = await confirmWithIdeOrTerminal(append, path, { ...options, terminal: new ScriptedTerminal(["a"]) });
    expect(first).toMatchObject({ result: "ALLOW_ALWAYS", by: "terminal" });
    const second = await confirmWithIdeOrTerminal(append, path, { ...options, terminal: new ScriptedTerminal() });
    expect(second).toMatchObject({ result: "ALLOW_ALWAYS", by: "nobody" });
    const other = await confirmWithIdeOrTerminal(append, join(cwd, "x"), {
      ...options,
      terminal: new ScriptedTerminal(),
    });
    expect(other).toEqual({ result: "DENY", by: "terminal" });
  });

  it("always holds for the questions that wait for their turn as well", async () => {
    const options = { cwd, alwaysAllowed: new Set<string>(), terminal: new ScriptedTerminal(["a"]) };
    const both = await Promise.all([1, 2].map(() => confirmWithIdeOrTerminal(append, path, options)));
    expect(both.map(({ by }) => by).sort()).toEqual(["nobody", "terminal"]);
    expect(both).toMatchObject([{ result: "ALLOW_ALWAYS" }, { result: "ALLOW_ALWAYS" }]);
  });

  it("a call that does not fit the file, or writes none, is asked about in words", async () => {
    const terminal = new ScriptedTerminal(["what?", "Y"]);
    const edit = { name: "edit_file", arguments: { old_string: "\u001b[31mzzz", new_string: "y" } };
    expect(await confirmWithIdeOrTerminal(edit, path, { cwd, terminal })).toMatchObject({ result: "ALLOW_ONCE" });
    expect(terminal.screen).toContain("The file does not hold");
    expect(terminal.screen).not.toContain("\u001b");
    const bash = { name: "bash", arguments: { command: "ls" } };
    const denied = await confirmWithIdeOrTerminal(bash, undefined, { cwd, terminal: new ScriptedTerminal() });
    expect(denied).toEqual({ result: "DENY", by: "terminal" });
  });
});

it("nobody is asked when the user has chosen so", async () => {
  const { ide, bridge } = await connected(nexus3Editor(cwd));
  const confirmation = await confirmWithIdeOrTerminal(append, path, { bridge, cwd, yolo: true });
  expect(confirmation).toMatchObject({ result: "ALLOW_ONCE", by: "nobody", written: false });
  expect(ide.calls).toEqual([]);
  expect(await bridge.refreshContext()).toContain("IDE connected: VS Code");
});

it("what changed between the yes and the writing is not overwritten", async () => {
  const terminal = new ScriptedTerminal(["y"]);
  const confirmation = await confirmWithIdeOrTerminal(append, path, { cwd, terminal });
  await writeFile(path, "theirs\n");
  await expect(applyConfirmation(path, confirmation)).rejects.toMatchObject({ code: "STALE" });
  expect(await text()).toBe("theirs\n");
});
