/** Agents on WebSockets that ask for the open tabs: how many calls a second, and how long one waits. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Measure } from "../measure.js";
import { startNode } from "../process.js";
import { type Target, targetOf, withAgents } from "../sockets/socket-load.js";
import { interleaved } from "../statistics.js";
import { Window } from "../window.js";

const AGENTS = 100;
const TOOL = "getOpenEditors";
const rawServer = fileURLToPath(new URL("../references/raw-ws.js", import.meta.url));

export const socketCalls: Measure = {
  name: "socket-calls",
  async run({ quick, rounds, fixtures }) {
    const folder = await fixtures.folder();
    const window = await Window.open(folder);
    await window.call("ide.editor.goToLine", { file: join(folder, "a.ts"), line: 1 });
    const ours = await targetOf(window.file.urls, "nexus3");
    const { files } = await window.call("ide.editor.getOpenFiles", {});
    const value = files.map(({ file, active, dirty, language }) => ({
      filePath: file,
      isActive: active,
      isDirty: dirty,
      languageId: language,
    }));
    const { line: url } = await startNode([rawServer, JSON.stringify(value)]);
    const raw = { url, headers: {} };
    const call = (target: Target, agents: number, seconds: number) =>
      withAgents<{ callsPerSecond: number; p50: number }>({ ...target, what: "call", tool: TOOL, agents, seconds });
    const many = (target: Target) => async () => (await call(target, AGENTS, quick ? 1 : 2)).callsPerSecond;
    const one = (target: Target) => async () => (await call(target, 1, quick ? 0.5 : 1)).p50;
    const calls = await interleaved(rounds, { ours: many(ours), raw: many(raw) });
    const waits = await interleaved(rounds, { ours: one(ours), raw: one(raw) });
    return [
      {
        measure: `${TOOL} over WebSocket, ${AGENTS} agents`,
        unit: "calls/s",
        ours: calls.ours,
        against: { name: "raw ws echo", samples: calls.raw },
        goal: { by: "ratio", better: "higher", must: 0.3, aim: 0.6 },
      },
      {
        measure: `${TOOL} over WebSocket, one agent, p50`,
        unit: "ms",
        ours: waits.ours,
        against: { name: "raw ws echo", samples: waits.raw },
        goal: { by: "ratio", better: "lower", must: 1.8, aim: 1.3 },
      },
    ];
  },
};
