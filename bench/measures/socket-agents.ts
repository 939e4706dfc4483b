/** Many agents on WebSockets: how long until all have arrived, and what each costs while it does nothing. */
import { setTimeout as rest } from "node:timers/promises";
import type { Measure } from "../measure.js";
import { startNode, stop } from "../process.js";
import { agentsProgram, type SocketJob, targetOf, withAgents } from "../sockets/socket-load.js";
import { Window } from "../window.js";

const ARRIVING = 100;
const STAYING = 1_000;
const REST_MS = 5_000;

export const socketAgents: Measure = {
  name: "socket-agents",
  async run({ quick, rounds, fixtures }) {
    const folder = await fixtures.folder();
    const arrived: number[] = [];
    const kilobytes: number[] = [];
    const window = await Window.open(folder);
    const target = await targetOf(window.file.urls, "nexus3");
    for (let round = 0; round < rounds; round++) {
      const { arrivedMs } = await withAgents<{ arrivedMs: number }>({ ...target, what: "arrive", agents: ARRIVING });
      arrived.push(arrivedMs);
    }
    await window.close();
    for (let round = 0; round < (quick ? 1 : 3); round++) kilobytes.push(await perAgent(folder));
    return [
      {
        measure: `${ARRIVING} agents connect and initialise`,
        unit: "ms",
        ours: arrived,
        goal: { by: "value", better: "lower", must: 1_500, aim: 500 },
      },
      {
        measure: `memory per agent, ${STAYING.toLocaleString("en")} idle agents`,
        unit: "kB",
        ours: kilobytes,
        goal: { by: "value", better: "lower", must: 60, aim: 30 },
      },
    ];
  },
};

/** In a window of its own, which a hundred have visited before: what they needed once is not counted. */
async function perAgent(folder: string): Promise<number> {
  const window = await Window.open(folder);
  const target = await targetOf(window.file.urls, "nexus3");
  await withAgents({ ...target, what: "arrive", agents: ARRIVING });
  await rest(REST_MS);
  const before = await window.residentMegabytes();
  const job: SocketJob = { ...target, what: "stay", agents: STAYING };
  const { child } = await startNode([agentsProgram, JSON.stringify(job)]);
  await rest(REST_MS);
  const after = await window.residentMegabytes();
  await stop(child);
  await window.close();
  return ((after - before) * 1_000) / STAYING;
}
