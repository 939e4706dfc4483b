/** Lines that an agent has just shown or edited, in its colour, for a moment. */
import { type EditorState, StateEffect, StateField, type TransactionSpec } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

interface Flash {
  /** 1-based. */
  readonly startLine: number;
  readonly endLine: number;
  readonly colour: string;
}

const MOST_LINES = 200;
const startFlash = StateEffect.define<Flash>();
const endFlash = StateEffect.define<null>();

/** Shown until `endFlashes`. */
export function flashLines(state: EditorState, flash: Flash): TransactionSpec {
  const startLine = Math.min(Math.max(1, flash.startLine), state.doc.lines);
  const endLine = Math.min(Math.max(startLine, flash.endLine), state.doc.lines, startLine + MOST_LINES);
  return { effects: startFlash.of({ ...flash, startLine, endLine }) };
}

export const endFlashes: TransactionSpec = { effects: endFlash.of(null) };

export const flashes = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    let next = shown.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(endFlash)) next = Decoration.none;
      if (effect.is(startFlash)) next = next.update({ add: linesOf(transaction.state, effect.value), sort: true });
    }
    return next;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function linesOf(state: EditorState, { startLine, endLine, colour }: Flash) {
  const mark = Decoration.line({ class: "cm-flash", attributes: { "data-agent": colour } });
  return Array.from({ length: endLine - startLine + 1 }, (_, index) =>
    mark.range(state.doc.line(startLine + index).from),
  );
}
