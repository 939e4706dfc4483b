/** Peers that send too much, too little, or leave: they are cut off or forgotten, and a good agent never notices. */
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { createToolService } from "../../packages/server/src/mcp/tool-service.js";
import { HELD, openBridge, type TestBridge } from "./helpers/bridge.js";
import { unnoticed } from "./helpers/neighbour.js";
import { callBody, JSON_TYPE, RawAgent } from "./helpers/raw-agent.js";
import { type HeaderLine, RawConnection, requestBytes } from "./helpers/raw-http.js";

/** Short, so that silence is punished while the test looks on. */
const SHORT = { headMs: 600, requestMs: 800 } as const;
/** A cut comes at most this much after its deadline, in milliseconds. */
const SLACK_MS = 1_500;
const STRANGERS = 32;

let bridge: TestBridge;
let agent: RawAgent;

beforeAll(async () => {
  bridge = await openBridge({ limits: SHORT });
  agent = await RawAgent.connect(bridge.port);
});

afterAll(async () => {
  await agent.disconnect();
  await bridge.dispose();
});

async function connected(bytes: string): Promise<RawConnection> {
  const connection = await RawConnection.open(bridge.port);
  connection.send(bytes);
  return connection;
}

/** The head of a call, as far as the gate wants it. */
function headOf(...more: readonly HeaderLine[]): string {
  return requestBytes({ headers: agent.headers(JSON_TYPE, ...more) });
}

describe("a message of 20 MB", () => {
  const MEGABYTE = "x".repeat(1024 * 1024);
  it.each([
    ["announced", ["Content-Length", `${20 * MEGABYTE.length}`], MEGABYTE],
    ["in chunks", ["Transfer-Encoding", "chunked"], `100000\r\n${MEGABYTE}\r\n`],
  ] as const)("is refused or cut off: %s", async (_, framing, piece) => {
    await unnoticed(bridge.port, async () => {
      const connection = await connected(headOf(framing));
      for (let i = 0; i < 20 && connection.isOpen; i++) {
        connection.send(piece);
        await sleep(1);
      }
      const answer = await connection.response();
      expect([413, "closed"]).toContain(answer === "closed" ? answer : answer.status);
      await connection.cut(SHORT.requestMs + SLACK_MS);
    });
  });
});

describe("a peer that falls silent is cut off", () => {
  const half = (): string => headOf(["Content-Length", "1000"]);
  it.each([
    ["at once", (): string => "", SHORT.headMs],
    ["in the middle of a head", () => half().slice(0, 60), SHORT.headMs],
    ["after the head", half, SHORT.requestMs],
    ["in the middle of a body", () => `${half()}{"jsonrpc":`, SHORT.requestMs],
    ["in the middle of a chunk", () => `${headOf(["Transfer-Encoding", "chunked"])}ff\r\n{`, SHORT.requestMs],
  ] as const)("%s", async (_, bytes, deadline) => {
    await unnoticed(bridge.port, async () => (await connected(bytes())).cut(deadline + SLACK_MS));
  });

  it.each([
    ["head", () => half().slice(0, 60)],
    ["body", half],
  ] as const)("though it sends its %s byte by byte", async (_, bytes) => {
    await unnoticed(bridge.port, async () => {
      const connection = await connected(bytes());
      const trickle = setInterval(() => void connection.send("x"), 50);
      await connection.cut(SHORT.requestMs + SLACK_MS).finally(() => clearInterval(trickle));
    });
  });

  it("a thousand times over: all but 32 before their time, and new agents are served meanwhile", async () => {
    const patient = await openBridge({ limits: { headMs: 3_000 } });
    onTestFinished(() => patient.dispose());
    await unnoticed(patient.port, async () => {
      const opening = Array.from({ length: 1_000 }, () => RawConnection.open(patient.port).catch(() => undefined));
      await (await RawAgent.connect(patient.port)).disconnect();
      const silent = (await Promise.all(opening)).filter((connection) => connection !== undefined);
      expect(silent.length).toBeGreaterThan(STRANGERS);
      const open = () => silent.filter(({ isOpen }) => isOpen).length;
      await expect.poll(open, { timeout: 2_000 }).toBeLessThanOrEqual(STRANGERS);
      await (await RawAgent.connect(patient.port)).disconnect();
      await expect.poll(open, { timeout: 3_000 + SLACK_MS }).toBe(0);
    });
  });
});

describe("a peer that leaves", () => {
  it.each([
    ["a head", () => "POST /mcp HTTP/1.1\r\nHost: 127"],
    ["a body", () => `${headOf(["Content-Length", "1000"])}{`],
    ["a chunk", () => `${headOf(["Transfer-Encoding", "chunked"])}ff\r\n{`],
  ])("with a reset in the middle of %s is forgotten", async (_, bytes) => {
    await unnoticed(bridge.port, async () => {
      for (let i = 0; i < 50; i++) {
        const connection = await connected(bytes());
        connection.reset();
        await connection.closed;
      }
    });
    expect(bridge.errors).toEqual([]);
  });

  it("with a reset while its call runs does not keep the call from settling", async () => {
    const before = bridge.settled.length;
    const body = callBody(900, "ide.symbols.search", { query: HELD });
    const connection = await connected(requestBytes({ headers: agent.headers(JSON_TYPE), body }));
    await expect.poll(() => bridge.held()).toBe(1);
    connection.reset();
    await connection.closed;
    bridge.release();
    await expect.poll(() => bridge.settled.length).toBe(before + 1);
    expect(bridge.errors).toEqual([]);
  });

  it("with a reset of its stream can open another", async () => {
    const { connection, status } = await agent.openStream();
    expect(status).toBe(200);
    connection.reset();
    await connection.closed;
    const again = async () => {
      const next = await agent.openStream();
      next.connection.close();
      return next.status;
    };
    await expect.poll(again).toBe(200);
  });
});

describe("a reader of a stream that does not read", () => {
  const PIECE = 256 * 1024;
  const PIECES = 100;

  it("is cut off once too much waits for it, and may come again", async () => {
    const push: ((message: string) => Promise<void>)[] = [];
    const pushing = await openBridge({
      limits: { streamBacklogBytes: 1024 * 1024 },
      extend: (core) => {
        const service = createToolService(core);
        const join: typeof service.join = (info) => {
          const joined = service.join(info);
          const params = { progressToken: 1, progress: 1 };
          push.push((message) =>
            joined.server.notification({ method: "notifications/progress", params: { ...params, message } }),
          );
          return joined;
        };
        return { service: { ...service, join } };
      },
    });
    onTestFinished(() => pushing.dispose());
    const slow = await RawAgent.connect(pushing.port);
    const { connection, status } = await slow.openStream();
    expect(status).toBe(200);
    connection.socket.pause();
    await unnoticed(pushing.port, async () => {
      for (let i = 0; i < PIECES; i++) {
        // What is sent to a stream that has been cut is lost, or an error of the one who sends: both will do.
        await push[0]?.("x".repeat(PIECE)).catch(() => {});
        await sleep(1);
      }
    });
    connection.socket.resume();
    await connection.cut(SLACK_MS);
    expect(connection.socket.bytesRead).toBeLessThan(PIECE * PIECES);
    const again = await slow.openStream();
    expect(again.status).toBe(200);
    again.connection.close();
    await slow.disconnect();
  });
});
