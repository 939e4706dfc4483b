/** What the developer sees of agents that act without asking. */
import { describe, expect } from "vitest";
import { it } from "./helpers/scene.js";
import { cites } from "./requirements.js";

const FILE = "src/greet.ts";

it(cites("ux:status-bar"), async ({ developer, agent }) => {
  await developer.page.getByText("MCP: ○ no agent").waitFor();
  await agent.read(FILE);
  await developer.page.getByText("MCP: ● connected").waitFor();
});

describe("trust", () => {
  it(cites("editor.replaceRange:highlight"), async ({ developer, agent }) => {
    await developer.open("greet.ts");
    await developer.button("Mode: review").click();
    await developer.page.getByRole("radio", { name: "trust" }).check();
    await developer.button("Mode: trust").waitFor();
    await developer.page.keyboard.press("Escape");
    const outcome = await agent.replace(FILE, { startLine: 2, endLine: 2, newText: "  return name;" });
    expect(outcome).toMatchObject({ applied: true, newRange: { startLine: 2, endLine: 2 } });
    await developer.page.locator(".cm-flash[data-agent]", { hasText: "return name;" }).waitFor();
    expect(await developer.hunk().count()).toBe(0);
    expect(await agent.read(FILE)).toContain("{\n  return name;\n}");
  });
});

describe("an agent that points at a line", () => {
  const pointing = (file: string, line: number) => ["ide.editor.goToLine", { file, line }] as const;

  it(cites("editor.goToLine:highlight"), async ({ developer, agent, window }) => {
    await developer.open("README.md");
    expect(await agent.call(...pointing(window.path(FILE), 5))).toMatchObject({ line: 5, moved: true });
    await developer.shows("greet.ts");
    await developer.page.locator(".cm-flash[data-agent]", { hasText: "export function count" }).waitFor();
  });

  it(cites("editor.goToLine:typing"), async ({ developer, agent, window }) => {
    await developer.open("other.ts");
    await developer.open("greet.ts");
    await developer.typeAfter("last = true", " // on");
    const place = developer.page.getByText("Ln 9, Col 32");
    await place.waitFor();
    expect(await agent.call(...pointing(window.path(FILE), 1))).toMatchObject({ moved: false });
    await developer.page.locator(".cm-flash", { hasText: "export function greet" }).waitFor();
    await developer.page.keyboard.type("e");
    expect(await agent.call(...pointing(window.path("src/other.ts"), 1))).toMatchObject({ moved: false });
    await developer.page.locator(".tab:not(.on) .dot").waitFor();
    await developer.page.keyboard.type(" line");
    expect(await developer.page.locator(".tab.on").textContent()).toContain("greet.ts");
    await expect.poll(() => agent.read(FILE)).toContain("last = true; // one line\n");
  });

  it("leaves a developer who writes a comment where they are; elsewhere and back, the comment is still there", async ({
    developer,
    agent,
    window,
  }) => {
    await developer.open("other.ts");
    await developer.open("greet.ts");
    const answer = agent.replace(FILE, { startLine: 2, endLine: 2, newText: "  return name;" });
    await developer.onHunk("Comment").click();
    await developer.page.keyboard.type("Why");
    await agent.call(...pointing(window.path("src/other.ts"), 1));
    await developer.page.locator(".tab:not(.on) .dot").waitFor();
    await developer.page.keyboard.type(" so?");
    await developer.page.locator(".tab", { hasText: "other.ts" }).click();
    await developer.shows("other.ts");
    await developer.page.locator(".tab", { hasText: "greet.ts" }).click();
    await developer.shows("greet.ts");
    const box = developer.page.getByRole("textbox", { name: "Comment on this hunk" });
    await expect.poll(() => box.inputValue()).toBe("Why so?");
    expect(await box.evaluate((element) => element.matches(":focus"))).toBe(false);
    await developer.button("Keep comment").click();
    await developer.onHunk("Reject").click();
    expect((await answer).review?.hunks[0]).toMatchObject({ comment: "Why so?" });
  });
});
