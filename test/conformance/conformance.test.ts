/** The official MCP conformance suite against the product's own door. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Bridge } from "@tandem/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OpenedHost, openHost } from "../e2e/helpers/hosts.js";
import { fixtureService } from "./fixtures/service.js";
import { expectedFailures, forAnyServer, scenarios } from "./scenarios.js";
import { type Check, complaints, listScenarios, runSuite } from "./suite.js";

const RUN_MS = 120_000;

describe("the door with the suite's fixtures behind it", () => {
  let host: OpenedHost;
  let bridge: Bridge;
  let results: ReadonlyMap<string, readonly Check[]> = new Map();

  beforeAll(async () => {
    host = await openHost("memory", { bridge: { service: fixtureService } });
    bridge = await host.bridge();
    results = await runSuite(bridge.window.urls.mcp, ["--suite", "all"]);
  }, RUN_MS);
  afterAll(() => host.close());

  it("is held to every server scenario of the suite", async () => {
    expect(await listScenarios()).toEqual(scenarios);
    expect([...results.keys()].sort()).toEqual([...scenarios].sort());
  });

  for (const scenario of scenarios) {
    const expected = expectedFailures[scenario];
    it(expected ? `does not pass ${scenario}: ${expected.reason}` : `passes ${scenario}`, () => {
      const found = complaints(results.get(scenario));
      if (expected) expect(found.map(({ check }) => check)).toEqual(expected.checks);
      else expect(found).toEqual([]);
    });
  }

  it("keeps a subscription of the stateless era open until the client ends it", async () => {
    const client = new Client(
      { name: "listener", version: "1" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL(bridge.window.urls.mcp)));
    const subscription = await client.listen({ toolsListChanged: true });
    expect(subscription.honoredFilter).toEqual({ toolsListChanged: true });
    await client.listTools();
    await subscription.close();
    // It would be "graceful" or "remote" had the server ended it before.
    expect(await subscription.closed).toBe("local");
    await client.close();
  });
});

describe("the door with the tool table behind it", () => {
  let host: OpenedHost;
  beforeAll(async () => {
    host = await openHost("memory", { files: { "a.txt": "one\n" } });
  });
  afterAll(() => host.close());

  it.each(forAnyServer)("passes %s", { timeout: RUN_MS }, async (scenario) => {
    const results = await runSuite((await host.bridge()).window.urls.mcp, ["--scenario", scenario]);
    expect(complaints(results.get(scenario))).toEqual([]);
  });
});

describe("the reading of results", () => {
  const check = (status: Check["status"]): Check => ({ id: "x", status, description: "" });

  it("takes failures, warnings and nothing for what they are", () => {
    expect(complaints([check("SUCCESS"), check("INFO")])).toEqual([]);
    expect(complaints([check("SUCCESS"), check("FAILURE")])).toEqual([{ check: "x", message: "FAILURE: " }]);
    expect(complaints([check("SUCCESS"), check("WARNING")])).toEqual([{ check: "x", message: "WARNING: " }]);
    expect(complaints([check("INFO")])).toEqual([{ check: "none", message: "Nothing was checked." }]);
    expect(complaints(undefined)).toEqual([{ check: "none", message: "Nothing was checked." }]);
  });
});
