import { describe, expect, it } from "vitest";
import type { SettledCall } from "./dispatch.js";
import { EventHub } from "./events/event-hub.js";
import { createHostCore } from "./host-core.js";
import type { IdeHost } from "./ide-host.js";
import type { Mode } from "./policy.js";
import { FakeClock } from "./testing/fake-clock.js";
import { MemoryHost } from "./testing/memory-host.js";

const FILE = "/project/a.ts";

function setUp(host: IdeHost = new MemoryHost({ files: { "a.ts": "one\ntwo\n" } }), mode: Mode = "trust") {
  const clock = new FakeClock();
  const settled: SettledCall[] = [];
  const hub = new EventHub(clock, () => {});
  const core = createHostCore(host, { mode: () => mode, clock, hub, onSettled: (call) => settled.push(call) });
  const { agent } = core.agents.join({ name: "tester", version: "1" });
  const call = (tool: string, input?: unknown, signal?: AbortSignal) =>
    core.dispatch({ agent, tool, input, ...(signal && { gone: () => signal }) });
  return { clock, settled, call, agent };
}

/** A host whose diagnostics never come. */
function hangingHost(): { host: IdeHost; signals: AbortSignal[] } {
  const signals: AbortSignal[] = [];
  const memory = new MemoryHost({ files: { "a.ts": "" } });
  const list = (_path: unknown, _waitMs: number, signal: AbortSignal) => {
    signals.push(signal);
    return new Promise<never>(() => {});
  };
  const { name, version, paths, texts, isPrivate } = memory;
  return { host: { name, version, paths, texts, isPrivate, capabilities: { diagnostics: { list } } }, signals };
}

