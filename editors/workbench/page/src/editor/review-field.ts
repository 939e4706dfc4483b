/** A review inside the text: lines that go are marked, proposed lines stand below them in a widget of their own. */
import {
  type EditorState,
  type Extension,
  RangeSet,
  RangeSetBuilder,
  StateEffect,
  StateField,
} from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  GutterMarker,
  gutter,
  gutterLineClass,
  gutterWidgetClass,
} from "@codemirror/view";
import { FoldWidget } from "./fold-widget.js";
import type { HunkModel } from "./hunk-model.js";
import { HunkWidget, hunkSigns } from "./hunk-widget.js";
import { foldedLines, insertionPoint, lastLine, mapPlaced, type Placed } from "./hunks.js";

export interface PlacedHunk extends Placed {
  readonly model: HunkModel;
  readonly rejected: boolean;
  /** The lines when it was placed. */
  readonly removed: string;
}

interface ReviewInText {
  readonly hunks: readonly PlacedHunk[];
  /** Keys of hunks of which all lines that go are shown, however many. */
  readonly unfolded: ReadonlySet<string>;
  readonly decorations: DecorationSet;
  readonly gutter: RangeSet<GutterMarker>;
}

/** Positions are those of the text after the transaction. */
export const placeReview = StateEffect.define<readonly PlacedHunk[]>();

/** The key of a hunk. */
const unfold = StateEffect.define<string>();

const nothing: ReviewInText = { hunks: [], unfolded: new Set(), decorations: Decoration.none, gutter: RangeSet.empty };

const field = StateField.define<ReviewInText>({
  create: () => nothing,
  update(shown, transaction) {
    const placed = transaction.effects.findLast((effect) => effect.is(placeReview));
    if (placed) return draw(transaction.state, placed.value, shown.unfolded);
    const opened = transaction.effects.find((effect) => effect.is(unfold));
    if (opened) return draw(transaction.state, shown.hunks, new Set([...shown.unfolded, opened.value]));
    if (!transaction.docChanged || shown.hunks.length === 0) return shown;
    const { changes, state } = transaction;
    const hunks = shown.hunks.map((hunk) => ({ ...hunk, ...mapPlaced(hunk, changes, state.doc) }));
    const touched = shown.hunks.some(({ from, to }) => changes.touchesRange(from, to));
    if (touched) return draw(state, hunks, shown.unfolded);
    return { ...shown, hunks, decorations: shown.decorations.map(changes), gutter: shown.gutter.map(changes) };
  },
  provide: (self) => [
    EditorView.decorations.from(self, ({ decorations }) => decorations),
    gutterLineClass.from(self, (shown) => shown.gutter),
  ],
});

class RemovedSign extends GutterMarker {
  override elementClass = "cm-removed";
  override toDOM(): Node {
    return document.createTextNode("−");
  }
}

class RemovedLine extends GutterMarker {
  override elementClass = "cm-removed";
}

class AddedLines extends GutterMarker {
  override elementClass = "cm-added";
}

const addedGutter = new AddedLines();
const removedSign = new RemovedSign();
const removedGutter = new RemovedLine();
const removedLine = Decoration.line({ class: "cm-removed" });
const removedWords = Decoration.mark({ class: "cm-removed-mark" });

function draw(state: EditorState, hunks: readonly PlacedHunk[], unfolded: ReadonlySet<string>): ReviewInText {
  const lines = new RangeSetBuilder<GutterMarker>();
  const decorations = hunks.flatMap((hunk) => {
    const { pos, side } = insertionPoint(hunk, state.doc);
    const widget = Decoration.widget({ widget: new HunkWidget(hunk.model), block: true, side });
    const found = [widget.range(pos)];
    const last = lastLine(hunk, state.doc);
    if (hunk.rejected || !last) return found;
    const { key } = hunk.model;
    const folded = unfolded.has(key) ? undefined : foldedLines(hunk, state.doc);
    for (let at = hunk.from; at <= last.from; ) {
      if (at === folded?.from) {
        const widget = new FoldWidget(folded.count, (view) => view.dispatch({ effects: unfold.of(key) }));
        found.push(Decoration.replace({ widget, block: true }).range(folded.from, folded.to));
        at = folded.to + 1;
      }
      const line = state.doc.lineAt(at);
      lines.add(line.from, line.from, removedGutter);
      found.push(removedLine.range(line.from));
      at = line.to + 1;
    }
    for (const { from, to } of hunk.model.marks.peek().removed) {
      const end = Math.min(hunk.from + to, last.to);
      if (end > hunk.from + from) found.push(removedWords.range(hunk.from + from, end));
    }
    return found;
  });
  return { hunks, unfolded, decorations: Decoration.set(decorations, true), gutter: lines.finish() };
}

export function placedHunks(state: EditorState): readonly PlacedHunk[] {
  return state.field(field, false)?.hunks ?? [];
}

/** With the column of − and +. */
export function reviewInText(): Extension {
  return [
    field,
    gutterWidgetClass.of((_, widget) => {
      if (widget instanceof FoldWidget) return removedGutter;
      return widget instanceof HunkWidget && widget.model.lines.peek() > 0 ? addedGutter : null;
    }),
    gutter({
      class: "cm-signs",
      lineMarker(view, line) {
        let gone = false;
        view.state.field(field).gutter.between(line.from, line.from, () => {
          gone = true;
          return false;
        });
        return gone ? removedSign : null;
      },
      lineMarkerChange: (update) => update.startState.field(field) !== update.state.field(field),
      widgetMarker: (_, widget) => (widget instanceof HunkWidget ? hunkSigns(widget.model) : null),
    }),
  ];
}
