/** The gate on the wire: who is refused, who gets in, and that nothing of a refused request is done. */
import { networkInterfaces } from "node:os";
import { type GateRules, refusal } from "@tandem/server";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBridge, type TestBridge } from "./helpers/bridge.js";
import { refusedCases } from "./helpers/gate-cases.js";
import { type Place, type RefusedCase, requestOf } from "./helpers/gate-requests.js";
import { ACCEPT, callBody, initializeBody, JSON_TYPE, RawAgent, rpcBody } from "./helpers/raw-agent.js";
import {
  exchange,
  type HeaderLine,
  headerOf,
  messageOf,
  RawConnection,
  type RawResponse,
  requestBytes,
} from "./helpers/raw-http.js";
import { missingTokens, wrongTokens } from "./helpers/token-cases.js";

let open: TestBridge;
let closed: TestBridge;
let openPlace: Place;
let closedPlace: Place;

beforeAll(async () => {
  open = await openBridge();
  closed = await openBridge({ tokenRequired: true });
  openPlace = await placeOf(open, []);
  closedPlace = await placeOf(closed, [["Authorization", `Bearer ${closed.token}`]]);
});

afterAll(async () => {
  await open.dispose();
  await closed.dispose();
});

async function placeOf({ port, token }: TestBridge, extra: readonly HeaderLine[]): Promise<Place> {
  const agent = await RawAgent.connect(port, extra);
  await agent.disconnect();
  return { port, token, session: agent.session };
}

async function expectRefused(
  bridge: TestBridge,
  place: Place,
  { bytes, method, expected }: RefusedCase,
): Promise<void> {
  const before = bridge.settled.length;
  const answer = await exchange(bridge.port, bytes(place), { method });
  expect(expected).toContain(answer === "closed" ? answer : answer.status);
  if (answer !== "closed") expectNoCors(answer);
  expect(bridge.settled).toHaveLength(before);
}

function named<T extends { readonly name: string }>(cases: readonly T[]): (readonly [string, T])[] {
  return cases.map((one) => [one.name, one] as const);
}

function expectNoCors({ headers }: RawResponse): void {
  expect(headers.map(([name]) => name).filter((name) => name.startsWith("access-control-"))).toEqual([]);
}

