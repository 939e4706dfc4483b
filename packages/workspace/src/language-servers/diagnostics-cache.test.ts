import { describe, expect, it } from "vitest";
import { DiagnosticsCache, toDiagnostic } from "./diagnostics-cache.js";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 3 } };
const state = { wireVersion: 1, version: 1, generation: 1 };
const found = (message: string) => toDiagnostic("/a.ts", { range, message }, "typescript");

describe("DiagnosticsCache", () => {
  it("keeps what was pulled beside what was published, and says when it changed", () => {
    const cache = new DiagnosticsCache();
    expect(cache.store("/a.ts", "pulled", { ...state, diagnostics: [] })).toBe(false);
    expect(cache.store("/a.ts", "pulled", { ...state, diagnostics: [found("one")] })).toBe(true);
    expect(cache.store("/a.ts", "pulled", { ...state, version: 2, diagnostics: [found("one")] })).toBe(false);
    expect(cache.store("/a.ts", "published", { ...state, diagnostics: [found("two")] })).toBe(true);
    expect(cache.diagnostics("/a.ts").map(({ message }) => message)).toEqual(["one", "two"]);
    expect(cache.get("/a.ts", "pulled")?.version).toBe(2);
    cache.drop("/a.ts");
    expect(cache.diagnostics("/a.ts")).toEqual([]);
  });
});

describe("toDiagnostic", () => {
  it("fills in what a server leaves out", () => {
    const place = { file: "/a.ts", line: 1, column: 1, endLine: 1, endColumn: 4 };
    expect(found("x")).toEqual({ ...place, severity: "error", message: "x", source: "typescript" });
    expect(toDiagnostic("/a.ts", { range, message: "x", severity: 4, code: 7, source: "ts" }, "")).toEqual({
      ...place,
      severity: "hint",
      message: "x",
      code: "7",
      source: "ts",
    });
  });
});
