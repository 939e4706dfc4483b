/** Thousands of messages that are almost right: no crash, no hang, no leak, and the neighbour is answered all the time. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Random } from "../../../soak/random.js";
import { Conversation } from "../frames/conversation.js";
import { close, fragments, ping, text } from "../frames/frame.js";
import { type Listeners, openListeners, type SocketListener } from "../frames/listeners.js";
import { claudeCorpus, clioCorpus, nexus3Corpus } from "./corpus.js";
import { mutated, mutatedBytes } from "./mutations.js";

/** Ten times as many with `npm run soak`. */
const MESSAGES = 20_000 * Number(process.env["TANDEM_SOAK"] ?? 1);
const SEED = 11;
/** Messages between two looks at whether the connection goes on. */
const BATCH = 100;
const FRAMES_PER_CONNECTION = 10;
const CONNECTIONS_AT_ONCE = 8;
/** What all that may leave behind, in bytes. */
const LEFT_BYTES = 32 * 2 ** 20;
const MINUTES = 60_000;

let listeners: Listeners;
beforeAll(async () => {
  listeners = await openListeners();
});
afterAll(() => listeners.close());

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

/** The heap after a collection, in bytes. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

/** Runs it beside an honest connection, which is answered before, after and in between. */
async function besideNeighbour(listener: SocketListener, run: (look: () => Promise<void>) => Promise<void>) {
  const neighbour = await Conversation.open(listener);
  const look = async () => {
    await neighbour.send([text(neighbour.probe())]);
    expect(await neighbour.settle()).toMatchObject({ ended: false, errors: 0 });
  };
  try {
    await look();
    await run(look);
    await look();
  } finally {
    neighbour.destroy();
  }
}

/** The close code for a fault of the server's own. */
const INTERNAL_ERROR = 1011;
/** Codes with which it may end a connection that sends rubbish. */
const refusals = [1002, 1003, 1007, 1008, 1009];

async function throwMessages(listener: SocketListener, corpus: readonly object[]): Promise<void> {
  const random = new Random(SEED);
  const pick = () => corpus[random.between(0, corpus.length - 1)] as object;
  let left = MESSAGES;
  let before: number | undefined;
  await besideNeighbour(listener, async (look) => {
    let conversation = await Conversation.open(listener);
    while (left > 0) {
      const batch = Array.from({ length: Math.min(BATCH, left) }, () => text(mutated(pick(), random)));
      left -= batch.length;
      await conversation.send([Buffer.concat(batch)]);
      const seen = await conversation.settle();
      if (seen.ended) {
        expect(refusals).toContain(seen.code);
        conversation.destroy();
        conversation = await Conversation.open(listener);
      }
      await look();
      // What is loaded and compiled at first stays.
      if (before === undefined && left <= MESSAGES * 0.75) before = heap();
    }
    conversation.destroy();
  });
  expect(heap() - (before ?? 0)).toBeLessThan(LEFT_BYTES);
}

async function throwFrames(listener: SocketListener, count: number): Promise<void> {
  const random = new Random(SEED);
  const message = listener.probe(1, "é");
  const good = [text(message), Buffer.concat(fragments([message.slice(0, 9), message.slice(9)])), ping("p"), close()];
  let left = count;
  const one = async () => {
    const frames = Array.from({ length: FRAMES_PER_CONNECTION }, () =>
      mutatedBytes(random.pick(good as [Buffer, ...Buffer[]]), random),
    );
    const conversation = await Conversation.open(listener);
    await conversation.send([...frames, "finish"]);
    const { code } = await conversation.end();
    expect(code).not.toBe(INTERNAL_ERROR);
    conversation.destroy();
  };
  await besideNeighbour(listener, async (look) => {
    while (left > 0) {
      left -= CONNECTIONS_AT_ONCE * FRAMES_PER_CONNECTION;
      await Promise.all(Array.from({ length: CONNECTIONS_AT_ONCE }, one));
      await look();
    }
  });
}

describe(`${MESSAGES} almost good messages`, () => {
  const file = "/project/a.txt";

  it.each([
    ["nexus3", nexus3Corpus(file)],
    ["claude", claudeCorpus(file)],
    ["clio", clioCorpus(file)],
  ] as const)(
    "do no harm in the %s dialect",
    (name, corpus) => throwMessages(listeners.all[name], corpus),
    (MINUTES * MESSAGES) / 20_000,
  );

  it.each(["nexus3", "clio"] as const)(
    "do no harm as frames of the %s listener",
    (name) => throwFrames(listeners.all[name], MESSAGES / 2),
    (MINUTES * MESSAGES) / 20_000,
  );
});
