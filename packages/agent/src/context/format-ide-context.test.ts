import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Diagnostic, EditorInfo } from "../connection/values.js";
import { formatIdeContext } from "./format-ide-context.js";

const tab = (filePath: string): EditorInfo => ({ filePath, isActive: false, isDirty: false });
const found = (filePath: string, line: number, message: string, severity: Diagnostic["severity"] = "error") => ({
  filePath,
  line,
  message,
  severity,
});

describe("the context", () => {
  it("is the document's example, byte for byte", () => {
    const context = formatIdeContext({
      ideName: "VS Code",
      openEditors: ["main.py", "utils.py", "test_main.py"].map((name) => tab(`/home/user/project/${name}`)),
      diagnostics: [
        found("/p/main.py", 42, "Undefined variable 'foo'"),
        found("/p/utils.py", 17, "Missing return type annotation"),
        ...[1, 2, 3].map((line) => found("/p/utils.py", line, "unused", "warning")),
        found("/p/utils.py", 9, "a hint", "hint"),
      ],
    });
    expect(context).toBe(
      [
        "IDE connected: VS Code",
        "  Open tabs: main.py, utils.py, test_main.py",
        "  Diagnostics: 2 errors, 3 warnings",
        "    main.py:42: Undefined variable 'foo'",
        "    utils.py:17: Missing return type annotation",
      ].join("\n"),
    );
  });

  it("is null when there is nothing to tell", () => {
    expect(formatIdeContext({ ideName: "VS Code" })).toBeNull();
    expect(formatIdeContext({ ideName: "VS Code", openEditors: [], diagnostics: [] })).toBeNull();
    expect(formatIdeContext({ ideName: "VS Code", diagnostics: [found("/a", 1, "x", "info")] })).toBeNull();
    expect(
      formatIdeContext({
        ideName: "VS Code",
        openEditors: [tab("/a")],
        diagnostics: [found("/a", 1, "x")],
        injectDiagnostics: false,
        injectOpenEditors: false,
      }),
    ).toBeNull();
  });

  it("leaves out what is not wanted", () => {
    const known = { ideName: "E", openEditors: [tab("/a.py")], diagnostics: [found("/a.py", 1, "x")] };
    expect(formatIdeContext({ ...known, injectDiagnostics: false })).toBe("IDE connected: E\n  Open tabs: a.py");
    expect(formatIdeContext({ ...known, injectOpenEditors: false })).toBe(
      "IDE connected: E\n  Diagnostics: 1 errors\n    a.py:1: x",
    );
  });

  it("names ten tabs at most, and as many errors as asked for", () => {
    const context = formatIdeContext({
      ideName: "E",
      openEditors: Array.from({ length: 12 }, (_, i) => tab(`/${i}`)),
      diagnostics: Array.from({ length: 60 }, (_, i) => found("/f", i + 1, "x")),
      maxDiagnostics: 2,
    });
    expect(context).toContain("  Open tabs: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9\n");
    expect(context?.split("\n")).toHaveLength(5);
    expect(context).toContain("60 errors");
  });

  it("has 800 characters at most, and says that there was more", () => {
    const context = formatIdeContext({
      ideName: "E",
      diagnostics: Array.from({ length: 50 }, (_, i) => found("/f.py", i + 1, "🙂".repeat(20))),
    });
    expect(Array.from(context ?? "")).toHaveLength(800);
    expect(context?.endsWith("...")).toBe(true);
  });

  it("is never steered by what it quotes", () => {
    const steering = [
      "\n",
      "\r",
      "\t",
      "\u001b[31m",
      "\u0007",
      "\u0085",
      "\u2028",
      "\u202e",
      "\u2066",
      "\u200b",
      "\u{e0041}",
    ];
    const unit = fc.constantFrom("a", " ", "/", "🙂", "\ud800", "\udfff", ...steering);
    const text = fc.string({ unit, maxLength: 300 });
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 5 }), (name, messages) => {
        const context = formatIdeContext({
          ideName: name,
          openEditors: [tab(`/${name}`)],
          diagnostics: messages.map((message) => found(`/x${message}`, 1, message)),
        });
        expect(Array.from(context ?? "").length).toBeLessThanOrEqual(800);
        expect((context ?? "").split("\n").length).toBeLessThanOrEqual(3 + messages.length);
        expect(context).not.toMatch(/[\p{Cs}\p{Cf}]|[^\P{Cc}\n]/u);
      }),
      { numRuns: 100 },
    );
  });
});
