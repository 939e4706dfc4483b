/** The packed extension in a real VS Code: one start, each tool once, the main verdicts. */
import { afterAll, beforeAll, describe } from "vitest";
import { type Editor, openEditor } from "./helpers/editor.js";
import { project } from "./helpers/project.js";
import { Workbench } from "./helpers/workbench.js";
import { clioScenarios } from "./scenarios/clio.js";
import { dialectScenarios } from "./scenarios/dialects.js";
import { doorScenarios } from "./scenarios/doors.js";
import { lifeScenarios } from "./scenarios/life.js";
import { reviewScenarios } from "./scenarios/reviews.js";
import { toolScenarios } from "./scenarios/tools.js";

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor({ files: project, settings: { "tandem.mode": "trust" } });
});

afterAll(async () => {
  await editor?.close();
});

const scene = { editor: () => editor, agent: () => editor.agent(), workbench: () => new Workbench(editor.page) };

describe("tools", () => toolScenarios(scene));
describe("reviews", () => reviewScenarios(scene));
describe("dialects", () => dialectScenarios(scene));
describe("Clio", () => clioScenarios(scene));
describe("doors", () => doorScenarios(scene));
describe("a window", () => lifeScenarios(scene));
