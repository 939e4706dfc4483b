/** Files that agents propose to make or to delete. */
import { describe, expect } from "vitest";
import { it } from "./helpers/scene.js";

const NEW = "src/deep/backoff.ts";
const TEXT = "export const base = 250;\nexport const cap = 5_000;\n";

describe("a proposed file", () => {
  it("is shown without being there, made on accept, and gone again on undo", async ({ developer, agent, window }) => {
    const answer = agent.call("ide.file.create", { file: window.path(NEW), text: TEXT, reason: "Wait longer" });
    await developer.page.locator(".tab.on", { hasText: "backoff.ts" }).waitFor();
    await developer.page.getByText("New file").first().waitFor();
    expect(await developer.hunk().locator(".cm-line").allTextContents()).toEqual([
      "export const base = 250;",
      "export const cap = 5_000;",
    ]);
    await expect(window.readDisk(NEW)).rejects.toThrow("ENOENT");
    await developer.button(/^Accept all/).click();
    expect(await answer).toMatchObject({ applied: true, review: { state: "accepted", kind: "create" } });
    expect(await window.readDisk(NEW)).toBe(TEXT);
    await developer.shows("backoff.ts");
    await expect.poll(() => developer.text()).toBe(TEXT);
    await developer.button("Undo the creation of backoff.ts").click();
    await developer.page.locator(".decided", { hasText: "undone" }).waitFor();
    await expect(window.readDisk(NEW)).rejects.toThrow("ENOENT");
    await expect.poll(() => developer.page.locator(".tab").count()).toBe(0);
  });

  it("leaves nothing behind on reject", async ({ developer, agent, window }) => {
    const answer = agent.call("ide.file.create", { file: window.path(NEW), text: TEXT });
    await developer.button("Reject all").click();
    expect(await answer).toMatchObject({ applied: false, review: { state: "rejected" } });
    await expect(window.readDisk(NEW)).rejects.toThrow("ENOENT");
    await expect.poll(() => developer.page.locator(".tab").count()).toBe(0);
  });
});

describe("a file to delete", () => {
  it("is shown as it would go, goes on accept, and comes back on undo", async ({ developer, agent, window }) => {
    const answer = agent.call("ide.file.delete", { file: window.path("src/other.ts"), reason: "Nobody needs it" });
    await developer.page.getByText("Deletes this file").waitFor();
    await developer.page.locator(".cm-line.cm-removed", { hasText: "other = 1" }).waitFor();
    expect(await window.readDisk("src/other.ts")).toContain("other = 1");
    await developer.button(/^Accept all/).click();
    expect(await answer).toMatchObject({ applied: true, review: { state: "accepted", kind: "delete" } });
    await expect(window.readDisk("src/other.ts")).rejects.toThrow("ENOENT");
    await expect.poll(() => developer.page.locator(".tab").count()).toBe(0);
    await developer.button("Undo the deletion of other.ts").click();
    await developer.page.locator(".decided", { hasText: "undone" }).waitFor();
    expect(await window.readDisk("src/other.ts")).toContain("other = 1");
  });

  it("stays on reject", async ({ developer, agent, window }) => {
    const answer = agent.call("ide.file.delete", { file: window.path("src/other.ts") });
    await developer.button("Reject all").click();
    expect(await answer).toMatchObject({ applied: false });
    expect(await window.readDisk("src/other.ts")).toContain("other = 1");
    await expect.poll(() => developer.text()).toContain("other = 1");
  });
});
