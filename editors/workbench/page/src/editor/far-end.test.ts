import { json } from "@codemirror/lang-json";
import { codeFolding, foldable, foldEffect, foldedRanges, matchBrackets } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { bracketMarks, farEnds } from "./far-end.js";
import { nearView, parsedTo } from "./near-view.js";
import { rested } from "./testing/parsing.js";

const entries = Array.from({ length: 1500 }, (_, number) => `  "key${number}": [${number}, true]`);
const long = `{\n${entries.join(",\n")}\n}\n`;

describe("a bracket", () => {
  it("is not called wrong where the text is not parsed as far as the other one", () => {
    expect(parsedTo(parsedState(long))).toBeLessThan(long.length);
    expect(marks(long)).toEqual([]);
  });

  it("is shown with the other one, or as wrong where there is none", () => {
    expect(marks("[1]")).toEqual(["cm-matchingBracket 0", "cm-matchingBracket 2"]);
    expect(marks("[1")).toEqual(["cm-nonmatchingBracket 0"]);
  });
});

it("what ends after what is parsed is folded whole", () => {
  const state = parsedState(long);
  const range = foldable(state, 0, 1);
  expect(range?.to).toBeLessThan(parsedTo(state) + 100);
  const folded: number[][] = [];
  const fold = state.update({ effects: range ? foldEffect.of(range) : [] }).state;
  foldedRanges(fold).between(0, long.length, (from, to) => void folded.push([from, to]));
  expect(folded).toEqual([[1, long.lastIndexOf("}")]]);
});

function parsedState(doc: string): EditorState {
  return rested(EditorState.create({ doc, extensions: [nearView(json()), codeFolding(), farEnds()] }), doc.length);
}

/** Those of the text's first bracket. */
function marks(doc: string): string[] {
  const state = parsedState(doc);
  const match = matchBrackets(state, 0, 1);
  return (match ? bracketMarks(match, state) : []).map(({ from, value }) => `${value.spec.class} ${from}`);
}
