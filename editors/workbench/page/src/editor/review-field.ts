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
import type { HunkModel } from "./hunk-model.js";
import { HunkWidget, hunkSigns } from "./hunk-widget.js";
import { insertionPoint, lastLine, mapPlaced, type Placed } from "./hunks.js";

export interface PlacedHunk extends Placed {
  readonly model: HunkModel;
  readonly rejected: boolean;
  /** The lines when it was placed. */
  readonly removed: string;
}

interface ReviewInText {
  readonly hunks: readonly PlacedHunk[];
  readonly decorations: DecorationSet;
  readonly gutter: RangeSet<GutterMarker>;
}

/** Positions are those of the text after the transaction. */
export const placeReview = StateEffect.define<readonly PlacedHunk[]>();

const nothing: ReviewInText = { hunks: [], decorations: Decoration.none, gutter: RangeSet.empty };

const field = StateField.define<ReviewInText>({
  create: () => nothing,
  update(shown, transaction) {
    const placed = transaction.effects.findLast((effect) => effect.is(placeReview));
    if (placed) return draw(transaction.state, placed.value);
    if (!transaction.docChanged || shown.hunks.length === 0) return shown;
    const { changes, state } = transaction;
    const hunks = shown.hunks.map((hunk) => ({ ...hunk, ...mapPlaced(hunk, changes, state.doc) }));
    const touched = shown.hunks.some(({ from, to }) => changes.touchesRange(from, to));
    if (touched) return draw(state, hunks);
    return { hunks, decorations: shown.decorations.map(changes), gutter: shown.gutter.map(changes) };
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

function draw(state: EditorState, hunks: readonly PlacedHunk[]): ReviewInText {
  const lines = new RangeSetBuilder<GutterMarker>();
  const decorations = hunks.flatMap((hunk) => {
    const { pos, side } = insertionPoint(hunk, state.doc);
    const widget = Decoration.widget({ widget: new HunkWidget(hunk.model), block: true, side });
    const found = [widget.range(pos)];
    const last = lastLine(hunk, state.doc);
    if (hunk.rejected || !last) return found;
    for (let at = hunk.from; at <= last.from; ) {
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
  return { hunks, decorations: Decoration.set(decorations, true), gutter: lines.finish() };
}

export function placedHunks(state: EditorState): readonly PlacedHunk[] {
  return state.field(field, false)?.hunks ?? [];
}

/** With the column of − and +. */
export function reviewInText(): Extension {
  return [
    field,
    gutterWidgetClass.of((_, widget) =>
      widget instanceof HunkWidget && widget.model.lines.peek() > 0 ? addedGutter : null,
    ),
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
