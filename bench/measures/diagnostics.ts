/**
 * Fresh diagnostics after an edit in a TypeScript project, against the language server's own answer. Ours is timed from
 * the question, when the edit has been answered; the server is timed from the edit, which the question follows at once.
 */
import type { Project } from "../fixtures.js";
import type { Measure } from "../measure.js";
import { DirectServer } from "../references/language-server.js";
import { interleaved, timed } from "../statistics.js";
import { Window } from "../window.js";

/** An edit takes milliseconds, which a busy machine blurs: it takes many, one of each side in turn. */
const EDITS_PER_ROUND = 20;
const goal = { by: "ratio", better: "lower", must: 1.3, aim: 1.1 } as const;

export const diagnostics: Measure = {
  name: "diagnostics",
  async run({ rounds, fixtures }) {
    const project = await fixtures.project();
    const inWindow = await editsInWindow(project);
    const direct = await directEdits(project);
    const { ours, server } = await interleaved(rounds * EDITS_PER_ROUND, { ours: inWindow, server: direct });
    return [
      {
        measure: "ide.diagnostics.list after an edit, 1,500 files",
        unit: "ms",
        ours,
        against: { name: "language server alone", samples: server },
        goal,
      },
    ];
  },
};

/** Each edit makes an error or mends it. */
async function editsInWindow({ root, file, line, lineText }: Project): Promise<() => Promise<number>> {
  const window = await Window.open(root);
  let wrong = false;
  return async () => {
    wrong = !wrong;
    const newText = lineText(wrong);
    await window.call("ide.editor.replaceRange", { file, startLine: line, endLine: line, newText });
    return timed(async () => {
      const { diagnostics, files } = await window.call("ide.diagnostics.list", { file });
      if (!files.every(({ fresh }) => fresh)) throw new Error(`Not fresh: ${files[0]?.reason}`);
      checkErrors(diagnostics.filter(({ severity }) => severity === "error").length, wrong);
    });
  };
}

async function directEdits({ root, file, text }: Project): Promise<() => Promise<number>> {
  const server = await DirectServer.open(root, file, text(false));
  let wrong = false;
  return () => {
    wrong = !wrong;
    return timed(async () => {
      const { items } = await server.changeAndPull(text(wrong));
      checkErrors(items.filter(({ severity }) => severity === 1).length, wrong);
    });
  };
}

function checkErrors(count: number, wrong: boolean): void {
  if (count !== (wrong ? 1 : 0))
    throw new Error(`${count} errors were found in a text that is ${wrong ? "wrong" : "right"}.`);
}
