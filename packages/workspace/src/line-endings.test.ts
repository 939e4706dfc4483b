import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineEndings } from "./line-endings.js";

const withLf = (raw: string) => raw.replace(/\r\n?/g, "\n");

describe("LineEndings", () => {
  it.each([
    ["", "\n"],
    ["a", "\n"],
    ["a\nb\n", "\n"],
    ["a\r\nb\r\n", "\r\n"],
    ["a\rb\r", "\r"],
    ["a\r\nb\r\nc\n", "\r\n"],
    ["a\r\nb\n", "\n"],
    ["\r\r\n", "\r\n"],
  ])("finds the dominant ending of %j", (raw, dominant) => {
    expect(LineEndings.of(raw).dominant).toBe(dominant);
  });

  it("gives every line its own ending back", () => {
    const raw = "a\nb\r\nc\rd\r\r\n\n\r\ne";
    expect(LineEndings.of(raw).applyTo(withLf(raw))).toBe(raw);
  });

  it.each([
    ["replaces a line", [1, 1, 1], "a\nX\nc\nd", "a\rX\nc\r\nd"],
    ["keeps the first endings when lines go", [0, 2, 1], "a\nc\nd", "a\rc\r\nd"],
    ["gives further lines the dominant ending", [1, 1, 3], "a\nX\nY\nZ\nc\nd", "a\rX\nY\nZ\nc\r\nd"],
    ["inserts at the start", [0, 0, 1], "X\na\nb\nc\nd", "X\na\rb\nc\r\nd"],
    ["appends at the end", [3, 0, 1], "a\nb\nc\nd\n", "a\rb\nc\r\nd\n"],
    ["removes everything", [0, 3, 0], "d", "d"],
  ] as const)("%s", (_, [start, removed, inserted], text, raw) => {
    expect(LineEndings.of("a\rb\nc\r\nd").changed(start, removed, inserted).applyTo(text)).toBe(raw);
  });

  it("keeps a file of one kind of that kind", () => {
    const endings = LineEndings.of("a\r\nb\r\n");
    expect(endings.changed(0, 1, 5)).toBe(endings);
    expect(endings.changed(0, 2, 0).applyTo("x\ny")).toBe("x\r\ny");
  });

  it.each([
    ["", "n"],
    ["a\r\nb\r\n", "w"],
    ["a\r", "r"],
    ["a\r\nb\r\nc\n", "w:2wn"],
    [`${"a\n".repeat(1000)}\r`, "n:1000nr"],
  ])("are short as JSON: %j", (raw, json) => {
    expect(LineEndings.of(raw).toJSON()).toBe(json);
    expect(LineEndings.fromJSON(json).applyTo(withLf(raw))).toBe(raw);
    expect(LineEndings.fromJSON(json).toJSON()).toBe(json);
  });

  it("outlast JSON when all mixed lines are gone", () => {
    const emptied = LineEndings.of("a\r\nb\n\n").changed(0, 3, 0);
    expect(LineEndings.fromJSON(emptied.toJSON()).changed(0, 0, 1).applyTo("a\nb")).toBe("a\nb");
  });

  it.each(["", "x", "n:", "nw", "n:2", "n:x", "n:1n\n", ":n"].filter((json) => json !== "n:"))(
    "are not made of %j",
    (json) => {
      expect(() => LineEndings.fromJSON(json)).toThrow(SyntaxError);
    },
  );

  it("refuses a splice or a text that does not fit", () => {
    const endings = LineEndings.of("a\nb\r\n");
    expect(() => endings.changed(1, 2, 0)).toThrow(RangeError);
    expect(() => endings.changed(-1, 0, 0)).toThrow(RangeError);
    expect(() => endings.applyTo("a\n")).toThrow(RangeError);
  });

  it("leaves the endings of untouched lines alone, whatever changes", () => {
    const line = fc.record({
      text: fc.string({ maxLength: 3, unit: "grapheme-ascii" }),
      ending: fc.constantFrom("\n", "\r\n", "\r"),
    });
    const lines = fc.array(line, { maxLength: 20 });
    fc.assert(
      fc.property(lines, lines, lines, fc.nat(20), (before, removed, after, inserted) => {
        const rawOf = (some: typeof before) => some.map(({ text, ending }) => `${text}.${ending}`).join("");
        const endings = LineEndings.of(rawOf([...before, ...removed, ...after]));
        const text = withLf(rawOf(before)) + "x\n".repeat(inserted) + withLf(rawOf(after));
        const raw = endings.changed(before.length, removed.length, inserted).applyTo(text);
        expect(raw.startsWith(rawOf(before))).toBe(true);
        expect(raw.endsWith(rawOf(after))).toBe(true);
        const expected = Array.from(
          { length: inserted },
          (_, index) => `x${removed[index]?.ending ?? endings.dominant}`,
        );
        expect(raw).toBe(rawOf(before) + expected.join("") + rawOf(after));
      }),
      { numRuns: 2000 },
    );
  });
});
