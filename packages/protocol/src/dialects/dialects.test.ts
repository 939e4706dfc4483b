import { describe, expect, it } from "vitest";
import * as z from "zod";
import { claude, clio, listDialectTools, nexus3 } from "../index.js";

describe("the nexus3 dialect", () => {
  it("has the eleven tools", () => {
    expect(listDialectTools(nexus3.tools).map(({ name }) => name)).toEqual([
      "openDiff",
      "openFile",
      "getDiagnostics",
      "getCurrentSelection",
      "getLatestSelection",
      "getOpenEditors",
      "getWorkspaceFolders",
      "checkDocumentDirty",
      "saveDocument",
      "closeTab",
      "closeAllDiffTabs",
    ]);
  });

  it("lists what a tool takes, and what it must", () => {
    expect(listDialectTools(nexus3.tools)[1]?.inputSchema).toMatchObject({
      type: "object",
      properties: { filePath: { type: "string" }, preview: { type: "boolean" } },
      required: ["filePath"],
    });
  });

  it("says a value as text, and takes it from there", () => {
    const { getOpenEditors, getLatestSelection, openDiff } = nexus3.tools;
    const editors = [{ filePath: "/a.ts", isActive: true, isDirty: false, languageId: "typescript" }];
    expect(z.encode(getOpenEditors.text, editors)).toBe(JSON.stringify(editors));
    expect(z.decode(getOpenEditors.text, JSON.stringify(editors))).toEqual(editors);
    expect(z.decode(getLatestSelection.text, "null")).toBeNull();
    expect(openDiff.text.safeParse("NOT_FILE_SAVED").success).toBe(false);
    expect(getOpenEditors.text.safeParse("no JSON").success).toBe(false);
  });
});

describe("the claude dialect", () => {
  it("has the names that the client calls", () => {
    const names = listDialectTools(claude.tools).map(({ name }) => name);
    expect(names).toContain("close_tab");
    expect(names).not.toContain("executeCode");
    expect(names).toHaveLength(11);
  });

  it("has its words", () => {
    expect(claude.tools.closeAllDiffTabs.text.parse("CLOSED_2_DIFF_TABS")).toBe("CLOSED_2_DIFF_TABS");
    expect(z.encode(claude.tools.openFile.text, "Opened file: /a b.ts")).toBe("Opened file: /a b.ts");
    expect(z.decode(claude.tools.getCurrentSelection.text, '{"success":false,"message":"none"}')).toEqual({
      success: false,
      message: "none",
    });
  });
});

describe("the clio dialect", () => {
  const range = { start: { line: 5, character: 11 }, end: { line: 5, character: 17 } };

  it.each([
    { type: "connect", clientVersion: "0.1.0" },
    { type: "openDiff", file: "/f.py", before: "a", after: "b", description: "Fix" },
    { type: "proposeDiff", file: "/f.py", edits: [{ range, oldText: "a * b", newText: "a + b" }] },
    { type: "applyDiff", file: "/f.py", edits: [{ range, newText: "a + b" }], id: 7 },
    { type: "closeDiff", file: "/f.py" },
    { type: "status", message: "Processing request...", level: "info" },
  ])("knows what an agent says: $type", (message) => {
    expect(clio.agentMessageSchema.parse(message)).toEqual(message);
  });

  it.each([
    { type: "connected", serverVersion: "0.1.0", capabilities: ["diff", "apply", "status"] },
    { type: "diffAccepted", file: "/f.py", id: "x" },
    { type: "diffRejected", file: "/f.py" },
    { type: "error", message: "File not found", code: "FILE_NOT_FOUND" },
  ])("knows what a host says: $type", (message) => {
    expect(clio.hostMessageSchema.parse(message)).toEqual(message);
  });
});
