/** What happens in one round, drawn by chance. */
import { drawFile, type FilePlan } from "./file-plan.js";
import type { Random } from "./random.js";

/** In the order in which they are reached. */
export const steps = ["proposed", "shown", "typed", "thought", "deciding", "decided", "answered"] as const;
export type Step = (typeof steps)[number];

export const proposingTools = [
  "ide.editor.replaceRange",
  "ide.editor.applyEdits",
  "ide.file.create",
  "ide.file.delete",
] as const;
export type ProposingTool = (typeof proposingTools)[number];

export interface Scenario {
  /** The agent's own name for its proposal. */
  readonly name: string;
  readonly tool: ProposingTool;
  /** Those of one change set. */
  readonly files: readonly FilePlan[];
  readonly saveOnAccept: "never" | "when-clean" | "always";
  readonly review: "wait" | "defer";
  readonly typesWhileDeciding: boolean;
  /** Milliseconds for which the developer looks before deciding. */
  readonly thinks: number;
  readonly killAfter: Step;
  /** Milliseconds from that step to the kill; 0 is at once. */
  readonly killDelay: number;
  /** The next start is killed too, after so many milliseconds. */
  readonly killNextStart: number | undefined;
}

const MOST_DELAY_MS = 60;
const MOST_FILES = 3;

export function drawScenario(random: Random, name: string): Scenario {
  const tool = random.pick(proposingTools);
  return {
    name,
    tool,
    files: drawFiles(random, tool, name),
    saveOnAccept: random.pick(["never", "when-clean", "always"]),
    review: random.pick(["wait", "defer"]),
    typesWhileDeciding: random.once(3),
    thinks: random.once(2) ? random.between(300, 1500) : 0,
    killAfter: random.pick<Step>([...steps, "deciding", "deciding", "decided"]),
    // What matters is over in a few milliseconds: short delays are drawn more often than long ones.
    killDelay: random.once(4) ? 0 : random.next() ** 3 * MOST_DELAY_MS,
    killNextStart: random.once(5) ? random.between(100, 900) : undefined,
  };
}

function drawFiles(random: Random, tool: ProposingTool, name: string): FilePlan[] {
  switch (tool) {
    case "ide.editor.replaceRange":
      return [drawFile(random, "edit", `${name}.txt`)];
    case "ide.editor.applyEdits":
      return Array.from({ length: random.between(2, MOST_FILES) }, (_, i) =>
        drawFile(random, "edit", `${name}-${i}.txt`),
      );
    case "ide.file.create":
      return [drawFile(random, "create", random.once(2) ? `${name}.txt` : `${name}/new/file.txt`)];
    case "ide.file.delete":
      return [drawFile(random, "delete", `${name}.txt`)];
  }
}
