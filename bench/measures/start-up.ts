/** From the command typed to the first call answered, against a Node that does nothing. */
import type { Measure } from "../measure.js";
import { run } from "../process.js";
import { interleaved, timed } from "../statistics.js";
import { Window } from "../window.js";

const goal = { by: "difference", better: "lower", must: 600, aim: 300 } as const;

export const startUp: Measure = {
  name: "start-up",
  async run({ rounds, fixtures }) {
    const folder = await fixtures.folder();
    const { ours, node } = await interleaved(rounds, {
      ours: async () => {
        const started = performance.now();
        const window = await Window.open(folder);
        await window.call("ide.editor.getOpenFiles", {});
        const taken = performance.now() - started;
        await window.close();
        return taken;
      },
      node: () => timed(() => run(process.execPath, ["-e", "0"])),
    });
    return [
      { measure: "start to first answer", unit: "ms", ours, against: { name: "node -e 0", samples: node }, goal },
    ];
  },
};
