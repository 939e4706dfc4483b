import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonRefused, parseJson } from "./json.js";

const parse = (text: string, depth = 64) => parseJson(Buffer.from(text), depth);
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);

describe("JSON from strangers", () => {
  it("is parsed like any other", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("is refused one level too deep, and not one level before", () => {
    expect(() => parse(nested(64))).not.toThrow();
    expect(() => parse(nested(65))).toThrow(JsonRefused);
    expect(() => parse(nested(1_000_000))).toThrow(JsonRefused);
    expect(() => parse(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`)).toThrow(JsonRefused);
  });

  it("may hold brackets in strings", () => {
    const text = JSON.stringify({ [`\\"${"[".repeat(200)}`]: `"${"{".repeat(200)}\\` });
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it.each(["", "{", '{"a":1', "nonsense", '"open'])("is refused when it is %j", (text) => {
    expect(() => parse(text)).toThrow(JsonRefused);
  });
});
