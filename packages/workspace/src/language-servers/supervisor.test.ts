import { describe, expect, it } from "vitest";
import { hurriedClock, isAlive, never, scripted, temporaryWorkspace } from "./testing/temporary-workspace.js";

const WAIT = 20_000;
const FACTOR = 10;

describe("Supervisor", { timeout: 30_000 }, () => {
  it("restarts a server that crashed, and shows it the open documents again", async () => {
    await using workspace = await temporaryWorkspace({ "a.py": "ERROR 1\n", "b.py": "ERROR 2\n" }, scripted("--pull"));
    const { servers } = workspace;
    const [a, b] = [await workspace.document("a.py"), await workspace.document("b.py")];
    servers.opened(a);
    servers.opened(b);
    expect((await servers.diagnostics(b, WAIT, never)).diagnostics).toHaveLength(1);
    a.edit("CRASH");
    servers.changed(a);
    await servers.diagnostics(a, 100, never);
    a.edit("fine");
    servers.changed(a);
    expect(await servers.diagnostics(a, WAIT, never)).toMatchObject({ fresh: true, version: 3, diagnostics: [] });
    expect(await servers.diagnostics(b, WAIT, never)).toMatchObject({
      fresh: true,
      diagnostics: [{ message: "ERROR 2" }],
    });
    expect(workspace.logged).toContain("The Python server ended with code 7.");
  });

  it("gives up after five restarts, says so, and tries again three minutes later", async () => {
    const clock = hurriedClock(FACTOR);
    await using workspace = await temporaryWorkspace({ "a.py": "" }, { clock, ...scripted("--crash-at-start") });
    const a = await workspace.document("a.py");
    const ends = () => workspace.logged.filter((line) => line === "The Python server ended with code 7.").length;
    const down = "The Python server ended with code 7 again after 5 restarts in 3 minutes; it stays down for now.";

    const result = await workspace.servers.diagnostics(a, WAIT * FACTOR, never);
    expect(result).toMatchObject({ fresh: false, reason: down, diagnostics: [] });
    expect(ends()).toBe(6);
    await expect(workspace.servers.symbols("x", never)).rejects.toMatchObject({ code: "LSP_NOT_READY", message: down });
    expect(ends()).toBe(6);

    clock.skip(181_000);
    await workspace.servers.diagnostics(a, WAIT * FACTOR, never);
    expect(ends()).toBeGreaterThan(6);
  });

  it("does not try again to start a program that is not there", async () => {
    const commands = { python: ["/no/such/program"] };
    await using workspace = await temporaryWorkspace({ "a.py": "" }, { commands });
    const result = await workspace.servers.diagnostics(await workspace.document("a.py"), WAIT, never);
    expect(result.reason).toMatch(/^The Python server could not be started: .*ENOENT; it stays down for now\.$/);
  });

  it("ends a server that does not listen", async () => {
    const workspace = await temporaryWorkspace({ "a.py": "" }, scripted("--pull", "--deaf"));
    await workspace.servers.diagnostics(await workspace.document("a.py"), WAIT, never);
    const pid = workspace.servers.pids()["python"] ?? 0;
    expect(isAlive(pid)).toBe(true);
    await workspace[Symbol.asyncDispose]();
    expect(isAlive(pid)).toBe(false);
  });

  it("can be closed while its server starts, and while it waits to start it again", async () => {
    const starting = await temporaryWorkspace({ "a.py": "" }, scripted("--pull"));
    starting.servers.opened(await starting.document("a.py"));
    await starting[Symbol.asyncDispose]();

    const pausing = await temporaryWorkspace({ "a.py": "" }, scripted("--crash-at-start"));
    await pausing.servers.diagnostics(await pausing.document("a.py"), 600, never);
    await pausing[Symbol.asyncDispose]();
  });

  it("restarts a server whose output is not the protocol", async () => {
    const options = { clock: hurriedClock(FACTOR), ...scripted("--pull", "--chatter") };
    await using workspace = await temporaryWorkspace({ "a.py": "" }, options);
    const result = await workspace.servers.diagnostics(await workspace.document("a.py"), WAIT * FACTOR, never);
    expect(result.reason).toContain("The Python server was ended by SIGKILL again after 5 restarts");
  });
});
