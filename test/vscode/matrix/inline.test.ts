/** Reviews inline, by setting, in a real VS Code. */
import { afterAll, beforeAll, describe } from "vitest";
import { type Editor, openEditor } from "../helpers/editor.js";
import { project } from "../helpers/project.js";
import { Workbench } from "../helpers/workbench.js";
import { inlineScenarios } from "../scenarios/inline.js";

let editor: Editor;

beforeAll(async () => {
  editor = await openEditor({ files: project, settings: { "tandem.review.style": "inline" } });
});

afterAll(async () => {
  await editor?.close();
});

describe("inline reviews", () =>
  inlineScenarios({
    editor: () => editor,
    agent: () => editor.agent(),
    workbench: () => new Workbench(editor.page),
  }));
