import { describe, expect, it } from "vitest";
import * as z from "zod";
import { commonErrors, errorTable } from "../errors.js";
import { jsonSchemas } from "../json-schema.js";
import { underscoredName } from "../tool.js";
import { findTool, tools } from "./index.js";

const phase1 = [
  "ide.editor.getOpenFile",
  "ide.editor.getOpenFiles",
  "ide.editor.getContent",
  "ide.editor.goToLine",
  "ide.editor.replaceRange",
  "ide.diagnostics.list",
  "ide.symbols.search",
  "ide.file.list",
];

describe("the tool table", () => {
  it("holds the eight tools of phase 1", () => {
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(phase1));
  });

  it("has names that stay apart without dots and without case", () => {
    const names = tools.map(({ name }) => underscoredName(name).toLowerCase());
    expect(new Set(names).size).toBe(tools.length);
    expect(Math.max(...names.map((name) => name.length))).toBeLessThanOrEqual(40);
  });

  it("finds a tool under both spellings and nothing under an inherited name", () => {
    expect(findTool("ide.editor.save")?.name).toBe("ide.editor.save");
    expect(findTool("ide_editor_save")?.name).toBe("ide.editor.save");
    for (const name of ["__proto__", "constructor", "toString", ""]) expect(findTool(name)).toBeUndefined();
  });

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "describes %s for a model in under 600 characters",
    (_, tool) => {
      expect(tool.description.length).toBeGreaterThan(60);
      expect(tool.description.length).toBeLessThan(600);
      expect(tool.name.startsWith(`ide.${tool.noun}.`)).toBe(true);
    },
  );

  it.each(tools.map((tool) => [tool.name, tool] as const))(
    "gives %s schemas that JSON Schema can express",
    (_, tool) => {
      const { input, output } = jsonSchemas(tool);
      expect(input.type).toBe("object");
      expect(input["additionalProperties"]).toBe(false);
      expect(output.type).toBe("object");
    },
  );

  it("names no error twice and none that every tool has", () => {
    for (const { errors } of tools) {
      expect(new Set(errors).size).toBe(errors.length);
      expect(errors.filter((code) => commonErrors.includes(code))).toEqual([]);
    }
  });

  it("refuses keys that are not in the schema", () => {
    const result = findTool("ide.editor.getContent")?.input.safeParse({ file: "/a", lines: 3 });
    expect(z.prettifyError(result?.error as z.ZodError)).toContain("lines");
  });
});

it("every error says what it means and what to do next", () => {
  for (const { meaning, hint } of Object.values(errorTable)) {
    expect(meaning).toMatch(/\.$/);
    expect(hint).toMatch(/\.$/);
  }
});
