import { json } from "@codemirror/lang-json";
import { codeFolding, foldable, foldEffect, foldedRanges, Language, matchBrackets } from "@codemirror/language";
import { EditorState, type StateField } from "@codemirror/state";
import { describe, expect, it } from "vitest";
import { bracketMarks, farEnds } from "./far-end.js";
import { nearView, parsedTo } from "./near-view.js";

/** CodeMirror keeps to itself where a state has its parse. */
const { state: parsing } = Language as unknown as {
  state: StateField<{ context: { work(ms: number, upto: number): boolean } }>;
};
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

/** As after the page was idle. */
function parsedState(doc: string): EditorState {
  const state = EditorState.create({ doc, extensions: [nearView(json()), codeFolding(), farEnds()] });
  state.field(parsing).context.work(10_000, doc.length);
  return state.update({}).state;
}

/** Those of the text's first bracket. */
function marks(doc: string): string[] {
  const state = parsedState(doc);
  const match = matchBrackets(state, 0, 1);
  return (match ? bracketMarks(match, state) : []).map(({ from, value }) => `${value.spec.class} ${from}`);
}
