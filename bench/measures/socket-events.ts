/** An event for a hundred agents on WebSockets: when the last has heard of it. */
import { fileURLToPath } from "node:url";
import type { WindowFile } from "@tandem/protocol";
import type { Measure } from "../measure.js";
import { startNode } from "../process.js";
import { type Target, targetOf, withAgents } from "../sockets/socket-load.js";
import { interleaved } from "../statistics.js";

const AGENTS = 100;
const TOOL = "ide.editor.showStatus";
const FILE = "/project/src/a.ts";
const rawServer = fileURLToPath(new URL("../references/raw-ws.js", import.meta.url));
const speakingWindow = fileURLToPath(new URL("../references/speaking-window.js", import.meta.url));

export const socketEvents: Measure = {
  name: "socket-events",
  async run({ quick, rounds }) {
    const { line: window } = await startNode([speakingWindow, FILE]);
    const { line: url } = await startNode([rawServer, JSON.stringify({ filePath: FILE }), TOOL]);
    const ours = await targetOf((JSON.parse(window) as WindowFile).urls, "claude");
    const raw = { url, headers: {} };
    const hear = (target: Target) => async () => {
      const job = { ...target, what: "hear", tool: TOOL, agents: AGENTS, events: quick ? 300 : 1_000 } as const;
      return (await withAgents<{ p99: number }>(job)).p99;
    };
    const samples = await interleaved(rounds, { ours: hear(ours), raw: hear(raw) });
    return [
      {
        measure: `an event to ${AGENTS} subscribers, last delivered, p99`,
        unit: "ms",
        ours: samples.ours,
        against: { name: "raw ws broadcast", samples: samples.raw },
        goal: { by: "ratio", better: "lower", must: 3, aim: 1.5 },
      },
    ];
  },
};