describe("dispatch", () => {
  it("runs a call and counts it", async () => {
    const { call, agent, settled } = setUp();
    expect(await call("ide.editor.getContent", { file: FILE })).toEqual({
      ok: true,
      value: { content: "one\ntwo\n", totalLines: 2, dirty: false, version: 1 },
    });
    expect(agent.calls).toBe(1);
    expect(settled).toMatchObject([{ agent, tool: "ide.editor.getContent" }]);
  });

  it("takes underscores for dots, and a missing input for an empty one", async () => {
    expect(await setUp().call("ide_editor_getOpenFiles")).toMatchObject({ ok: true, value: { files: [] } });
  });

  it.each<[string, unknown, string]>([
    ["ide.editor.nothing", {}, "ide.editor.nothing"],
    ["__proto__", {}, "__proto__"],
    ["ide.editor.getContent", {}, "file"],
    ["ide.editor.getContent", { file: 3 }, "file"],
    ["ide.editor.getContent", { file: FILE, startLine: 0 }, "startLine"],
    ["ide.editor.getContent", { file: FILE, startLine: 1.5 }, "startLine"],
    ["ide.editor.getContent", { file: FILE, extra: 1 }, "extra"],
    ["ide.editor.getContent", [FILE], "object"],
    ["ide.editor.getContent", { file: "relative.ts" }, "relative.ts"],
  ])("answers %s with %j by INVALID_INPUT that names the problem", async (tool, input, named) => {
    const result = await setUp().call(tool, input);
    expect(result).toMatchObject({ ok: false, error: { code: "INVALID_INPUT" } });
    expect(!result.ok && result.error.message).toContain(named);
  });

  it("answers NOT_SUPPORTED where the host has no such capability", async () => {
    const { call } = setUp(new MemoryHost({ without: ["symbols"] }));
    expect(await call("ide.symbols.search", { query: "x" })).toMatchObject({ error: { code: "NOT_SUPPORTED" } });
  });

  it("lets nothing but looking through in read-only mode", async () => {
    const host = new MemoryHost({ files: { "a.ts": "one\n" } });
    const { call } = setUp(host, "read-only");
    const edit = { file: FILE, startLine: 1, endLine: 1, newText: "x" };
    expect(await call("ide.editor.replaceRange", edit)).toMatchObject({ error: { code: "NOT_ALLOWED" } });
    expect(await call("ide.editor.save", { file: FILE })).toMatchObject({ error: { code: "NOT_ALLOWED" } });
    expect(await call("ide.editor.goToLine", { file: FILE, line: 1 })).toMatchObject({ ok: true });
    expect(await call("ide.editor.getContent", { file: FILE })).toMatchObject({ value: { content: "one\n" } });
  });

  it("refuses in review mode what nobody can decide", async () => {
    const { call } = setUp(undefined, "review");
    const edit = { file: FILE, startLine: 1, endLine: 1, newText: "x" };
    expect(await call("ide.editor.replaceRange", edit)).toMatchObject({ error: { code: "NOT_ALLOWED" } });
  });

  it("ends a call at its deadline and tells the capability", async () => {
    const { host, signals } = hangingHost();
    const { call, clock } = setUp(host);
    const result = call("ide.diagnostics.list", {});
    clock.advance(29_999);
    expect(signals[0]?.aborted).toBe(false);
    clock.advance(1);
    expect(await result).toMatchObject({ ok: false, error: { code: "TIMED_OUT" } });
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  it("ends a call whose caller has gone", async () => {
    const { host, signals } = hangingHost();
    const { call, clock } = setUp(host);
    const caller = new AbortController();
    const result = call("ide.diagnostics.list", {}, caller.signal);
    caller.abort();
    expect(await result).toMatchObject({ ok: false, error: { message: expect.stringContaining("cancelled") } });
    expect(signals[0]?.aborted).toBe(true);
    expect(clock.waiting).toBe(0);
  });

  it("turns an answer that does not fit its schema into INTERNAL", async () => {
    const memory = new MemoryHost();
    const editor = { ...memory.capabilities.editor, openFiles: () => [{ file: 3 }] } as never;
    const host = { ...memory, paths: memory.paths, texts: memory.texts, capabilities: { editor } } as IdeHost;
    expect(await setUp(host).call("ide.editor.getOpenFiles")).toMatchObject({ error: { code: "INTERNAL" } });
  });
});

describe("an edit", () => {
  const edit = { file: FILE, startLine: 2, endLine: 2, newText: "2\n" };

  it("reaches the live text and leaves the disk alone until it is saved", async () => {
    const host = new MemoryHost({ files: { "a.ts": "one\ntwo\n" } });
    const { call } = setUp(host);
    expect(await call("ide.editor.replaceRange", edit)).toEqual({
      ok: true,
      value: { applied: true, newRange: { startLine: 2, endLine: 2 }, version: 2 },
    });
    expect(host.savedText("a.ts")).toBe("one\ntwo\n");
    expect(await call("ide.editor.getContent", { file: FILE })).toMatchObject({
      value: { content: "one\n2\n", dirty: true },
    });
    expect(await call("ide.editor.save", { file: FILE })).toMatchObject({ value: { saved: true } });
    expect(host.savedText("a.ts")).toBe("one\n2\n");
  });

  it.each([
    ["a version that has moved on", { version: 7 }],
    ["other text than expected", { expectedText: "three" }],
  ])("is STALE and changes nothing with %s", async (_, guard) => {
    const { call } = setUp();
    expect(await call("ide.editor.replaceRange", { ...edit, ...guard })).toMatchObject({ error: { code: "STALE" } });
    expect(await call("ide.editor.getContent", { file: FILE })).toMatchObject({ value: { dirty: false, version: 1 } });
  });

  it.each([
    "CLAUDE.md",
    ".git/config",
    ".vscode/tasks.json",
    ".github/workflows/ci.yml",
    "sub/AGENTS.md",
    ".Git/hooks/x",
  ])("is refused for %s, which can run code or steer agents", async (name) => {
    const host = new MemoryHost({ files: { [name]: "one\n" } });
    const { call } = setUp(host);
    const result = await call("ide.editor.replaceRange", {
      file: `/project/${name}`,
      startLine: 1,
      endLine: 1,
      newText: "x",
    });
    expect(result).toMatchObject({ error: { code: "NOT_ALLOWED" } });
    expect(await call("ide.editor.getContent", { file: `/project/${name}` })).toMatchObject({
      value: { content: "one\n" },
    });
  });

  it("is not made once it was cancelled", async () => {
    const { call } = setUp();
    const caller = new AbortController();
    const result = call("ide.editor.replaceRange", edit, caller.signal);
    caller.abort();
    expect(await result).toMatchObject({ ok: false });
    expect(await call("ide.editor.getContent", { file: FILE })).toMatchObject({ value: { dirty: false } });
  });

  it("refuses text that no file can hold", async () => {
    const { call } = setUp();
    for (const newText of ["\ud800", "a\u0000b"]) {
      expect(await call("ide.editor.replaceRange", { ...edit, newText })).toMatchObject({
        error: { code: "INVALID_INPUT" },
      });
    }
  });
});
