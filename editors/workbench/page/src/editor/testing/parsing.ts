/** For tests: a text whose parse is driven by hand, as CodeMirror's worker drives it in the page. */
import { Language } from "@codemirror/language";
import type { EditorState, StateField } from "@codemirror/state";

interface Parse {
  readonly treeLen: number;
  work(until: number | (() => boolean), upto: number): boolean;
  updateViewport(viewport: { readonly from: number; readonly to: number }): boolean;
}

/** CodeMirror keeps to itself where a state has its parse. */
const { state: field } = Language as unknown as { state: StateField<{ readonly context: Parse }> };

export function parseOf(state: EditorState): Parse {
  return state.field(field).context;
}

/** As after the page was idle. */
export function rested(state: EditorState, upto: number): EditorState {
  parseOf(state).work(10_000, upto);
  return state.update({}).state;
}
