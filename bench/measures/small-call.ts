/** A hundred agents that ask for the focused file: how many calls a second, in each era. */
import { fileURLToPath } from "node:url";
import type { Figure } from "../figure.js";
import { makeLoad } from "../load.js";
import type { Measure } from "../measure.js";
import { startNode } from "../process.js";
import { eras } from "../requests.js";
import { openSmallCall, SMALL_CALL } from "../small-call.js";
import { interleaved } from "../statistics.js";

const AGENTS = 100;
const goal = { by: "ratio", better: "higher", must: 1.5, aim: 5 } as const;
const plainServer = fileURLToPath(new URL("../references/plain-sdk-server.js", import.meta.url));

export const smallCall: Measure = {
  name: "small-call",
  async run({ quick, rounds, fixtures }) {
    const { url, value } = await openSmallCall(fixtures);
    const { line: plainUrl } = await startNode([plainServer, SMALL_CALL, JSON.stringify(value)]);
    const seconds = quick ? 1 : 2;
    const figures: Figure[] = [];
    for (const era of eras) {
      const load = (target: string) => async () => {
        const job = { url: target, era, tool: SMALL_CALL, agents: AGENTS, amount: { seconds } };
        return (await makeLoad(job)).callsPerSecond;
      };
      const { ours, plain } = await interleaved(rounds, { ours: load(url), plain: load(plainUrl) });
      figures.push({
        measure: `small call, ${AGENTS} agents, ${era}`,
        unit: "calls/s",
        ours,
        against: { name: "plain SDK server", samples: plain },
        goal,
      });
    }
    return figures;
  },
};
