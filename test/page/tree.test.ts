/** Files in the tree, and tabs. */
import { execFileSync } from "node:child_process";
import { describe, expect } from "vitest";
import { it } from "./helpers/scene.js";

describe("the tree", () => {
  it("makes, renames and deletes files by the keyboard alone", async ({ developer, window }) => {
    const { keyboard } = developer.page;
    await developer.row("src").waitFor();
    await developer.tree.focus();
    await keyboard.press("Home");
    await keyboard.press("ArrowRight");
    await developer.row("greet.ts").waitFor();
    await developer.button("New file").first().press("Enter");
    await keyboard.type("deep/made.ts");
    await keyboard.press("Enter");
    await developer.shows("made.ts");
    expect(await window.readDisk("src/deep/made.ts")).toBe("");
    await developer.tree.focus();
    await developer.row("greet.ts").waitFor();
    await keyboard.press("End");
    await keyboard.press("F2");
    await keyboard.type("LIESMICH");
    await keyboard.press("Enter");
    await developer.row("LIESMICH.md").waitFor();
    expect(await window.readDisk("LIESMICH.md")).toBe("# Harbour\n");
    await keyboard.press("Delete");
    await developer.page.getByText("Delete LIESMICH.md?").waitFor();
    await keyboard.press("Tab");
    await keyboard.press("Enter");
    await expect.poll(() => developer.row("LIESMICH.md").count()).toBe(0);
    await expect(window.readDisk("LIESMICH.md")).rejects.toThrow("ENOENT");
  });

  it("does the same by the mouse", async ({ developer, window }) => {
    await developer.row("src").click();
    await developer.row("greet.ts").hover();
    await developer.row("greet.ts").locator("[aria-label='New file beside greet.ts']").click();
    await developer.page.keyboard.type("made.ts");
    await developer.page.keyboard.press("Enter");
    await developer.shows("made.ts");
    await developer.row("made.ts").hover();
    await developer.row("made.ts").locator("[aria-label='Rename made.ts']").click();
    await developer.page.keyboard.type("moved");
    await developer.page.keyboard.press("Enter");
    await developer.shows("moved.ts");
    await developer.row("moved.ts").hover();
    await developer.row("moved.ts").locator("[aria-label='Delete moved.ts']").click();
    await developer.button("Delete").last().click();
    await expect.poll(() => developer.page.locator(".tab").count()).toBe(0);
    await expect(window.readDisk("src/moved.ts")).rejects.toThrow("ENOENT");
  });

  it("is as it was after a reload, and follows the disk", async ({ developer, window }) => {
    await developer.row("src").click();
    await developer.row("greet.ts").waitFor();
    await developer.page.reload();
    await developer.row("greet.ts").waitFor();
    await window.writeDisk("src/later.ts", "");
    await developer.row("later.ts").waitFor();
  });

  it("shows what git says, and what it ignores dimly", async ({ developer, window }) => {
    execFileSync("git", ["init", "-q", window.path(".")]);
    await window.writeDisk(".gitignore", "*.log\n");
    await window.writeDisk("out.log", "");
    await expect.poll(() => developer.row("README.md").locator(".mark").textContent()).toBe("U");
    await expect.poll(() => developer.row("out.log").getAttribute("class")).toContain("dim");
  });
});

describe("a tab", () => {
  it("is a preview until it is double-clicked, edited or kept", async ({ developer }) => {
    await developer.row("src").click();
    await developer.row("greet.ts").click();
    await developer.shows("greet.ts");
    await developer.page.locator(".tab.on.preview").waitFor();
    await developer.row("other.ts").click();
    await developer.shows("other.ts");
    await expect.poll(() => developer.tabs()).toEqual(["other.ts"]);
    await developer.row("README.md").dblclick();
    await developer.shows("README.md");
    await expect.poll(() => developer.tabs()).toEqual(["README.md"]);
    expect(await developer.page.locator(".tab.preview").count()).toBe(0);
    await developer.row("greet.ts").click();
    await developer.shows("greet.ts");
    await expect.poll(() => developer.tabs()).toEqual(["README.md", "greet.ts"]);
    await developer.typeAfter("last = true", " // kept");
    await expect.poll(() => developer.page.locator(".tab.preview").count()).toBe(0);
  });

  it("with unsaved text asks before it closes", async ({ developer, window }) => {
    await developer.open("other.ts");
    await developer.typeAfter("other = 1", " // mine");
    await developer.page.locator(".tab.on.dirty").waitFor();
    await developer.page.keyboard.press("Alt+KeyW");
    await developer.button("Cancel").click();
    await developer.shows("other.ts");
    await developer.page.keyboard.press("Alt+KeyW");
    await developer.button("Save").click();
    await expect.poll(() => developer.tabs()).toEqual([]);
    expect(await window.readDisk("src/other.ts")).toContain("// mine");
    await developer.open("other.ts");
    await developer.typeAfter("other = 1", " // again");
    await developer.page.locator(".tab.on.dirty").waitFor();
    await developer.page.keyboard.press("Alt+KeyW");
    await developer.button("Discard").click();
    await expect.poll(() => developer.tabs()).toEqual([]);
    expect(await window.readDisk("src/other.ts")).not.toContain("again");
  });
});
