import { expect, it } from "vitest";
import { fromEditor, fromServer } from "./diagnostic.js";

const range = { start: { line: 0, character: 4 }, end: { line: 1, character: 0 } };

it.each([
  ["a plain code", "no-undef", "no-undef"],
  ["a number", 2322, "2322"],
  ["a code with a link", { value: 2322, target: "https://example.org" }, "2322"],
])("a diagnostic of the editor with %s counts from 1", (_, code, expected) => {
  expect(fromEditor("/a.ts", { range, severity: 1, message: "No.", source: "lint", code })).toEqual({
    file: "/a.ts",
    line: 1,
    column: 5,
    endLine: 2,
    endColumn: 1,
    severity: "warning",
    message: "No.",
    code: expected,
    source: "lint",
  });
});

it("a diagnostic without code and source has an empty source and no code", () => {
  const found = fromEditor("/a.ts", { range, severity: 0, message: "No." });
  expect(found).toMatchObject({ severity: "error", source: "" });
  expect(found).not.toHaveProperty("code");
});

it("a diagnostic of TypeScript's server keeps its place", () => {
  const place = { start: { line: 2, offset: 7 }, end: { line: 2, offset: 12 } };
  expect(fromServer("/a.ts", { ...place, text: "No.", code: 2322, category: "error" })).toEqual({
    file: "/a.ts",
    line: 2,
    column: 7,
    endLine: 2,
    endColumn: 12,
    severity: "error",
    message: "No.",
    code: "2322",
    source: "ts",
  });
  expect(fromServer("/a.ts", { ...place, text: "Unused.", category: "suggestion" })).toMatchObject({
    severity: "hint",
  });
});
