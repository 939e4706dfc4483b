/** The packed extension in a real VS Code whose developer comes and goes. */
import { afterAll, beforeAll, describe } from "vitest";
import { type Editor, openEditor } from "../helpers/editor.js";
import { project } from "../helpers/project.js";
import { Workbench } from "../helpers/workbench.js";
import { attentionScenarios } from "../scenarios/attention.js";

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor({ files: project });
});

afterAll(async () => {
  await editor?.close();
});

const scene = { editor: () => editor, agent: () => editor.agent(), workbench: () => new Workbench(editor.page) };

describe("attention", () => attentionScenarios(scene));
