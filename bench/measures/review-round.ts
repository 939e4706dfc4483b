/**
 * An agent's proposal, decided by a page as soon as it is told of it, to the agent's answer. The page is a bare
 * WebSocket, so that neither a browser nor the time in which its buttons sleep is part of it: what is left is all that
 * Tandem does from the call to the answer, both ways through the doors. It is held against the smallest call, and three
 * writes of a journal's line that are on disk before the next begins.
 */
import { once } from "node:events";
import { open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ToPage } from "@tandem/workbench-shared";
import { WebSocket } from "ws";
import type { Measure } from "../measure.js";
import { SMALL_CALL } from "../small-call.js";
import { interleaved, timed } from "../statistics.js";
import { Window } from "../window.js";

const SYNCS = 3;
const LINE_BYTES = 1000;
const PER_ROUND = 40;
/** Before those that count: a window is asked again and again, and is not new to it. */
const WARM_UP = 60;
const goal = { by: "difference", better: "lower", must: 5, aim: 2 } as const;

export const reviewRound: Measure = {
  name: "review-round",
  async run({ rounds, fixtures }) {
    const root = await fixtures.texts(1000);
    const file = join(root, "long-0.ts");
    const window = await Window.openWithPage(root, "review");
    await window.call("ide.editor.goToLine", { file, line: 1 });
    const page = await connectAcceptingPage(window.link);
    let edits = 0;
    const reviewed = async () => {
      const edit = { file, startLine: 5, endLine: 5, newText: `    // edit ${edits++}` };
      const { applied } = await window.call("ide.editor.replaceRange", edit);
      if (!applied) throw new Error("It was not applied.");
    };
    while (edits < WARM_UP) await reviewed();
    const { ours, call, syncs } = await interleaved(rounds * PER_ROUND, {
      ours: () => timed(reviewed),
      call: () => timed(() => window.call(SMALL_CALL, {})),
      syncs: () => syncedWrites(join(root, "..", "journal-like")),
    });
    page.terminate();
    return [
      {
        measure: "proposed → decided → answered, without the human",
        unit: "ms",
        ours,
        against: { name: `call + ${SYNCS} fsyncs`, samples: call.map((one, round) => one + (syncs[round] ?? 0)) },
        goal,
      },
    ];
  },
};

/** Accepts every review that it is told of, at once. */
async function connectAcceptingPage(link: string): Promise<WebSocket> {
  const { host, hash } = new URL(link);
  const socket = new WebSocket(`ws://${host}/channel`, { origin: `http://${host}` });
  const decided = new Set<string>();
  let id = 0;
  const ask = (name: string, params: object) => socket.send(JSON.stringify({ id: id++, name, params }));
  await once(socket, "open");
  const welcomed = new Promise<void>((resolve, reject) => {
    socket.on("message", (data) => {
      const message = JSON.parse(String(data)) as ToPage;
      if (message.type === "welcome") resolve();
      if (message.type === "refused") reject(new Error("The page was refused."));
      if (message.type !== "reviews") return;
      for (const { id: review, state } of message.reviews) {
        if (state !== "pending" || decided.has(review)) continue;
        decided.add(review);
        ask("decideReview", { review, verdict: "accept", comment: "" });
      }
    });
  });
  ask("hello", { secret: hash.slice(1) });
  await welcomed;
  return socket;
}

/** Of a file on the same disk that grows as a journal does. */
async function syncedWrites(path: string): Promise<number> {
  const handle = await open(path, "a");
  const line = Buffer.alloc(LINE_BYTES, "x");
  const taken = await timed(async () => {
    for (let sync = 0; sync < SYNCS; sync++) {
      await handle.write(line);
      await handle.sync();
    }
  });
  await handle.close();
  await rm(path);
  return taken;
}