describe("a request that must not get in", () => {
  it("comes in at least 300 forms, all different", () => {
    const names = [...refusedCases, ...wrongTokens, ...missingTokens].map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(300);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(named(refusedCases))("is refused: %s", (_, refused) => expectRefused(open, openPlace, refused));
  it.each(named(wrongTokens))("is refused though no token is required: %s", (_, refused) =>
    expectRefused(open, openPlace, refused),
  );
  it.each(named([...wrongTokens, ...missingTokens]))("is refused where a token is required: %s", (_, refused) =>
    expectRefused(closed, closedPlace, refused),
  );

  it("is refused before its body has come", async () => {
    const headers: HeaderLine[] = [
      ["Host", `127.0.0.1:${open.port}`],
      ["Origin", "http://evil.test"],
      ["Content-Length", "1000000"],
      JSON_TYPE,
    ];
    expect(await exchange(open.port, requestBytes({ headers }))).toMatchObject({ status: 403 });
  });

  it("is refused on a connection that passed before", async () => {
    const connection = await RawConnection.open(open.port);
    connection.send(
      requestBytes({ headers: [["Host", `127.0.0.1:${open.port}`], ACCEPT, JSON_TYPE], body: initializeBody }),
    );
    expect(await connection.response()).toMatchObject({ status: 200 });
    connection.send(requestOf(openPlace, { more: [["Origin", "http://evil.test"]] }));
    expect(await connection.response()).toMatchObject({ status: 403 });
    connection.close();
  });

  it("is not heard at all on an address that is not loopback's own", async () => {
    const others = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
    const outside = others.filter(({ internal }) => !internal).map(({ address }) => address);
    for (const address of ["127.0.0.2", ...outside]) {
      await expect(RawConnection.open(open.port, address), address).rejects.toThrow();
    }
  });

  it("has left no trace behind it", async () => {
    const before = [open.settled.length, closed.settled.length];
    expect(open.errors).toEqual([]);
    expect(closed.errors).toEqual([]);
    for (const place of [openPlace, closedPlace]) {
      const more: HeaderLine[] = place === closedPlace ? [["Authorization", `Bearer ${place.token}`]] : [];
      expect(await exchange(place.port, requestOf(place, { more }))).toMatchObject({ status: 200 });
    }
    expect([open.settled.length, closed.settled.length]).toEqual(before.map((count) => count + 1));
  });
});

interface Allowed {
  readonly name: string;
  readonly address?: string;
  readonly host?: string;
  readonly accept?: string;
  readonly contentType?: string;
  readonly more?: readonly HeaderLine[];
  readonly withToken?: string;
}

const allowed: readonly Allowed[] = [
  { name: "a native agent: no Origin, no Sec-Fetch-Site, no protocol version" },
  { name: "localhost as Host", host: "localhost:{p}" },
  { name: "[::1] as Host", host: "[::1]:{p}" },
  { name: "[::1] as Host and address", host: "[::1]:{p}", address: "::1" },
  { name: "localhost as Host over IPv6", host: "localhost:{p}", address: "::1" },
  ...["127.0.0.1", "localhost", "[::1]"].flatMap((name) =>
    ["127.0.0.1", "localhost", "[::1]"].map((origin) => ({
      name: `Host ${name} with the Origin ${origin} of this port`,
      host: `${name}:{p}`,
      more: [["Origin", `http://${origin}:{p}`]] as const,
    })),
  ),
  { name: "Sec-Fetch-Mode: cors, as Node's fetch sends it", more: [["Sec-Fetch-Mode", "cors"]] },
  { name: "Sec-Fetch-Site: same-origin", more: [["Sec-Fetch-Site", "same-origin"]] },
  { name: "Sec-Fetch-Site: none", more: [["Sec-Fetch-Site", "none"]] },
  { name: "codex's order of Accept", accept: "text/event-stream, application/json" },
  { name: "a Content-Type with a charset", contentType: "application/json; charset=utf-8" },
  { name: "a Content-Type in capitals", contentType: "Application/JSON" },
  { name: "a protocol version that is not the negotiated one", more: [["MCP-Protocol-Version", "2025-03-26"]] },
  { name: "the right token", withToken: "Bearer" },
  { name: "the right token of a lower-case scheme", withToken: "bearer" },
];

describe("a request that belongs here", () => {
  it.each(named(allowed))("gets in: %s", async (_, { address = "127.0.0.1", host = "127.0.0.1:{p}", ...parts }) => {
    for (const [bridge, scheme] of [
      [open, parts.withToken],
      [closed, parts.withToken ?? "Bearer"],
    ] as const) {
      const fill = (text: string) => text.replaceAll("{p}", `${bridge.port}`);
      const headers: HeaderLine[] = [
        ["Host", fill(host)],
        ["Accept", parts.accept ?? ACCEPT[1]],
        ["Content-Type", parts.contentType ?? JSON_TYPE[1]],
        ...(parts.more ?? []).map(([name, value]): HeaderLine => [name, fill(value)]),
        ...(scheme ? [["Authorization", `${scheme} ${bridge.token}`] as const] : []),
      ];
      const answer = await exchange(bridge.port, requestBytes({ headers, body: initializeBody }), { address });
      if (answer === "closed") throw new Error("The connection was closed.");
      expect(answer.status).toBe(200);
      expectNoCors(answer);
      const session: HeaderLine = ["Mcp-Session-Id", headerOf(answer, "mcp-session-id") ?? ""];
      const before = bridge.settled.length;
      const bytes = requestBytes({ headers: [...headers, session], body: callBody(1, "ide.editor.getOpenFiles", {}) });
      const called = await exchange(bridge.port, bytes, { address });
      if (called === "closed") throw new Error("The connection was closed.");
      expectNoCors(called);
      expect(messageOf(called)).toMatchObject({ id: 1, result: { structuredContent: { files: [] } } });
      expect(bridge.settled).toHaveLength(before + 1);
    }
  });

  it("may end its session with Accept: */*, as codex does", async () => {
    const agent = await RawAgent.connect(open.port);
    const headers: HeaderLine[] = [
      ["Host", `127.0.0.1:${open.port}`],
      ["Accept", "*/*"],
      ["Mcp-Session-Id", agent.session],
    ];
    const answer = await exchange(open.port, requestBytes({ method: "DELETE", headers }));
    expect([200, 202, 204]).toContain(answer === "closed" ? answer : answer.status);
    await agent.disconnect();
  });

  it("is told at once of an unknown method before initialize, so that it can fall back", async () => {
    const headers: HeaderLine[] = [["Host", `127.0.0.1:${open.port}`], ACCEPT, JSON_TYPE];
    const answer = await exchange(open.port, requestBytes({ headers, body: rpcBody("server/unknown", 1) }));
    if (answer === "closed") throw new Error("The connection was closed.");
    expect(answer.status).toBe(400);
    expect(messageOf(answer)).toMatchObject({ error: { code: expect.any(Number) } });
  });
});

describe("a session", () => {
  const call = callBody(7, "ide.editor.getOpenFiles", {});
  it.each([
    ["made with the token is of no use without it", true],
    ["made without a token is of no use to who has one", false],
  ])("%s", async (_, withToken) => {
    const token: HeaderLine = ["Authorization", `Bearer ${open.token}`];
    const agent = await RawAgent.connect(open.port, withToken ? [token] : []);
    const before = open.settled.length;
    const headers = [
      ...agent.headers(JSON_TYPE).filter(([name]) => name !== "Authorization"),
      ...(withToken ? [] : [token]),
    ];
    const answer = await exchange(open.port, requestBytes({ headers, body: call }));
    expect([401, 403, 404]).toContain(answer === "closed" ? answer : answer.status);
    expect(open.settled).toHaveLength(before);
    await agent.disconnect();
  });

  it("is answered only in a form the agent accepts", async () => {
    const agent = await RawAgent.connect(open.port);
    const headers = agent
      .headers(JSON_TYPE)
      .map((line): HeaderLine => (line[0] === "Accept" ? ["Accept", "text/html"] : line));
    const before = open.settled.length;
    expect(await exchange(open.port, requestBytes({ headers, body: call }))).toMatchObject({ status: 406 });
    expect(await exchange(open.port, requestBytes({ method: "GET", headers }))).toMatchObject({ status: 406 });
    expect(open.settled).toHaveLength(before);
    await agent.disconnect();
  });
});

describe("the pure gate", () => {
  const rules: GateRules = {
    port: 4322,
    routes: [{ path: "/mcp", methods: ["POST", "GET", "DELETE"] }],
    token: "t".repeat(43),
    tokenRequired: false,
  };
  const allowedHosts = ["127.0.0.1:4322", "localhost:4322", "[::1]:4322"];
  const check = (...rawHeaders: string[]) =>
    refusal({ method: "GET", target: "/mcp", rawHeaders, remoteAddress: "127.0.0.1", peer: "same" }, rules);
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: "binary" }),
    fc.constantFrom(" ", ".", "@", "/", "\t", "0", "http://"),
  );
  const around = fc
    .tuple(text, fc.constantFrom(...allowedHosts), text)
    .filter(([before, , after]) => before + after !== "");

  it("lets the allowed values pass", () => {
    for (const host of allowedHosts) {
      expect(check("Host", host)).toBeUndefined();
      expect(check("Host", host, "Origin", `http://${host}`)).toBeUndefined();
    }
  });

  it("refuses an allowed Host with anything before or after it", () => {
    const property = fc.property(around, ([before, host, after]) => check("Host", before + host + after) !== undefined);
    fc.assert(property, { numRuns: 2_000 });
  });

  it("refuses an allowed Origin with anything before or after it", () => {
    const property = fc.property(around, ([before, host, after]) => {
      return check("Host", host, "Origin", `${before}http://${host}${after}`) !== undefined;
    });
    fc.assert(property, { numRuns: 2_000 });
  });
});
