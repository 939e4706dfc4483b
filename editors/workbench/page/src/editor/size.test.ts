import { EditorState } from "@codemirror/state";
import { MOST_TEXT_UNITS } from "@tandem/workbench-shared/limits";
import { afterEach, expect, it } from "vitest";
import { notices } from "../state/notices.js";
import { limitSize } from "./size.js";

const MEBI = 1024 * 1024;

afterEach(() => {
  notices.value = [];
});

/** The length of the text after something was pasted, and what the developer is told. */
function paste(text: string, doc = "", filter = true) {
  const state = EditorState.create({ doc, extensions: limitSize() });
  const { newDoc } = state.update({ changes: { from: 0, insert: text }, filter });
  return { length: newDoc.length, notices: notices.value.length };
}

it("text that can be sent and opened again is taken", () => {
  expect(paste("x".repeat(9 * MEBI))).toEqual({ length: 9 * MEBI, notices: 0 });
});

it.each([
  ["cannot be sent", "漢".repeat(6 * MEBI), ""],
  ["makes a text too large to be opened again", "x", "x".repeat(MOST_TEXT_UNITS)],
])("text that %s is refused, and the developer is told", (_, text, doc) => {
  expect(paste(text, doc)).toEqual({ length: doc.length, notices: 1 });
});

it("a text that is too large already can be made smaller", () => {
  const state = EditorState.create({ doc: "x".repeat(MOST_TEXT_UNITS + 2), extensions: limitSize() });
  expect(state.update({ changes: { from: 0, to: 1 } }).newDoc.length).toBe(MOST_TEXT_UNITS + 1);
});

it("what others have written is never refused", () => {
  expect(paste("x", "x".repeat(MOST_TEXT_UNITS), false)).toEqual({ length: MOST_TEXT_UNITS + 1, notices: 0 });
});
