/** Hand-made WebSocket traffic against every listener: answered rightly or closed with the right code, and nobody else harmed. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { controlCases } from "./control-cases.js";
import { Conversation } from "./conversation.js";
import { fragments, text } from "./frame.js";
import type { FrameCase } from "./frame-case.js";
import { type Listeners, listenerNames, openListeners, type SocketListener } from "./listeners.js";
import { messageCases } from "./message-cases.js";
import { RawWebSocket, upgradeRequest } from "./raw-websocket.js";
import { textCases } from "./text-cases.js";
import { upgradeCases } from "./upgrade-cases.js";

const frameCases = [...controlCases, ...messageCases, ...textCases];

let listeners: Listeners;
beforeAll(async () => {
  listeners = await openListeners();
});
afterAll(() => listeners.close());

function named<T extends { readonly name: string }>(cases: readonly T[]): (readonly [string, T])[] {
  return cases.map((one) => [one.name, one] as const);
}

async function play(listener: SocketListener, { send, expected }: FrameCase): Promise<void> {
  const conversation = await Conversation.open(listener);
  try {
    await conversation.send(send((filler) => conversation.probe(filler)));
    const goesOn = expected.answered || expected.pongs || expected.refused;
    const seen = goesOn ? await conversation.settle() : await conversation.end();
    if (expected.ends) return;
    if (seen.ended) {
      expect(expected.closes ?? [], `closed with ${seen.code}`).toContain(seen.code);
      return;
    }
    if (expected.answered) expect(seen.answers).toEqual(Array.from({ length: conversation.probes }, (_, at) => at + 1));
    if (expected.pongs) expect(seen.pongs).toEqual(expected.pongs);
    expect(seen.errors).toBe(expected.refused ? 1 : 0);
  } finally {
    conversation.destroy();
  }
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

  it.each(named(frameCases))("knows what to do with %s", async (_, one) => {
    await play(listeners.all[name], one);
    await expectUnharmed();
  });

  it.each(named(upgradeCases))("knows what to do with a handshake with %s", async (_, { request, upgraded }) => {
    const listener = listeners.all[name];
    const raw = await RawWebSocket.dial(listener.port);
    try {
      raw.send(request(listener));
      const answer = await raw.handshake();
      if (upgraded) {
        expect(answer).toMatchObject({ status: 101 });
        if (answer !== "closed") expect(answer.headers.has("sec-websocket-extensions")).toBe(false);
      } else if (answer !== "closed") {
        expect(answer.status).toBeGreaterThanOrEqual(400);
        expect(answer.status).toBeLessThan(500);
        await raw.end();
      }
    } finally {
      raw.destroy();
    }
    await expectUnharmed();
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
