import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { discoverIdes } from "../discovery/discover-ides.js";
import { FakeIde, nexus3Editor, TcpProxy, temporaryFolder } from "../testing/index.js";
import { IdeConnection } from "./ide-connection.js";

let ide: FakeIde;
let proxy: TcpProxy;
let connection: IdeConnection;
const ends: (() => unknown)[] = [];

beforeEach(async () => {
  const { path: home, remove } = await temporaryFolder();
  ends.push(remove);
  const lockPort = async (port: number) => {
    proxy = await TcpProxy.start(port);
    return proxy.port;
  };
  ide = await FakeIde.start(nexus3Editor(home), { home, folders: [home], lockPort });
  ends.push(
    () => ide.stop(),
    () => proxy.stop(),
  );
  const [info] = await discoverIdes(home, { environment: { HOME: home } });
  if (!info) throw new Error("There is no window.");
  connection = await IdeConnection.open(info);
  ends.push(() => connection.close());
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe("every call settles", () => {
  it("when the connection is cut at any moment", async () => {
    const calls = Array.from({ length: 100 }, () =>
      connection.getOpenEditors().then(
        () => "answered",
        ({ code }: { code: string }) => code,
      ),
    );
    await calls[10];
    proxy.cut();
    const outcomes = new Set(await Promise.all(calls));
    expect([...outcomes].every((outcome) => ["answered", "CONNECTION_LOST"].includes(outcome))).toBe(true);
    await expect(connection.getOpenEditors()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    expect((await connection.ended).code).toBe("CONNECTION_LOST");
  });

  it("by its time, and the server is told", async () => {
    proxy.fault = { kind: "delay", ms: 200 };
    await expect(connection.getOpenEditors({ timeoutMs: 20 })).rejects.toMatchObject({ code: "TIMED_OUT" });
    await expect.poll(() => ide.notified).toContain("notifications/cancelled");
    proxy.fault = { kind: "none" };
    expect(await connection.getWorkspaceFolders()).toHaveLength(1);
  });

  it("when it is aborted, before or after it was sent", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(connection.getOpenEditors({ signal })).rejects.toThrow("enough");
    const stop = new AbortController();
    const asked = connection.getOpenEditors({ signal: stop.signal });
    stop.abort(new Error("enough"));
    await expect(asked).rejects.toThrow("enough");
  });

  it("when this side closes", async () => {
    proxy.fault = { kind: "half-open" };
    const asked = expect(connection.getOpenEditors()).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await connection.close();
    await asked;
  });
});

it("no message of a server throws it off", async () => {
  const messages = fc.sample(
    fc.record(
      {
        id: fc.oneof(fc.integer({ min: 1000 }), fc.string(), fc.constant(null)),
        method: fc.oneof(fc.constantFrom("ping", "roots/list", "selection_changed"), fc.jsonValue()),
        params: fc.jsonValue(),
        result: fc.jsonValue(),
        error: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
    500,
  );
  for (const message of messages) ide.broadcast(message);
  expect(await connection.getWorkspaceFolders()).toHaveLength(1);
});
