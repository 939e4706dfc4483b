/** The editor: what a developer expects of one. */
import { writeFile } from "node:fs/promises";
import { describe, expect } from "vitest";
import { it } from "./helpers/scene.js";

const FILE = "src/greet.ts";

describe("in the text", () => {
  it("words are found and replaced", async ({ developer, agent }) => {
    await developer.open("greet.ts");
    await developer.row("src").click();
    await developer.page.keyboard.press("Control+KeyF");
    await developer.page.keyboard.type("return");
    await expect.poll(() => developer.page.locator(".cm-searchMatch").count()).toBe(2);
    await developer.page.getByPlaceholder("Replace").fill("yield");
    await developer.page.getByRole("button", { name: "replace all" }).click();
    await expect.poll(() => agent.read(FILE)).toContain("  yield names.length;");
    await developer.page.keyboard.press("Escape");
    await expect.poll(() => developer.page.locator(".cm-search").count()).toBe(0);
  });

  it("a line is gone to by its number", async ({ developer }) => {
    await developer.open("greet.ts");
    await developer.page.keyboard.press("Control+KeyG");
    await developer.page.getByLabel("Go to line").fill("6");
    await developer.page.keyboard.press("Enter");
    await developer.page.getByText("Ln 6, Col 1").waitFor();
    expect(await developer.focus()).toBe("text");
  });

  it("functions fold and unfold", async ({ developer }) => {
    await developer.open("greet.ts");
    await developer.line("return names").waitFor();
    await developer.page.locator(".cm-foldGutter [title=Fold]").last().click({ force: true });
    await expect.poll(() => developer.line("return names").count()).toBe(0);
    await developer.page.locator(".cm-foldPlaceholder").click();
    await developer.line("return names").waitFor();
  });

  it("several cursors type at once", async ({ developer, agent }) => {
    await developer.open("greet.ts");
    await developer.page.keyboard.press("Control+Home");
    await developer.page.keyboard.press("Control+KeyD");
    await developer.page.keyboard.press("Control+KeyD");
    await developer.page.keyboard.type("public");
    await expect.poll(() => agent.read(FILE)).toMatch(/^public function greet[\s\S]*\npublic function count/);
  });

  it("undo takes back what the developer typed, not what an agent did", async ({ developer, agent }) => {
    await developer.open("greet.ts");
    await developer.typeAfter("last = true", " // mine");
    const answer = agent.replace(FILE, { startLine: 2, endLine: 2, newText: "  return name;" });
    await developer.button(/^Accept all/).click();
    await answer;
    await developer.line("last = true").click();
    await developer.page.keyboard.press("Control+KeyZ");
    await expect.poll(() => agent.read(FILE)).not.toContain("mine");
    expect(await agent.read(FILE)).toContain("  return name;");
  });
});

describe("problems", () => {
  it("are underlined, explained on hover, listed, and gone to", async ({ developer }) => {
    await developer.open("greet.ts");
    await developer.typeAfter("return names.length", " nonsense();");
    await developer.page.locator(".cm-lintRange-error").first().hover();
    await developer.page.locator(".cm-diagnostic-error", { hasText: "nonsense" }).waitFor();
    await developer.page.keyboard.press("Control+Home");
    await developer.page.keyboard.press("Control+Shift+KeyM");
    await developer.page.getByRole("tabpanel", { name: "Problems" }).locator(".row").first().click();
    await developer.page.getByText(/Ln 6, Col/).waitFor();
    expect(await developer.focus()).toBe("text");
  });
});

describe("the status bar", () => {
  it("shows the line endings and the encoding", async ({ developer, window }) => {
    await window.writeDisk("windows.txt", "a\r\nb\r\n");
    await writeFile(window.path("old.txt"), Buffer.from([0x63, 0x61, 0x66, 0xe9, 0x0a]));
    await developer.open("windows.txt");
    await developer.page.locator("footer").getByText("CRLF").waitFor();
    await developer.open("old.txt");
    await developer.page.locator("footer").getByText("Latin-1").waitFor();
    await expect.poll(() => developer.text()).toBe("café\n");
  });
});

describe("a file of 100,000 lines", () => {
  it("is opened, edited at its end and reviewed", async ({ developer, agent, window }) => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `line ${index + 1}`);
    await window.writeDisk("long.txt", `${lines.join("\n")}\n`);
    await developer.open("long.txt");
    await developer.page.keyboard.press("Control+End");
    await developer.page.keyboard.type("the end");
    const answer = agent.replace("long.txt", { startLine: 50_000, endLine: 50_000, newText: "half" });
    await developer.canDecide();
    await developer.page.keyboard.press("F7");
    await developer.onHunk("Accept").click();
    expect(await answer).toMatchObject({ applied: true, newRange: { startLine: 50_000, endLine: 50_000 } });
    await developer.line("half").waitFor();
    expect(await agent.read("long.txt").then((text) => text.endsWith("line 100000\nthe end"))).toBe(true);
  });
});
