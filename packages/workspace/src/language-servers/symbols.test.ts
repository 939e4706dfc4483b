import { describe, expect, it } from "vitest";
import { symbolKind, toLocations, toSymbols } from "./symbols.js";

const range = { start: { line: 1, character: 2 }, end: { line: 1, character: 5 } };
const place = { line: 2, column: 3, endLine: 2, endColumn: 6 };

describe("toSymbols", () => {
  it("keeps what lies below the root, in the protocol's words", () => {
    const at = (uri: string) => ({ name: "n", kind: 12, location: { uri, range } });
    const answer = [
      at("file:///w/a%20b.ts"),
      at("file:///web/a.ts"),
      at("untitled:x"),
      { ...at("file:///w/c.ts"), containerName: "C" },
    ];
    expect(toSymbols(answer, "/w")).toEqual([
      { name: "n", kind: "function", file: "/w/a b.ts", line: 2, column: 3 },
      { name: "n", kind: "function", file: "/w/c.ts", line: 2, column: 3, containerName: "C" },
    ]);
    expect(toSymbols(null, "/w")).toEqual([]);
  });

  it("knows the first and the last kind, and that there may be others", () => {
    expect([1, 5, 26, 27].map(symbolKind)).toEqual(["file", "class", "type parameter", "symbol"]);
  });
});

describe("toLocations", () => {
  const readLine = async (file: string, line: number) => {
    if (file === "/gone.ts") throw new Error("gone");
    return `${file}:${line}`;
  };

  it("takes one place, many, links, and none", async () => {
    const link = { targetUri: "file:///b.ts", targetRange: range, targetSelectionRange: range };
    expect(await toLocations({ uri: "file:///a.ts", range }, readLine)).toEqual([
      { file: "/a.ts", ...place, text: "/a.ts:2" },
    ]);
    expect(await toLocations([link], readLine)).toEqual([{ file: "/b.ts", ...place, text: "/b.ts:2" }]);
    expect(await toLocations(null, readLine)).toEqual([]);
  });

  it("gives an empty text where the line cannot be read", async () => {
    expect(await toLocations([{ uri: "file:///gone.ts", range }], readLine)).toEqual([
      { file: "/gone.ts", ...place, text: "" },
    ]);
  });
});
