import { javascript } from "@codemirror/lang-javascript";
import { ensureSyntaxTree, getIndentation, syntaxTree } from "@codemirror/language";
import { EditorState } from "@codemirror/state";
import type { Tree } from "@lezer/common";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearView } from "./near-view.js";
import { parseOf, rested } from "./testing/parsing.js";

const typescript = javascript({ typescript: true });
const part = (number: number) =>
  `function part${number}(a: number): number {\n  if (a > 3) {\n    return ${number};\n  }\n\n  return a;\n}\n\n`;
const long = Array.from({ length: 2000 }, (_, number) => part(number)).join("");
/** What a new state has in view, and what is parsed with it. */
const IN_VIEW = 3000;
const PARSED = IN_VIEW + 20_000;
/** What CodeMirror's worker asks for. */
const ASKED = IN_VIEW + 100_000;

describe("a long text", () => {
  it("has a tree of what was asked for, with nothing in it far after what is in view", () => {
    const tree = syntaxTree(parsedState(long));
    expect(tree.length).toBeGreaterThanOrEqual(ASKED);
    expect(tree.length).toBeLessThan(long.length);
    expect(Math.abs(endOf(tree) - PARSED)).toBeLessThan(200);
  });

  it("is parsed further when more is asked for", () => {
    const asked = ensureSyntaxTree(parsedState(long), 100_000, 10_000);
    expect(asked && endOf(asked)).toBeGreaterThan(99_800);
  });

  it("has a line indented by what it is in, or as the one above it where that is not known", () => {
    const state = parsedState(long);
    const inside = (pos: number) => getIndentation(state, state.doc.lineAt(pos).from);
    expect(inside(long.indexOf("return a;", 1000))).toBe(2);
    expect(inside(long.indexOf("return a;", 100_000))).toBeNull();
  });

  it("is parsed where the view goes, in a long part that replaced what was after the view", () => {
    const changes = { from: 10_000, to: 100_000, insert: long.slice(10_000, 190_000) };
    const state = rested(parsedState(long).update({ changes }).state, ASKED);
    const seen = { from: 60_000, to: 60_000 + IN_VIEW };
    parseOf(state).updateViewport(seen);
    expect(nodesIn(syntaxTree(rested(state, ASKED)), seen).length).toBeGreaterThan(100);
  });

  it("keeps one and the same end of what is parsed while it is typed in", () => {
    const at = long.indexOf("return a;");
    let state = parsedState(long);
    const end = endOf(syntaxTree(state));
    for (const letter of "a + b + ") {
      state = rested(state.update({ changes: { from: at, insert: letter } }).state, ASKED);
      expect(syntaxTree(state).length).toBeGreaterThan(ASKED);
      expect(Math.abs(endOf(syntaxTree(state)) - end)).toBeLessThan(200);
    }
  });

  it("is not said to be parsed where the view has gone until it is", () => {
    const state = parsedState(long);
    const context = parseOf(state);
    const seen = { from: long.length - IN_VIEW, to: long.length };
    context.updateViewport(seen);
    let steps = 0;
    expect(context.work(() => steps++ === 100, long.length)).toBe(false);
    expect(context.treeLen).toBeLessThan(seen.from);
    expect(context.work(10_000, long.length)).toBe(true);
    expect(nodesIn(syntaxTree(state.update({}).state), seen).length).toBeGreaterThan(100);
  });
});

it("a short text is parsed whole", () => {
  const state = parsedState(part(1).repeat(20));
  expect(String(syntaxTree(state))).toBe(String(typescript.language.parser.parse(part(1).repeat(20))));
});

it("whatever is changed, what is in view has the tree that a parse of the whole text gives it", () => {
  const change = fc.record({
    at: fc.nat(),
    remove: fc.nat(60),
    insert: fc.constantFrom("", "}", "{", "x", "/*", '"', "\n", part(7).repeat(40)),
  });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 6 }), (changes) => {
      const text = long.slice(0, 40_000);
      let state = parsedState(text);
      for (const { at, remove, insert } of changes) {
        const from = at % state.doc.length;
        const to = Math.min(from + remove, state.doc.length);
        state = state.update({ changes: { from, to, insert } }).state;
      }
      expect(nodesIn(syntaxTree(rested(state, ASKED)))).toEqual(
        nodesIn(typescript.language.parser.parse(state.doc.toString())),
      );
    }),
    { numRuns: 15 },
  );
});

function parsedState(doc: string): EditorState {
  return rested(EditorState.create({ doc, extensions: nearView(typescript) }), ASKED);
}

/** Where the last node ends. */
function endOf(tree: Tree): number {
  return (tree.positions.at(-1) ?? 0) + (tree.children.at(-1)?.length ?? 0);
}

/** Name and place of each that begins and ends in view. */
function nodesIn(tree: Tree, seen = { from: 0, to: IN_VIEW }): string[] {
  const nodes: string[] = [];
  tree.iterate({
    ...seen,
    enter: ({ name, from, to }) => {
      if (from >= seen.from && to < seen.to) nodes.push(`${name} ${from} ${to}`);
    },
  });
  return nodes;
}
