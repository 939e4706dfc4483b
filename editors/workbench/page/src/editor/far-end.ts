/** Brackets and folds that end in what is not parsed yet of a text. */
import { bracketMatching, ensureSyntaxTree, foldable, foldEffect, type MatchResult } from "@codemirror/language";
import { EditorState, type Extension, type Range, type StateEffect } from "@codemirror/state";
import { Decoration } from "@codemirror/view";
import { parsedTo } from "./near-view.js";

/** Characters that are parsed more when a fold needs them, and how long that may take. */
const FURTHER = 100_000;
const FURTHER_MS = 1000;
/** Characters before the end of what is parsed: what ends in them may have been cut off. */
const CUT = 1000;

const matching = Decoration.mark({ class: "cm-matchingBracket" });
const nonmatching = Decoration.mark({ class: "cm-nonmatchingBracket" });

export function farEnds(): Extension {
  return [bracketMatching({ renderMatch: bracketMarks }), wholeFolds];
}

/** As CodeMirror's own, but a bracket is not wrong because its other one is in what is not parsed. */
export function bracketMarks({ start, end, matched }: MatchResult, state: EditorState): Range<Decoration>[] {
  if (!matched && !end && parsedTo(state) < state.doc.length) return [];
  const mark = matched ? matching : nonmatching;
  return [start, end].flatMap((at) => (at ? [mark.range(at.from, at.to)] : []));
}

/** What would be folded as far as it is parsed is parsed further, and folded whole or not at all. */
const wholeFolds = EditorState.transactionFilter.of((transaction) => {
  const { startState, effects, docChanged } = transaction;
  if (docChanged || !effects.some((effect) => isCut(effect, startState))) return transaction;
  ensureSyntaxTree(startState, Math.min(parsedTo(startState) + FURTHER, startState.doc.length), FURTHER_MS);
  const further = startState.update({}).state;
  return {
    effects: effects.flatMap((effect) => (isCut(effect, startState) ? foldsAt(effect.value.from, further) : effect)),
  };
});

function isCut(effect: StateEffect<unknown>, state: EditorState): effect is StateEffect<{ from: number; to: number }> {
  const end = parsedTo(state);
  return end < state.doc.length && effect.is(foldEffect) && effect.value.to > end - CUT;
}

function foldsAt(pos: number, state: EditorState): StateEffect<unknown>[] {
  const { from, to } = state.doc.lineAt(pos);
  const range = foldable(state, from, to);
  const fold = range && foldEffect.of(range);
  return fold && !isCut(fold, state) ? [fold] : [];
}
