/** What the extension's README says for the first two minutes, done as a stranger would. */
import { readFile } from "node:fs/promises";
import { afterAll, expect, it } from "vitest";
import { type Editor, openEditor } from "./helpers/editor.js";
import { Workbench } from "./helpers/workbench.js";

const readme = new URL("../../editors/vscode/README.md", import.meta.url);
const TWO_MINUTES_MS = 120_000;

let editor: Editor | undefined;

afterAll(async () => {
  await editor?.close();
});

/** The lines that it says to type, in one block. */
async function typedLines(): Promise<readonly string[]> {
  const [, block = ""] = /```\n(\s*tandem shell\n[^`]*)```/.exec(await readFile(readme, "utf8")) ?? [];
  return block
    .trimEnd()
    .split("\n")
    .map((line) => line.trim());
}

it(
  "from nothing to an accepted change with the developer's own words takes less than two minutes",
  async () => {
    const started = performance.now();
    editor = await openEditor({ files: { "notes.txt": "one\n" } });
    const { page } = editor;
    const workbench = new Workbench(page);
    await workbench.status.getByText("MCP: ○ no agent").waitFor();

    await page.keyboard.press("Control+Backquote");
    await page.locator(".terminal-wrapper.active .xterm-screen").click();
    const [command = "", ...lines] = await typedLines();
    const type = async (line: string) => {
      await page.keyboard.type(line);
      await page.keyboard.press("Enter");
    };
    await type(command);
    await workbench.status.getByText("MCP: ● connected").waitFor();
    for (const line of lines) await type(line);

    await workbench.reviewOpens("Hello from an agent.", "hello.md");
    await workbench.proposed.filter({ hasText: "Hello from an agent." }).click();
    await page.keyboard.press("End");
    await page.keyboard.type(" And from me.");
    await workbench.decide("Accept Changes", "hello.md");

    const written = () => editor?.onDisk("hello.md").catch(() => "");
    await expect.poll(written).toBe("Hello from an agent. And from me.\n");
    expect(performance.now() - started).toBeLessThan(TWO_MINUTES_MS);
  },
  TWO_MINUTES_MS,
);
