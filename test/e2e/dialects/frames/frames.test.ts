/** Hand-made WebSocket traffic against every listener: answered rightly or closed with the right code, and nobody else harmed. */
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { controlCases } from "./control-cases.js";
import { Conversation } from "./conversation.js";
import { fragments, text } from "./frame.js";
import type { FrameCase } from "./frame-case.js";
import { type Listeners, listenerNames, openListeners, type SocketListener } from "./listeners.js";
import { messageCases } from "./message-cases.js";
import { RawWebSocket, upgradeRequest } from "./raw-websocket.js";
import { textCases } from "./text-cases.js";
import { type UpgradeCase, upgradeCases } from "./upgrade-cases.js";

const tables = [
  ["control frames and reserved bits", controlCases],
  ["fragments, masks and lengths", messageCases],
  ["text and what is none", textCases],
] as const;
const frameCases = [...controlCases, ...messageCases, ...textCases];

let listeners: Listeners;
beforeAll(async () => {
  listeners = await openListeners();
});
afterAll(() => listeners.close());

/** What came of a case that should not have; undefined if all is well. */
async function faultOf(listener: SocketListener, { send, expected }: FrameCase): Promise<string | undefined> {
  const conversation = await Conversation.open(listener);
  try {
    await conversation.send(send((filler) => conversation.probe(filler)));
    const goesOn = expected.answered || expected.pongs || expected.refused;
    const { ended, code, answers, pongs, errors } = goesOn ? await conversation.settle() : await conversation.end();
    if (expected.ends) return undefined;
    if (ended) return expected.closes?.includes(code ?? 0) ? undefined : `closed with ${code}`;
    if (expected.answered && answers.length !== conversation.probes) return `answered ${answers.length} messages`;
    if (expected.pongs && !isDeepStrictEqual(pongs, expected.pongs)) return `pongs ${JSON.stringify(pongs)}`;
    return errors === (expected.refused ? 1 : 0) ? undefined : `${errors} messages were refused`;
  } finally {
    conversation.destroy();
  }
}

async function faultOfUpgrade(
  listener: SocketListener,
  { request, upgraded }: UpgradeCase,
): Promise<string | undefined> {
  const raw = await RawWebSocket.dial(listener.port);
  try {
    raw.send(request(listener));
    const answer = await raw.handshake();
    if (answer === "closed") return upgraded ? "closed" : undefined;
    const { status, headers } = answer;
    if (upgraded) return status === 101 && !headers.has("sec-websocket-extensions") ? undefined : `answered ${status}`;
    if (status < 400 || status >= 500) return `answered ${status}`;
    await raw.end();
    return undefined;
  } finally {
    raw.destroy();
  }
}

/** Cases that run beside each other: a few connections at a time, as many as may wait at the gate. */
const AT_ONCE = 16;

/** The faults of all cases, each with its name; `look` is called after every few. */
async function faults<T extends { readonly name: string }>(
  cases: readonly T[],
  faultOf: (one: T) => Promise<string | undefined>,
  look: () => Promise<void>,
): Promise<string[]> {
  const found: string[] = [];
  for (let at = 0; at < cases.length; at += AT_ONCE) {
    const outcomes = cases.slice(at, at + AT_ONCE).map(async (one) => {
      const fault = await faultOf(one).catch(String);
      if (fault !== undefined) found.push(`${one.name}: ${fault}`);
    });
    await Promise.all(outcomes);
    await look();
  }
  return found;
}

describe("the table of hand-made cases", () => {
  it("has at least 200 of frames, all different", () => {
    const names = frameCases.map(({ name }) => name);
    expect(names.length).toBeGreaterThanOrEqual(200);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe.each(listenerNames)("the %s listener", (name) => {
  let neighbour: Conversation;
  beforeAll(async () => {
    neighbour = await Conversation.open(listeners.all[name]);
  });
  afterAll(() => neighbour.destroy());

  /** An honest connection that was there all the time is answered. */
  async function expectUnharmed(): Promise<void> {
    await neighbour.send([text(neighbour.probe())]);
    const seen = await neighbour.settle();
    expect([seen.ended, seen.errors, seen.answers.at(-1)]).toEqual([false, 0, neighbour.probes]);
  }

  it.each(tables)("answers rightly, or closes with the right code: %s", async (_, cases) => {
    expect(await faults(cases, (one) => faultOf(listeners.all[name], one), expectUnharmed)).toEqual([]);
  });

  it("takes good handshakes and refuses bad ones", async () => {
    expect(await faults(upgradeCases, (one) => faultOfUpgrade(listeners.all[name], one), expectUnharmed)).toEqual([]);
  });

  it.each([
    [
      "in the same packet as the handshake",
      (listener: SocketListener, messages: readonly Buffer[]) => [
        Buffer.concat([Buffer.from(upgradeRequest(listener.port, listener.own, listener)), ...messages]),
      ],
    ],
    [
      "right behind the handshake",
      (listener: SocketListener, messages: readonly Buffer[]) => [
        Buffer.from(upgradeRequest(listener.port, listener.own, listener)),
        ...messages,
      ],
    ],
  ])("reads messages that come %s", async (_, bytesOf) => {
    const listener = listeners.all[name];
    const raw = await RawWebSocket.dial(listener.port);
    const conversation = Conversation.over(listener, raw);
    try {
      const greeting = listener.greeting.map((message) => text(message));
      const [first = "", second = ""] = [conversation.probe(), conversation.probe("é")];
      await conversation.send(
        bytesOf(listener, [...greeting, text(first), ...fragments([second.slice(0, 9), second.slice(9)])]),
      );
      expect(await raw.handshake()).toMatchObject({ status: 101 });
      expect(await conversation.settle()).toMatchObject({ ended: false, answers: [1, 2] });
    } finally {
      conversation.destroy();
    }
  });
});
