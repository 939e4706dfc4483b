/** The first page of all files of a large repository, with the total, against git alone. */
import { REPOSITORY_FILES } from "../fixtures.js";
import type { Measure } from "../measure.js";
import { run } from "../process.js";
import { interleaved, timed } from "../statistics.js";
import { Window } from "../window.js";

const LIMIT = 2000;
const goal = { by: "ratio", better: "lower", must: 1.5, aim: 1.1 } as const;

export const fileList: Measure = {
  name: "file-list",
  async run({ rounds, fixtures }) {
    const root = await fixtures.repository();
    const window = await Window.open(root);
    const { ours, git } = await interleaved(rounds, {
      ours: () => timed(() => firstPage(window)),
      git: () =>
        timed(async () => {
          await run("git", ["ls-files", "-co", "--exclude-standard"], root);
          await run("git", ["status"], root);
        }),
    });
    return [
      {
        measure: "ide.file.list, 100k files, first page",
        unit: "ms",
        ours,
        against: { name: "git ls-files + git status", samples: git },
        goal,
      },
    ];
  },
};

export async function firstPage(window: Window): Promise<void> {
  const { entries, total } = await window.call("ide.file.list", { recursive: true, limit: LIMIT });
  if (entries.length !== LIMIT || total < REPOSITORY_FILES)
    throw new Error(`${entries.length} of ${total} were listed.`);
}
