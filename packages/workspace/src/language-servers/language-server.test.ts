import { describe, expect, it } from "vitest";
import { hurriedClock, never, scripted, temporaryWorkspace } from "./testing/temporary-workspace.js";

const WAIT = 20_000;

describe.each([
  ["asked", ["--pull"]],
  ["asked, once it has registered for it", ["--register-pull"]],
  ["not asked", []],
  ["not asked, and names no versions", ["--unversioned"]],
])("A server that is %s", { timeout: 30_000 }, (_how, parameters) => {
  it("gives fresh diagnostics after every change", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "fine\nan ERROR\n" }, scripted(...parameters));
    const { servers } = workspace;
    const a = await workspace.document("a.py");
    servers.opened(a);
    expect(await servers.diagnostics(a, WAIT, never)).toEqual({
      file: a.file,
      version: 1,
      fresh: true,
      diagnostics: [
        {
          file: a.file,
          line: 2,
          column: 4,
          endLine: 2,
          endColumn: 9,
          severity: "warning",
          message: "an ERROR",
          source: "python",
        },
      ],
    });
    for (let errors = 0; errors < 20; errors += 1) {
      a.edit("ERROR\n".repeat(errors));
      servers.changed(a);
      const { fresh, version, diagnostics } = await servers.diagnostics(a, WAIT, never);
      expect({ fresh, version, count: diagnostics.length }).toEqual({ fresh: true, version: a.version, count: errors });
    }
  });

  it("counts a new version of the same text as seen", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "ERROR" }, scripted(...parameters));
    const a = await workspace.document("a.py");
    workspace.servers.opened(a);
    await workspace.servers.diagnostics(a, WAIT, never);
    a.edit("ERROR");
    expect(await workspace.servers.diagnostics(a, WAIT, never)).toMatchObject({ fresh: true, version: 2 });
  });

  it("answers many calls at once, for open and closed files, before it has started", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "ERROR", "b.py": "ERROR" }, scripted(...parameters));
    const [a, b] = [await workspace.document("a.py"), await workspace.document("b.py")];
    workspace.servers.opened(a);
    const results = await Promise.all([a, b, a, b].map((file) => workspace.servers.diagnostics(file, WAIT, never)));
    expect(results.map(({ fresh, diagnostics }) => [fresh, diagnostics.length])).toEqual(Array(4).fill([true, 1]));
  });

  it("tells when the diagnostics of an open file have changed", async () => {
    const told: [string, number][] = [];
    let heard = () => {};
    await using workspace = await temporaryWorkspace(
      { "a.py": "ERROR", "b.py": "ERROR" },
      {
        ...scripted(...parameters),
        onDiagnostics: (file, diagnostics) => {
          told.push([file, diagnostics.length]);
          heard();
        },
      },
    );
    const next = () => new Promise<void>((resolve) => (heard = resolve));
    const a = await workspace.document("a.py");
    const first = next();
    workspace.servers.opened(a);
    await first;
    const second = next();
    a.edit("fine");
    workspace.servers.changed(a);
    await second;
    await workspace.servers.diagnostics(await workspace.document("b.py"), WAIT, never);
    expect(told).toEqual([
      [a.file, 1],
      [a.file, 0],
    ]);
  });

  it("leaves old diagnostics marked as old when it hangs", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "ERROR" }, scripted(...parameters));
    const a = await workspace.document("a.py");
    workspace.servers.opened(a);
    await workspace.servers.diagnostics(a, WAIT, never);
    a.edit("HANG");
    expect(await workspace.servers.diagnostics(a, 200, never)).toMatchObject({
      version: 1,
      fresh: false,
      reason: "The Python server did not answer within 200 ms.",
      diagnostics: [{ message: "ERROR" }],
    });
    a.edit("fine");
    expect(await workspace.servers.diagnostics(a, WAIT, never)).toMatchObject({
      version: 3,
      fresh: true,
      diagnostics: [],
    });
  });
});

