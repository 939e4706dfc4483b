/** Makes the pictures of the documents anew: `TANDEM_PICTURES=1 npx vitest run --project vscode pictures`. */
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, it } from "vitest";
import { type Editor, openEditor } from "./helpers/editor.js";
import { project } from "./helpers/project.js";
import { Workbench } from "./helpers/workbench.js";

const media = fileURLToPath(new URL("../../editors/vscode/media/", import.meta.url));
const clip = { x: 0, y: 30, width: 1400, height: 400 };
/** Until colours, lenses and diagnostics are there, in milliseconds. */
const SETTLED_MS = 3000;

const greet = [
  { startLine: 2, endLine: 2, newText: '  return "ahoy, " + name.trim();' },
  { startLine: 6, endLine: 6, newText: "  return new Set(names).size;" },
];

describe.runIf(process.env["TANDEM_PICTURES"])("pictures", () => {
  let editor: Editor;

  beforeAll(async () => {
    const settings = { "workbench.colorTheme": "Default Dark Modern", "breadcrumbs.enabled": false };
    editor = await openEditor({ files: project, settings });
  });

  afterAll(async () => {
    await editor?.close();
  });

  it("of reviews", async () => {
    const { page } = editor;
    const workbench = new Workbench(page);
    const propose = (file: string, edits: readonly object[], reason: string) =>
      editor.agent().call("ide.editor.applyEdits", {
        files: [{ file: editor.path(file), edits }],
        review: "defer",
        reason,
      });
    const picture = async (name: string) => {
      await page.waitForTimeout(SETTLED_MS);
      await page.screenshot({ path: `${media}${name}.png`, clip });
    };
    await workbench.open("main.ts");
    await propose("src/greet.ts", greet, "Greet as sailors do, and count each name once");
    await workbench.reviewOpens("ahoy");
    await propose("README.md", [{ startLine: 1, endLine: 1, newText: "# Port" }], "The harbour has a new name");
    await page.getByRole("tab", { name: /^Tandem/ }).click();
    await picture("beside");
    await workbench.tab("main.ts").hover();
    await workbench.tab("main.ts").locator('[aria-label^="Close"]').click();
    await workbench.tab(/ by /).click();
    await picture("review");
  });
});
