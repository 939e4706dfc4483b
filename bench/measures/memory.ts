/** What a window on a large repository holds when nothing happens, and whether calls leave anything behind. */

import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import type { Figure } from "../figure.js";
import { makeLoad } from "../load.js";
import type { Measure } from "../measure.js";
import { eras } from "../requests.js";
import { SMALL_CALL } from "../small-call.js";
import { Window } from "../window.js";
import { firstPage } from "./file-list.js";

const CALLS = 100_000;
const AGENTS = 20;
const REST_MS = 5000;

export const memory: Measure = {
  name: "memory",
  async run({ quick, fixtures }) {
    const root = await fixtures.repository();
    const idle: number[] = [];
    const after: number[] = [];
    const calls = quick ? CALLS / 10 : CALLS;
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const window = await Window.open(root);
      await window.call("ide.editor.goToLine", { file: join(root, "folder-0000", "file-000.txt"), line: 1 });
      await firstPage(window);
      await rest(REST_MS);
      idle.push(await window.residentMegabytes());
      for (const era of eras) {
        await makeLoad({
          url: window.url,
          era,
          tool: SMALL_CALL,
          agents: AGENTS,
          amount: { calls: calls / eras.length },
        });
      }
      await rest(REST_MS);
      after.push(await window.residentMegabytes());
      await window.close();
    }
    return figuresOf(idle, after, calls);
  },
};

function figuresOf(idle: readonly number[], after: readonly number[], calls: number): Figure[] {
  return [
    {
      measure: "memory, 100k files, idle",
      unit: "MB",
      ours: idle,
      goal: { by: "value", better: "lower", must: 130, aim: 100 },
    },
    {
      measure: `memory after ${calls.toLocaleString("en")} calls`,
      unit: "MB",
      ours: after,
      against: { name: "idle before", samples: idle },
      goal: { by: "growth", better: "lower", must: 10 },
    },
  ];
}
