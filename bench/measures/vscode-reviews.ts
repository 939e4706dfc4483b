/** A diff in VS Code: how long until the developer sees it, and from their word to the agent's answer. */
import { join } from "node:path";
import { setTimeout as rest } from "node:timers/promises";
import type { Page } from "playwright-core";
import type { Measure } from "../measure.js";
import { interleaved, timed } from "../statistics.js";
import { agentOf, manyRounds, withVsCode } from "../vscode/vscode.js";

const WORD = "proposed";
/** A review cannot be accepted by a click that was meant for something else. */
const AWAKE_MS = 400;
/** What a closed diff leaves to be done belongs to no other sample. */
const LEFT_MS = 400;
const LINES = 100;

export const vscodeReviews: Measure = {
  name: "vscode-reviews",
  async run(setup) {
    const rounds = manyRounds(setup);
    const original = Array.from({ length: LINES }, (_, line) => `line ${line}\n`).join("");
    const text = original.replace("line 5\n", `line ${WORD}\n`);
    const names = Array.from({ length: 5 * (rounds + 1) }, (_, number) => `${number}.txt`);
    const folder = await setup.fixtures.files(Object.fromEntries(names.map((name) => [name, original])));
    return withVsCode(setup, folder, async ({ page, echo, window }) => {
      /** Each is shown once, so that nobody finds it open already. */
      const nextFile = () => join(folder, names.pop() ?? "");
      const closed = async () => {
        await echo.ask("close");
        await page.locator(".tab").first().waitFor({ state: "detached" });
      };
      const claude = await agentOf(window, "claude");
      const nexus3 = await agentOf(window, "nexus3");
      const propose = (agent: typeof claude) => {
        const file = nextFile();
        const paths = { old_file_path: file, new_file_path: file, tab_name: "proposed" };
        return agent.call("openDiff", { ...paths, new_file_contents: text });
      };
      /** Ours is answered when the diff is closed. */
      const opening = (open: () => Promise<unknown>) => async () => {
        let answered: Promise<unknown> | undefined;
        const milliseconds = await timed(() => {
          answered = open();
          return inSight(page);
        });
        await closed();
        await answered;
        await rest(LEFT_MS);
        return milliseconds;
      };
      const openings = await interleaved(rounds, {
        ours: opening(() => propose(claude)),
        raw: opening(() => echo.ask("diff", { file: nextFile(), text })),
      });
      const accepting = (agent: typeof claude) => async () => {
        const answered = propose(agent).then(now);
        await inSight(page);
        await rest(AWAKE_MS);
        const begun = await echo.ask<number>("run", { command: "tandem.review.accept" });
        const milliseconds = (await answered) - begun;
        await closed();
        return milliseconds;
      };
      const saving = async () => {
        const file = nextFile();
        await Promise.all([inSight(page), echo.ask("diff", { file, text })]);
        await rest(AWAKE_MS);
        const milliseconds = await echo.ask<number>("save", { file, text: `line ${WORD}` });
        await closed();
        return milliseconds;
      };
      const answers = await interleaved(rounds, { claude: accepting(claude), nexus3: accepting(nexus3), raw: saving });
      return [
        {
          measure: "openDiff in VS Code to the diff in sight",
          unit: "ms",
          ours: openings.ours,
          against: { name: "vscode.diff called directly", samples: openings.raw },
          goal: { by: "ratio", better: "lower", must: 1.25, aim: 1.1 },
        },
        {
          measure: "Accept in VS Code to the answer, the agent writes",
          unit: "ms",
          ours: answers.claude,
          goal: { by: "value", better: "lower", must: 30, aim: 10 },
        },
        {
          measure: "Accept in VS Code to the answer, the file is saved",
          unit: "ms",
          ours: answers.nexus3,
          against: { name: "edit and save by VS Code", samples: answers.raw },
          goal: { by: "difference", better: "lower", must: 30, aim: 10 },
        },
      ];
    });
  },
};

/** Resolves when the changed line is seen, as one that was changed. Looked for in every frame. */
async function inSight(page: Page): Promise<void> {
  await page.waitForFunction(`(() => {
    const side = document.querySelector(".monaco-diff-editor .editor.modified");
    return side?.querySelector(".line-insert") && side.querySelector(".view-lines")?.textContent.includes("${WORD}");
  })()`);
}

function now(): number {
  return performance.timeOrigin + performance.now();
}
