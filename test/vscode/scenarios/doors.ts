/** The status bar and its menu: who is connected, what they did, and what the developer can do about it. */
import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import type { Scene } from "../helpers/scene.js";

/** The mode is review, and nothing waits, before and after each of them. */
export function doorScenarios({ editor, agent, workbench }: Scene): void {
  const status = () => workbench().status;
  /** Words that were not proposed before: an agent that was away is told what was decided about those. */
  const propose = async (words: string) => {
    const edit = { startLine: 2, endLine: 2, newText: `  return "${words}, " + name;` };
    const files = [{ file: editor().path("src/greet.ts"), edits: [edit] }];
    const { files: proposed } = await agent().call("ide.editor.applyEdits", { files, review: "defer" });
    const [{ review }] = proposed as [{ review: { id: string } }];
    await workbench().reviewOpens(words);
    return review.id;
  };

  it("the status bar tells on hover who is connected, since when, and what they did last", async () => {
    await agent().read("src/greet.ts");
    await status().getByText("MCP: ● connected").waitFor();
    const hover = editor().page.locator(".monaco-hover", { hasText: "Mode review: you decide every change" });
    await expect
      .poll(
        async () => {
          await editor().page.mouse.move(700, 300);
          await status().hover();
          return hover.textContent({ timeout: 2000 }).catch(() => "");
        },
        { timeout: 15_000 },
      )
      .toMatch(/Rower\s1\.0\.0\s\(oxide\),\ssince\s\d\d:\d\d:\d\d,\s\d+\scalls?,\slast\side\.editor\.getContent\sat/);
    await editor().page.mouse.move(700, 300);
  });

  it("the menu copies the address", async () => {
    await workbench().menu("Copy the MCP address");
    const copied = () => editor().page.evaluate("navigator.clipboard.readText()");
    await expect.poll(copied).toBe(editor().file.urls.mcp);
  });

  it("the menu shows the activity log", async () => {
    await workbench().menu("Show the activity log");
    const shown = editor().page.locator(".part.panel .title-actions select");
    await expect.poll(() => shown.inputValue()).toBe("Tandem");
    await workbench().run("View: Hide Panel");
  });

  it("an agent that is sent away is gone, and what it proposed waits on", async () => {
    const id = await propose("farewell");
    await workbench().menu("Disconnect an agent");
    await workbench().choose("Rower");
    await status().getByText("MCP: ○ no agent").waitFor();
    await workbench().decide("Reject Changes");
    expect(await agent().call("ide.review.wait", { id })).toMatchObject({ review: { state: "rejected" } });
  });

  it("after Stop Everything Now nobody gets in and nothing is shown; what waited comes back with the doors", async () => {
    const id = await propose("welcome");
    const { urls } = editor().file;
    await workbench().menu("Stop everything now");
    await status().getByText("MCP: stopped").waitFor();
    await workbench().reviewCloses();
    expect(await readdir(join(editor().home, ".nexus3/ide"))).toEqual([]);
    await expect(agent().read("src/greet.ts")).rejects.toMatchObject({ code: "CONNECTION_LOST" });
    await editor().comesBack(() => workbench().menu("Open the doors again"));
    expect(editor().file.urls).toEqual(urls);
    await workbench().reviewOpens("welcome");
    await workbench().decide("Reject Changes");
    expect(await agent().call("ide.review.wait", { id })).toMatchObject({ review: { state: "rejected" } });
    await workbench().reviewCloses();
  });

  it("the tandem command is installed from the palette", async () => {
    await workbench().run("Install the tandem Command on the PATH");
    await editor().page.locator(".notification-toast", { hasText: "The tandem command is in" }).waitFor();
    const { home, tandemHome } = editor();
    const tandem = (...args: readonly string[]) =>
      promisify(execFile)(join(home, ".local/bin/tandem"), args, { env: { HOME: home, TANDEM_HOME: tandemHome } });
    expect((await tandem("--version")).stdout).toBe("0.1.0\n");
    expect((await tandem("status")).stdout).toContain(editor().file.urls.mcp);
    await expect(tandem(home)).rejects.toMatchObject({ code: 2, stderr: expect.stringContaining("open") });
    await workbench().run("Notifications: Clear All Notifications");
  });
}
