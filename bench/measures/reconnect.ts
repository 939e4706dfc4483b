/** How much longer than the editor itself an agent takes to be back after a restart of the editor. */
import { IdeBridge } from "@tandem/agent";
import type { Measure } from "../measure.js";
import { Window } from "../window.js";

export const reconnect: Measure = {
  name: "reconnect",
  async run({ rounds, fixtures }) {
    const folder = await fixtures.folder();
    const connected: number[] = [];
    const ready: number[] = [];
    let window = await Window.open(folder);
    const bridge = new IdeBridge();
    try {
      if (!(await bridge.autoConnect(folder))) throw new Error("The window was not found.");
      for (let round = 0; round < rounds; round++) {
        await window.close();
        const started = performance.now();
        const back = becomesConnected(bridge).then(() => connected.push(performance.now() - started));
        window = await Window.open(folder);
        ready.push(performance.now() - started);
        await back;
      }
    } finally {
      await bridge.disconnect();
    }
    return [
      {
        measure: "editor started again to agent connected",
        unit: "ms",
        ours: connected,
        against: { name: "to editor ready", samples: ready },
        goal: { by: "difference", better: "lower", must: 3000, aim: 1000 },
      },
    ];
  },
};

function becomesConnected(bridge: IdeBridge): Promise<void> {
  return new Promise((resolve) => {
    const undo = bridge.onState(({ status }) => {
      if (status !== "connected") return;
      undo();
      resolve();
    });
  });
}
