/** The packed extension in a real VS Code that does not trust the folder. */
import { afterAll, beforeAll, describe } from "vitest";
import { type Editor, openEditor } from "../helpers/editor.js";
import { project } from "../helpers/project.js";
import { Workbench } from "../helpers/workbench.js";
import { restrictedScenarios } from "../scenarios/restricted.js";

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor({ files: project, settings: { "tandem.mode": "trust" }, restricted: true });
});

afterAll(async () => {
  await editor?.close();
});

const scene = { editor: () => editor, agent: () => editor.agent(), workbench: () => new Workbench(editor.page) };

describe("Restricted Mode", () => restrictedScenarios(scene));
