import { setImmediate as turn } from "node:timers/promises";
import fc from "fast-check";
import { expect, it } from "vitest";
import { EditingPage } from "./testing/editing-page.js";
import { PageScene } from "./testing/page-scene.js";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const insert = fc.constantFrom("", "a", "bc", "\n", "x\ny\n", "😀", "long enough to be a line\n");
const who = fc.nat(1);

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("type" as const), who, at: share, length: share, insert }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("push" as const), who }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("letOut" as const), who }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("letIn" as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reconnect" as const), who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("agent" as const), at: share, length: share, insert }) },
);

it("pages and an agent that edit one document at once, over slow and broken connections, end with the same text", async () => {
  const scene = await PageScene.make({});
  const { agent } = scene.agents.join({ name: "tester", version: "1" });
  let runs = 0;
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const name = `${runs++}.txt`;
        await scene.write(name, "one\ntwo\nthree\n");
        const document = await scene.documents.open(await scene.paths.file(scene.at(name)));
        const pages = ["a", "b"].map((id) => new EditingPage(id, scene.at(name), (it) => scene.channel.connect(it)));
        await letAllThrough(pages);
        for (const one of steps) {
          if (one.kind === "agent") {
            await scene.agentEdits(name, agent, (total) => {
              const from = Math.floor(one.at * total);
              return { from, to: from + Math.floor(one.length * (total - from)), insert: one.insert };
            });
            continue;
          }
          const page = pages[one.who] as EditingPage;
          if (one.kind === "type") page.type(one.at, one.length, one.insert);
          else page[one.kind]();
          await turn();
        }
        await letAllThrough(pages);
        expect(pages.map(({ text }) => text)).toEqual([document.text.toString(), document.text.toString()]);
        for (const page of pages) page.leave();
        await scene.documents.close(document, { discard: true });
      }),
      { numRuns: 300 },
    );
  } finally {
    await scene.dispose();
  }
});

async function letAllThrough(pages: readonly EditingPage[]): Promise<void> {
  for (let round = 0; round < 1000; round++) {
    if (pages.every(({ isIdle }) => isIdle)) return;
    for (const page of pages) {
      page.push();
      page.letOut();
      await turn();
      page.letIn();
    }
  }
  throw new Error("The pages never came to rest.");
}
