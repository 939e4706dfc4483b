/** A bridge that was closed leaves nothing behind: no socket, no timer, no file, no agent, no open call. */
import { expect, it } from "vitest";
import { HELD, openBridge, type TestBridge } from "./helpers/bridge.js";
import { callBody, JSON_TYPE, RawAgent } from "./helpers/raw-agent.js";
import { RawConnection, requestBytes } from "./helpers/raw-http.js";

const ROUNDS = 20;
/** How long closing may take, in milliseconds. */
const CLOSE_MS = 1_000;
/** How long what was closed may take to be gone, in milliseconds. */
const GONE_MS = 3_000;

/** What keeps this process alive, by kind: sockets, servers, timers and the like. */
function resources(): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const kind of process.getActiveResourcesInfo()) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** The kinds of which there are more than before. */
function grown(before: Readonly<Record<string, number>>): string[] {
  return Object.entries(resources())
    .filter(([kind, count]) => count > (before[kind] ?? 0))
    .map(([kind, count]) => `${kind}: ${before[kind] ?? 0} → ${count}`);
}

/** Everything a bridge can have open at once. */
async function busyPeers(bridge: TestBridge): Promise<readonly RawConnection[]> {
  const agents = [await RawAgent.connect(bridge.port), await RawAgent.connect(bridge.port)];
  const peers: RawConnection[] = [];
  for (const agent of agents) {
    const { connection, status } = await agent.openStream();
    expect(status).toBe(200);
    const call = await RawConnection.open(bridge.port);
    const body = callBody(1, "ide.symbols.search", { query: HELD });
    call.send(requestBytes({ headers: agent.headers(JSON_TYPE), body }));
    const half = await RawConnection.open(bridge.port);
    half.send(`${requestBytes({ headers: agent.headers(JSON_TYPE, ["Content-Length", "100"]) })}{`);
    peers.push(connection, call, half, agent.connection);
  }
  const silent = await RawConnection.open(bridge.port);
  const halfHead = await RawConnection.open(bridge.port);
  halfHead.send("POST /mcp HTTP/1.1\r\nHost:");
  await expect.poll(() => bridge.held()).toBe(agents.length);
  return [...peers, silent, halfHead];
}

async function round(): Promise<void> {
  const bridge = await openBridge();
  try {
    const peers = await busyPeers(bridge);
    expect(await bridge.windowFiles()).toHaveLength(1);
    expect(bridge.core.agents.connected()).toHaveLength(2);

    const started = performance.now();
    await bridge.close();
    expect(performance.now() - started).toBeLessThan(CLOSE_MS);

    expect(await bridge.windowFiles()).toEqual([]);
    expect(bridge.core.agents.connected()).toEqual([]);
    await Promise.all(peers.map((peer) => peer.cut(GONE_MS)));
    await expect.poll(() => [bridge.held(), bridge.settled.length]).toEqual([0, 2]);
    await expect(RawConnection.open(bridge.port)).rejects.toThrow("ECONNREFUSED");
    expect(bridge.errors).toEqual([]);
  } finally {
    await bridge.dispose();
  }
}

it("twenty bridges with sessions, streams, half-open sockets and running calls leave nothing behind", async () => {
  // The first bridge loads what stays loaded.
  await round();
  const before = resources();
  for (let i = 0; i < ROUNDS; i++) await round();
  await expect.poll(() => grown(before), { timeout: GONE_MS }).toEqual([]);
});

it("a bridge that nobody used can be closed, and closed again", async () => {
  const bridge = await openBridge();
  await bridge.close();
  await bridge.close();
  expect(await bridge.windowFiles()).toEqual([]);
  await bridge.dispose();
});
