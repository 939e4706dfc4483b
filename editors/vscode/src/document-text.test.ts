import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesBetween, DocumentText, difference } from "./document-text.js";

const lines = fc.array(fc.constantFrom("a", "b", "", "å𝄞"), { maxLength: 12 }).map((all) => all.join("\n"));

describe("a document's text", () => {
  it("has the same lines whatever ends them", () => {
    const text = DocumentText.of("a\r\nb\rc\n");
    expect(text.toString()).toBe("a\nb\nc\n");
    expect(text.lines).toBe(4);
    expect(text.line(2)).toEqual({ from: 2, to: 3, text: "b" });
    expect(() => text.line(5)).toThrow(RangeError);
  });

  it("finds a position for every offset, and back", () => {
    fc.assert(
      fc.property(lines, (raw) => {
        const text = DocumentText.of(raw);
        for (let offset = 0; offset <= text.length; offset++) {
          expect(text.offsetAt(text.positionAt(offset))).toBe(offset);
        }
      }),
    );
  });

  it("takes positions past an end for that end", () => {
    const text = DocumentText.of("ab\nc");
    expect(text.offsetAt({ line: 0, character: 9 })).toBe(2);
    expect(text.offsetAt({ line: 9, character: 0 })).toBe(4);
  });
});

describe("the difference of two texts", () => {
  it("leads from one to the other", () => {
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const old = DocumentText.of(before);
        expect(old.changed(difference(old, DocumentText.of(after))).toString()).toBe(after);
      }),
    );
  });
});

describe("changes that VS Code tells of", () => {
  const before = DocumentText.of("one\ntwo\nthree\n");
  const at = (line: number, start: number, end: number, text: string) => ({
    range: { start: { line, character: start }, end: { line, character: end } },
    text,
  });

  it("come last to first and are taken in order", () => {
    const after = DocumentText.of("ONE\ntwo\nTHREE\n");
    expect(changesBetween(before, after, [at(2, 0, 5, "THREE"), at(0, 0, 3, "ONE")])).toEqual([
      { from: 0, to: 3, insert: "ONE" },
      { from: 8, to: 13, insert: "THREE" },
    ]);
  });

  it("are not believed where they do not lead to the text", () => {
    const after = DocumentText.of("one\n2\nthree\n");
    expect(changesBetween(before, after, [at(0, 0, 3, "ONE")])).toEqual([{ from: 4, to: 7, insert: "2" }]);
  });
});