describe("A server that is not asked", { timeout: 30_000 }, () => {
  it("is waited for when another file was edited", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "fine", "b.py": "fine" }, scripted("--together"));
    const { servers } = workspace;
    const [a, b] = [await workspace.document("a.py"), await workspace.document("b.py")];
    servers.opened(a);
    servers.opened(b);
    expect(await servers.diagnostics(a, WAIT, never)).toMatchObject({ fresh: true, diagnostics: [] });
    b.edit("ERROR");
    servers.changed(b);
    expect(await servers.diagnostics(a, WAIT, never)).toMatchObject({ fresh: true, diagnostics: [{ line: 1 }] });
  });

  it("gives results that count as fresh when it has fallen silent, and as old when it says nothing at all", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "ERROR", "b.py": "fine" }, scripted());
    const { servers } = workspace;
    const [a, b] = [await workspace.document("a.py"), await workspace.document("b.py")];
    servers.opened(a);
    servers.opened(b);
    await servers.diagnostics(a, WAIT, never);
    b.edit("still fine");
    servers.changed(b);
    expect(await servers.diagnostics(a, WAIT, never)).toMatchObject({ fresh: true, diagnostics: [{ line: 1 }] });
    servers.watched([{ file: `${workspace.root}/c.py`, type: "created" }]);
    expect(await servers.diagnostics(a, 500, never)).toMatchObject({
      fresh: false,
      reason: "The Python server did not answer within 500 ms.",
      diagnostics: [{ line: 1 }],
    });
  });
});

describe("A server", { timeout: 30_000 }, () => {
  it("that hangs makes a request end after ten seconds", async () => {
    const factor = 10;
    const options = { clock: hurriedClock(factor), ...scripted("--pull") };
    await using workspace = await temporaryWorkspace({ "a.py": "HANG", "b.py": "fine" }, options);
    const { servers } = workspace;
    await servers.diagnostics(await workspace.document("b.py"), WAIT * factor, never);
    const began = performance.now();
    await expect(
      servers.definition(await workspace.document("a.py"), { line: 1, column: 1 }, never),
    ).rejects.toMatchObject({ code: "LSP_NOT_READY", message: "The Python server did not answer within 10000 ms." });
    expect(performance.now() - began).toBeGreaterThan(900);
  });

  it("that crashes on a request makes it end at once", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "CRASH" }, scripted("--pull"));
    const a = await workspace.document("a.py");
    await expect(workspace.servers.definition(a, { line: 1, column: 1 }, never)).rejects.toMatchObject({
      code: "LSP_NOT_READY",
      message: "The Python server ended before it answered.",
    });
  });

  it("is no longer waited for when the caller is gone", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "HANG" }, scripted("--pull"));
    const a = await workspace.document("a.py");
    const definition = workspace.servers.definition(a, { line: 1, column: 1 }, AbortSignal.timeout(50));
    await expect(definition).rejects.toMatchObject({ code: "TIMED_OUT" });
    const result = await workspace.servers.diagnostics(a, WAIT, AbortSignal.timeout(50));
    expect(result).toMatchObject({ fresh: false, reason: "The call was cancelled.", diagnostics: [] });
  });

  it("that does not say when it has listed the workspace is asked for symbols after a while", async () => {
    const options = { clock: hurriedClock(20), ...scripted("--silent") };
    await using workspace = await temporaryWorkspace({ "a.py": "fine" }, options);
    const a = await workspace.document("a.py");
    workspace.servers.opened(a);
    await workspace.servers.diagnostics(a, WAIT * 20, never);
    expect(await workspace.servers.symbols("any", never)).toHaveLength(1);
  });

  it("does not see the token", async () => {
    const before = process.env["TANDEM_TOKEN"];
    process.env["TANDEM_TOKEN"] = "secret";
    try {
      await using workspace = await temporaryWorkspace({ "a.py": "fine" }, scripted("--pull"));
      workspace.servers.opened(await workspace.document("a.py"));
      const found = await workspace.servers.symbols("any", never);
      expect(found).toMatchObject([{ name: "no token", kind: "class", line: 1, column: 1 }]);
    } finally {
      if (before === undefined) delete process.env["TANDEM_TOKEN"];
      else process.env["TANDEM_TOKEN"] = before;
    }
  });
});
