import { describe, expect } from "vitest";
import { it } from "./testing/scene-test.js";

describe("pages are told", () => {
  it("what an agent says, with its level and its colour", async ({ scene, page, agentOf }) => {
    const by = agentOf("Clio");
    scene.view.say({ message: "Processing request…", level: "warning", by });
    expect(page.last("said")?.saying).toEqual({
      agent: { id: by.id, name: "Clio", colour: by.colour, connected: true },
      message: "Processing request…",
      level: "warning",
    });
  });

  it("what an agent wants selected", async ({ scene, page, open, agentOf }) => {
    const { file } = await open("a.txt");
    const document = scene.documents.get(file);
    if (!document) throw new Error("not open");
    const select = { start: { line: 1, column: 2 }, end: { line: 2, column: 1 } };
    scene.view.show(document, 1, agentOf(), select);
    expect(page.last("effect")?.effect).toMatchObject({ file, kind: "reveal", startLine: 1, endLine: 2, select });
  });
});
