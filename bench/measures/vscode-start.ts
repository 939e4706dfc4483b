/** What our extension costs VS Code at the start: time until its doors are open, and memory of the extension host. */
import { setTimeout as rest } from "node:timers/promises";
import type { Measure } from "../measure.js";
import { interleaved } from "../statistics.js";
import { type VsCode, withPlainVsCode, withVsCode } from "../vscode/vscode.js";

const ROUNDS = 7;
const QUICK_ROUNDS = 2;
/** After which nothing of the start is left to be done. */
const IDLE_MS = 8000;

interface Memory {
  readonly rss: number;
}

interface Mark {
  readonly name: string;
  readonly startTime: number;
}

export const vscodeStart: Measure = {
  name: "vscode-start",
  async run(setup) {
    const files = { "a.txt": "one\n" };
    const activations: number[] = [];
    const memory = async ({ echo }: VsCode) => {
      await rest(IDLE_MS);
      const { rss } = await echo.ask<Memory>("memory");
      return rss / 1e6;
    };
    const megabytes = await interleaved(setup.quick ? QUICK_ROUNDS : ROUNDS, {
      ours: async () =>
        withVsCode(setup, await setup.fixtures.files(files), async (editor) => {
          const marks = await editor.echo.ask<Mark[]>("marks");
          activations.push(ownTime(marks, editor.window.startedAt));
          return memory(editor);
        }),
      plain: async () => withPlainVsCode(setup, await setup.fixtures.files(files), memory),
    });
    return [
      {
        measure: "Activation in VS Code until the doors are open",
        unit: "ms",
        ours: activations,
        goal: { by: "value", better: "lower", must: 150, aim: 60 },
      },
      {
        measure: "Memory of the extension host, idle",
        unit: "MB",
        ours: megabytes.ours,
        against: { name: "without our extension", samples: megabytes.plain },
        goal: { by: "difference", better: "lower", must: 25, aim: 12 },
      },
    ];
  },
};

/**
 * From the first byte of our code until the doors are open. Not counted is what VS Code does between loading the code and
 * calling it: it fetches what it has stored for the extension, and does not count that as the extension's time either.
 */
function ownTime(marks: readonly Mark[], openedAt: number): number {
  const at = (step: string) => {
    const mark = marks.find(({ name }) => name === `code/extHost/${step}/tandem.tandem`);
    if (!mark) throw new Error(`VS Code does not tell of ${step}.`);
    return mark.startTime;
  };
  const loading = at("didLoadExtensionCode") - at("willLoadExtensionCode");
  return loading + openedAt - at("willActivateExtension");
}
