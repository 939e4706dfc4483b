import { describe, expect, it } from "vitest";
import { renderDiff } from "./unified-diff.js";

const plain = { color: false, columns: 20 };
const rule = "─".repeat(20);

describe("a diff in the terminal", () => {
  it("has line numbers of both sides, three lines around, and gaps", () => {
    const lines = Array.from({ length: 30 }, (_, i) => `line ${i + 1}\n`);
    const before = lines.join("");
    const after = before.replace("line 5\n", "line five\n").replace("line 20\n", "");
    expect(renderDiff({ name: "src/a.txt", before, after }, plain)).toBe(
      [
        " src/a.txt  +1 −2",
        rule,
        "   2   2 │ line 2",
        "   3   3 │ line 3",
        "   4   4 │ line 4",
        "   5     │-line 5",
        "       5 │+line five",
        "   6   6 │ line 6",
        "   7   7 │ line 7",
        "   8   8 │ line 8",
        "         │ ⋮",
        "  17  17 │ line 17",
        "  18  18 │ line 18",
        "  19  19 │ line 19",
        "  20     │-line 20",
        "  21  20 │ line 21",
        "  22  21 │ line 22",
        "  23  22 │ line 23",
        rule,
        "",
      ].join("\n"),
    );
  });

  it("says what is new, and where no newline ends it", () => {
    expect(renderDiff({ name: "a", before: null, after: "x" }, plain)).toBe(
      [" a  new file  +1 −0", rule, "       1 │+x", "         │ no newline at the end", rule, ""].join("\n"),
    );
  });

  it("marks within a line what differs, in colour", () => {
    const shown = renderDiff(
      { name: "a", before: "let x = 1;\n", after: "let x = 2;\n" },
      { color: true, columns: 20 },
    );
    expect(shown).toContain("\u001b[31m-let x = \u001b[0m\u001b[31m\u001b[7m1\u001b[0m\u001b[0m\u001b[31m;\u001b[0m");
    expect(shown).toContain("\u001b[32m+let x = \u001b[0m\u001b[32m\u001b[7m2\u001b[0m\u001b[0m\u001b[32m;\u001b[0m");
  });

  it("shows what is hidden, and lets nothing steer the terminal", () => {
    const after = "a\u001b]52;c;x\u0007\u202eb\u200b\u009bc\n";
    const shown = renderDiff({ name: "x\u001b[2J\ny", before: "", after }, plain);
    expect(shown).toContain("+a␛]52;c;x␇<U+202E>b<U+200B><U+009B>c");
    expect(shown).toContain("x␛[2J␊y");
    expect(shown).not.toMatch(/[^\P{Cc}\n]/u);
  });

  it("shows carriage returns only where they differ", () => {
    expect(renderDiff({ name: "a", before: "a\r\n", after: "b\r\n" }, plain)).not.toContain("␍");
    expect(renderDiff({ name: "a", before: "a\r\n", after: "a\n" }, plain)).toContain("-a␍");
  });

  it("is bounded", () => {
    const many = Array.from({ length: 3000 }, (_, i) => `${i}\n`).join("");
    const shown = renderDiff({ name: "a", before: "", after: many }, plain);
    expect(shown).toContain("… 2000 more lines are not shown");
    expect(renderDiff({ name: "a", before: "", after: "x".repeat(3000) }, plain)).toContain("… 1000 more characters");
    const noise = (seed: number) => Array.from({ length: 60_000 }, (_, i) => `${(i * seed) % 65_537}\n`).join("");
    expect(renderDiff({ name: "a", before: noise(3), after: noise(7) }, plain)).toMatch(
      /too large to compare|more lines/,
    );
  });
});
