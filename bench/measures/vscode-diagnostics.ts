/** Thousands of diagnostics in VS Code: how long an agent waits for the most that it gets, and that it is told of the rest. */
import { join } from "node:path";
import type { Measure } from "../measure.js";
import { interleaved, timed } from "../statistics.js";
import { agentOf, manyRounds, withVsCode } from "../vscode/vscode.js";

const FILES = 11;
const EACH = 1000;
const MOST = 10_000;

export const vscodeDiagnostics: Measure = {
  name: "vscode-diagnostics",
  async run(setup) {
    const names = Array.from({ length: FILES }, (_, number) => `${number}.txt`);
    const text = "wrong\n".repeat(EACH);
    const folder = await setup.fixtures.files(Object.fromEntries(names.map((name) => [name, text])));
    return withVsCode(setup, folder, async ({ echo, window }) => {
      const agent = await agentOf(window, "nexus3");
      for (const name of names) {
        await agent.call("openFile", { filePath: join(folder, name) });
        await echo.ask("report", { file: join(folder, name), count: EACH });
      }
      /** `words` say that something is left out. */
      const asking = (tool: string, input: object, words: string) => async () => {
        let answer = "";
        const milliseconds = await timed(async () => {
          answer = await agent.call(tool, input);
        });
        if (!answer.includes(words)) throw new Error(`${tool} does not say that something is left out.`);
        return milliseconds;
      };
      const waits = await interleaved(manyRounds(setup), {
        getDiagnostics: asking("getDiagnostics", {}, `${FILES * EACH - MOST} more`),
        "ide.diagnostics.list": asking("ide.diagnostics.list", { limit: MOST }, '"truncated":true'),
      });
      return Object.entries(waits).map(([tool, ours]) => ({
        measure: `${tool} in VS Code, ${MOST} entries of ${FILES * EACH}`,
        unit: "ms",
        ours,
        goal: { by: "value", better: "lower", must: 200, aim: 80 },
      }));
    });
  },
};
