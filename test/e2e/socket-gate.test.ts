/** The gate before WebSockets: who is refused on which door, before the protocol changes, and that nobody has joined. */
import { claude, nexus3 } from "@tandem/protocol";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBridge, type TestBridge } from "./helpers/bridge.js";
import { strangeHosts, strangeOrigins, strangeSites, upgrade } from "./helpers/gate-cases.js";
import { words } from "./helpers/gate-requests.js";
import { exchange, type HeaderLine, RawConnection, requestBytes } from "./helpers/raw-http.js";

const TOKEN = "w".repeat(43);
const token: HeaderLine = [nexus3.AUTHORIZATION_HEADER, TOKEN];

/** What each door wants to see beside the rest. */
const doors = { ws: [token], clio: [] } as const;
type DoorName = keyof typeof doors;

interface Parts {
  readonly method?: string;
  readonly target?: string;
  readonly host?: readonly string[];
  readonly proof?: readonly HeaderLine[];
  readonly more?: readonly HeaderLine[];
}

let bridge: TestBridge;

beforeAll(async () => {
  bridge = await openBridge({ ws: { token: TOKEN } });
});

afterAll(() => bridge.dispose());

function portOf(door: DoorName): number {
  return Number(new URL(bridge.urls[door] ?? "").port);
}

async function statusOf(door: DoorName, parts: Parts): Promise<number | "closed"> {
  const port = portOf(door);
  const { method = "GET", target = "/", host = [`127.0.0.1:${port}`], proof = doors[door], more = upgrade } = parts;
  const fill = (text: string) => text.replaceAll("{p}", `${port}`);
  const lines = [...host.map((value): HeaderLine => ["Host", value]), ...proof, ...more];
  const headers = lines.map(([name, value]): HeaderLine => [name, fill(value)]);
  const answer = await exchange(port, requestBytes({ method, target, headers }), { method });
  return answer === "closed" ? answer : answer.status;
}

const named = (what: string, values: readonly string[], parts: (value: string) => Parts) =>
  values.map((value) => [`${what} "${value}"`, parts(value)] as const);

const strange: readonly (readonly [string, Parts])[] = [
  ...named("Host", strangeHosts, (value) => ({ host: [value] })),
  ...named("Origin", strangeOrigins, (value) => ({ more: [...upgrade, ["Origin", value]] })),
  ...named("Sec-Fetch-Site", strangeSites, (value) => ({ more: [...upgrade, ["Sec-Fetch-Site", value]] })),
  ["no Host", { host: [] }],
  ["two Hosts", { host: ["127.0.0.1:{p}", "127.0.0.1:{p}"] }],
];

const lost: readonly (readonly [string, Parts])[] = [
  ...named("path", words("/mcp /channel /x // /? /?token=x /%2f /. /..;/"), (target) => ({ target })),
  ["no wish for a WebSocket", { more: [] }],
  ...named("method", words("POST PUT DELETE"), (method) => ({ method, more: [] })),
];

const unproven: readonly (readonly [string, readonly HeaderLine[]])[] = [
  ["none", []],
  ["an empty one", [[nexus3.AUTHORIZATION_HEADER, ""]]],
  ["a wrong one", [[claude.AUTHORIZATION_HEADER, "x".repeat(43)]]],
  ["one cut by one", [[nexus3.AUTHORIZATION_HEADER, TOKEN.slice(1)]]],
  ["one of ten kilobytes", [[nexus3.AUTHORIZATION_HEADER, "x".repeat(10_000)]]],
  ["the right one twice", [token, token]],
  ["the right one for both dialects", [token, [claude.AUTHORIZATION_HEADER, TOKEN]]],
  ["the right one in another header", [["Authorization", `Bearer ${TOKEN}`]]],
  ["the right one as a bearer's", [[nexus3.AUTHORIZATION_HEADER, `Bearer ${TOKEN}`]]],
  ["the right one in a cookie", [["Cookie", `${nexus3.AUTHORIZATION_HEADER}=${TOKEN}`]]],
];

it("every door of a window stands behind the gate, here or in the test of the HTTP door", () => {
  expect(Object.keys(bridge.urls).sort()).toEqual(["mcp", ...Object.keys(doors)].sort());
});

describe.each(Object.keys(doors) as DoorName[])("the %s door", (door) => {
  it.each(strange)("refuses %s", async (_, parts) => {
    expect([400, 403, "closed"]).toContain(await statusOf(door, parts));
  });

  it.each(lost)("has nothing for %s", async (_, parts) => {
    expect([404, 405]).toContain(await statusOf(door, parts));
  });

  it("refuses a preflight", async () => {
    expect(await statusOf(door, { method: "OPTIONS", more: [] })).toBe(403);
  });

  it("changes the protocol for whoever belongs here", async () => {
    const own: HeaderLine = ["Origin", "http://127.0.0.1:{p}"];
    for (const more of [upgrade, [...upgrade, own]]) expect(await statusOf(door, { more })).toBe(101);
  });

  it("is not to be had at another address", async () => {
    await expect(RawConnection.open(portOf(door), "127.0.0.2")).rejects.toThrow();
  });
});

describe("the token of the ws door", () => {
  it.each(unproven)("is missed: %s", async (_, proof) => {
    expect(await statusOf("ws", { proof })).toBe(401);
  });

  it("is never asked of a page, which is refused before", async () => {
    const more: HeaderLine[] = [...upgrade, ["Origin", "http://evil.test"]];
    expect(await statusOf("ws", { proof: [], more })).toBe(403);
  });

  it.each([nexus3.AUTHORIZATION_HEADER, claude.AUTHORIZATION_HEADER])("opens it in %s", async (name) => {
    expect(await statusOf("ws", { proof: [[name, TOKEN]] })).toBe(101);
  });
});

it("nobody has joined, and nothing was done", () => {
  expect(bridge.core.agents.connected()).toEqual([]);
  expect(bridge.settled).toEqual([]);
  expect(bridge.errors).toEqual([]);
});
