/** What calls a developer who looks elsewhere. */
import { expect, it } from "vitest";
import type { Scene } from "../helpers/scene.js";

const edit = { startLine: 2, endLine: 2, newText: '  return "ahoy, " + name;' };

/** The mode is review, and nothing waits, before and after each of them. */
export function attentionScenarios({ editor, agent, workbench }: Scene): void {
  const toast = () => editor().page.locator(".notification-toast");

  it("a developer who is there is not called", async () => {
    const answer = agent().edit("src/greet.ts", [edit]);
    await workbench().reviewOpens("ahoy");
    expect(await toast().count()).toBe(0);
    await workbench().decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false });
    await workbench().reviewCloses();
  });

  it("a developer in another window is told of a review, and can only go there from the note", async () => {
    const { page } = editor();
    await workbench().open("notes.txt");
    const protocol = await page.context().newCDPSession(page);
    // Otherwise the browser lets every page believe that it has the focus.
    await protocol.send("Emulation.setFocusEmulationEnabled", { enabled: false });
    const elsewhere = await page.context().newPage();
    await elsewhere.bringToFront();
    await expect.poll(() => page.evaluate("document.hasFocus()")).toBe(false);
    // What the workbench answers comes after what it has said of its focus.
    await agent().call("ide.editor.goToLine", { file: editor().path("src/greet.ts"), line: 2 });
    const answer = agent().edit("src/greet.ts", [edit]);
    await toast().filter({ hasText: "Rower proposes a change of src/greet.ts." }).waitFor();
    await page.bringToFront();
    await protocol.send("Emulation.setFocusEmulationEnabled", { enabled: true });
    await elsewhere.close();
    expect(await toast().locator(".notification-list-item-buttons-container a").allTextContents()).toEqual(["Review"]);
    await toast().getByRole("button", { name: "Review" }).click();
    await page.locator(".monaco-diff-editor .editor.modified .monaco-editor.focused").waitFor();
    await workbench().reviewOpens("ahoy");
    await workbench().decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false });
    await workbench().reviewCloses();
  });
}
