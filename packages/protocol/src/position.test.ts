import fc from "fast-check";
import { expect, it } from "vitest";
import { fromZeroBased, rangeFromZeroBased, toZeroBased } from "./position.js";

it("counts lines and columns from 1 outside and from 0 inside", () => {
  expect(fromZeroBased({ line: 0, character: 0 })).toEqual({ line: 1, column: 1 });
  expect(rangeFromZeroBased({ start: { line: 1, character: 2 }, end: { line: 3, character: 4 } })).toEqual({
    start: { line: 2, column: 3 },
    end: { line: 4, column: 5 },
  });
});

it("converts there and back", () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (line, character) => {
      expect(toZeroBased(fromZeroBased({ line, character }))).toEqual({ line, character });
    }),
  );
});
