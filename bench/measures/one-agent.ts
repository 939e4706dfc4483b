/** One agent that asks for the focused file: how long it waits, in each era. */
import { fileURLToPath } from "node:url";
import { makeLoad } from "../load.js";
import type { Measure } from "../measure.js";
import { startNode } from "../process.js";
import { type Era, eras } from "../requests.js";
import { openSmallCall, SMALL_CALL } from "../small-call.js";
import { interleaved } from "../statistics.js";

const goal = { by: "ratio", better: "lower", must: 5, aim: 2 } as const;
const rawEcho = fileURLToPath(new URL("../references/raw-echo.js", import.meta.url));

export const oneAgent: Measure = {
  name: "one-agent",
  async run({ quick, rounds, fixtures }) {
    const { url, value } = await openSmallCall(fixtures);
    const { line: rawUrl } = await startNode([rawEcho, JSON.stringify(value)]);
    const seconds = quick ? 0.5 : 1;
    const wait = (target: string, era: Era) => async () =>
      (await makeLoad({ url: target, era, tool: SMALL_CALL, agents: 1, amount: { seconds } })).p50;
    const samples = await interleaved(rounds, {
      session: wait(url, "session"),
      raw: wait(rawUrl, "stateless"),
      stateless: wait(url, "stateless"),
    });
    return eras.map((era) => ({
      measure: `small call, one agent, p50, ${era}`,
      unit: "ms" as const,
      ours: samples[era],
      against: { name: "raw node:http", samples: samples.raw },
      goal,
    }));
  },
};
