/** One agent in VS Code: how long it waits for a small answer. */
import { join } from "node:path";
import type { Measure } from "../measure.js";
import { interleaved, percentile, timed } from "../statistics.js";
import type { Dialog } from "../vscode/dialog.js";
import { agentOf, manyRounds, withVsCode } from "../vscode/vscode.js";

const CALLS = 500;

export const vscodeCalls: Measure = {
  name: "vscode-calls",
  async run(setup) {
    const folder = await setup.fixtures.files({ "a.txt": "one\n", "b.txt": "two\n" });
    return withVsCode(setup, folder, async ({ echo, window }) => {
      const agent = await agentOf(window, "nexus3");
      for (const name of ["a.txt", "b.txt"]) {
        await agent.call("openFile", { filePath: join(folder, name) });
        await echo.ask("report", { file: join(folder, name), count: 1 });
      }
      const figures = [];
      for (const tool of ["getOpenEditors", "getDiagnostics"]) {
        await echo.ask("hold", JSON.parse(await agent.call(tool)));
        const waits = await interleaved(manyRounds(setup), {
          ours: p50(agent, tool),
          raw: p50(echo.dialog, tool),
        });
        figures.push({
          measure: `${tool} in VS Code, one agent, p50`,
          unit: "ms",
          ours: waits.ours,
          against: { name: "extension with a raw ws echo", samples: waits.raw },
          goal: { by: "ratio", better: "lower", must: 1.5, aim: 1.2 },
        } as const);
      }
      return figures;
    });
  },
};

function p50(dialog: Dialog, tool: string) {
  return async () => {
    const waits: number[] = [];
    for (let call = 0; call < CALLS; call++) waits.push(await timed(() => dialog.call(tool)));
    return percentile(waits, 0.5);
  };
}
