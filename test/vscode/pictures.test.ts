/** Makes the pictures of the documents anew: `TANDEM_PICTURES=1 npx vitest run --project vscode pictures`. */
import { fileURLToPath } from "node:url";
import { afterEach, describe, it } from "vitest";
import { ClioClient, within } from "../e2e/dialects/clients/clio-client.js";
import { type Editor, openEditor } from "./helpers/editor.js";
import { InlineReview } from "./helpers/inline-review.js";
import { project } from "./helpers/project.js";
import { Workbench } from "./helpers/workbench.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Until colours, lenses and diagnostics are there, in milliseconds. */
const SETTLED_MS = 3000;
const top = { x: 0, y: 30, width: 1400, height: 400 };
const bottomRight = { x: 700, y: 600, width: 700, height: 300 };
const themes = { dark: "Default Dark Modern", light: "Default Light Modern" } as const;

const greet = [
  { startLine: 2, endLine: 2, newText: '  return "ahoy, " + name.trim();' },
  { startLine: 6, endLine: 6, newText: "  return new Set(names).size;" },
];

describe.runIf(process.env["TANDEM_PICTURES"])("pictures", () => {
  let editor: Editor | undefined;

  afterEach(async () => {
    await editor?.close();
  });

  const start = async (theme: keyof typeof themes) => {
    const settings = { "workbench.colorTheme": themes[theme], "breadcrumbs.enabled": false };
    const opened = await openEditor({ files: project, settings });
    editor = opened;
    const { page } = opened;
    return {
      editor: opened,
      workbench: new Workbench(page),
      propose: (file: string, edits: readonly object[], reason: string) =>
        opened.agent().call("ide.editor.applyEdits", {
          files: [{ file: opened.path(file), edits }],
          review: "defer",
          reason,
        }),
      picture: async (path: string, clip: typeof top) => {
        await page.waitForTimeout(SETTLED_MS);
        await page.screenshot({ path: `${root}${path}.png`, clip });
      },
    };
  };

  it.each(["dark", "light"] as const)("of reviews, %s", async (theme) => {
    const { editor, workbench, propose, picture } = await start(theme);
    const { page } = editor;
    await workbench.open("main.ts");
    await propose("src/greet.ts", greet, "Greet as sailors do, and count each name once");
    await workbench.reviewOpens("ahoy");
    await propose("README.md", [{ startLine: 1, endLine: 1, newText: "# Port" }], "The harbour has a new name");
    await page.getByRole("tab", { name: /^Tandem/ }).click();
    if (theme === "dark") await picture("editors/vscode/media/beside", top);
    await workbench.tab("main.ts").hover();
    await workbench.tab("main.ts").locator('[aria-label^="Close"]').click();
    await workbench.tab(/ by /).click();
    await picture(theme === "dark" ? "editors/vscode/media/review" : "docs/vscode-review-light", top);
    await workbench.status.click();
    await picture(`docs/vscode-menu-${theme}`, { ...top, y: 0, height: 280 });
    await page.keyboard.press("Escape");
    await workbench.status.hover();
    await picture(`docs/vscode-hover-${theme}`, bottomRight);
  });

  it("of the first steps", async () => {
    const { editor, workbench, picture } = await start("dark");
    const { page } = editor;
    await page.keyboard.press("Control+Backquote");
    await page.locator(".terminal-wrapper.active .xterm-screen").click();
    await page.keyboard.type("PS1='$ '; clear\ntandem shell\n");
    await workbench.status.getByText("MCP: ● connected").waitFor();
    await page.waitForTimeout(SETTLED_MS);
    for (const line of ["/write hello.md", "Hello from an agent.", "."]) {
      await page.keyboard.type(`${line}\n`);
      await page.waitForTimeout(500);
    }
    await workbench.reviewOpens("Hello", "hello.md");
    await workbench.proposed.filter({ hasText: "Hello" }).click();
    await picture("editors/vscode/media/first-steps", { ...top, height: 870 });
  });

  it("of an inline review", async () => {
    const { editor, picture } = await start("dark");
    const { page } = editor;
    const client = await ClioClient.connect(Number(new URL(editor.file.urls.clio ?? "").port));
    const edits = [
      { range: within(1, 9, 25), oldText: '"hello, " + name', newText: '"ahoy, " + name.trim()' },
      { range: within(5, 9, 21), oldText: "names.length", newText: "new Set(names).size" },
    ];
    client.proposeDiff(editor.path("src/greet.ts"), edits, { description: "Greet as sailors do" });
    await new InlineReview(page).opens("ahoy");
    await page.locator(".view-line", { hasText: "export function greet" }).click();
    await picture("editors/vscode/media/inline", top);
    await client.close();
  });
});
