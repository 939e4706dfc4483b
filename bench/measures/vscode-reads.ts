/** An agent in VS Code reads files that nobody has open. */
import { join } from "node:path";
import type { Measure } from "../measure.js";
import { interleaved, percentile, timed } from "../statistics.js";
import { agentOf, manyRounds, withVsCode } from "../vscode/vscode.js";

const FILES = 100;
const BYTES = 8192;

export const vscodeReads: Measure = {
  name: "vscode-reads",
  async run(setup) {
    const text = "0123456789abcde\n".repeat(BYTES / 16);
    const names = Array.from({ length: FILES }, (_, number) => `${number}.txt`);
    const folder = await setup.fixtures.files(Object.fromEntries(names.map((name) => [name, text])));
    return withVsCode(setup, folder, async ({ echo, window }) => {
      const agent = await agentOf(window, "nexus3");
      const reading = (read: (file: string) => Promise<unknown>) => async () => {
        const waits: number[] = [];
        for (const name of names) waits.push(await timed(() => read(join(folder, name))));
        return percentile(waits, 0.5);
      };
      const waits = await interleaved(manyRounds(setup), {
        ours: reading((file) => agent.call("ide.editor.getContent", { file })),
        raw: reading((file) => echo.ask("read", { file })),
      });
      return [
        {
          measure: "Read of an unopened 8 kB file in VS Code, p50",
          unit: "ms",
          ours: waits.ours,
          against: { name: "node:fs in an extension", samples: waits.raw },
          goal: { by: "ratio", better: "lower", must: 3, aim: 1.5 },
        },
      ];
    });
  },
};
