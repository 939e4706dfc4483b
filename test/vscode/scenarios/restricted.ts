/** A folder that the developer does not trust: agents read and propose, and nothing lands without a decision. */
import { expect, it } from "vitest";
import { project } from "../helpers/project.js";
import type { Scene } from "../helpers/scene.js";

const edit = { startLine: 2, endLine: 2, newText: '  return "ahoy, " + name;' };

/** The folder is in Restricted Mode, and the mode that the developer has chosen is trust. */
export function restrictedScenarios({ editor, agent, workbench }: Scene): void {
  const greet = () => agent().read("src/greet.ts");

  it("trust mode is not obeyed, and the status bar says so", async () => {
    await editor().page.getByText("Restricted Mode").first().waitFor();
    await workbench().status.and(editor().page.locator('[aria-label$="mode review"]')).waitFor();
    const answer = agent().edit("src/greet.ts", [edit]);
    await workbench().reviewOpens("ahoy");
    expect(await greet()).toBe(project["src/greet.ts"]);
    await workbench().decide("Reject Changes");
    expect(await answer).toMatchObject({ applied: false });
    await workbench().reviewCloses();
  });

  it("what the developer accepts lands", async () => {
    const answer = agent().edit("src/greet.ts", [edit]);
    await workbench().reviewOpens("ahoy");
    await workbench().decide("Accept Changes");
    expect(await answer).toMatchObject({ applied: true });
    expect(await greet()).toContain("ahoy");
  });

  it("once the folder is trusted, the chosen mode counts", async () => {
    await workbench().run("Workspaces: Manage Workspace Trust");
    await editor().page.getByRole("button", { name: "Trust", exact: true }).click();
    await workbench().status.and(editor().page.locator('[aria-label$="mode trust"]')).waitFor();
    expect(await agent().edit("README.md", [{ startLine: 1, endLine: 1, newText: "# Port" }])).toMatchObject({
      applied: true,
    });
  });
}
