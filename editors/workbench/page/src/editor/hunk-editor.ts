/** The editor of a hunk's proposed lines, inside the text's editor. */
import { defaultKeymap, history, historyKeymap, insertNewlineKeepIndent } from "@codemirror/commands";
import { Annotation, Compartment, EditorState, type Extension, Text } from "@codemirror/state";
import { Decoration, drawSelection, EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { effect } from "@preact/signals";
import { noteTyping } from "../state/caret.js";
import { isEditable } from "../state/reviews.js";
import { showHidden } from "./hidden.js";
import type { HunkModel } from "./hunk-model.js";
import { wordMarks } from "./hunks.js";
import { loadLanguage } from "./languages.js";
import { limitSize } from "./size.js";
import { theme } from "./theme.js";

const fromModel = Annotation.define<true>();
const addedMark = Decoration.mark({ class: "cm-added-mark" });

/** Returns what takes it away again. */
export function mountHunkEditor(parent: HTMLElement, model: HunkModel, leave: () => void): () => void {
  const language = new Compartment();
  const access = new Compartment();
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: lines(model.draft.peek()),
      extensions: [
        theme(),
        showHidden(),
        wordsAdded(model),
        limitSize(),
        history(),
        drawSelection(),
        language.of([]),
        access.of([]),
        EditorView.contentAttributes.of({ "aria-label": "Proposed lines" }),
        keymap.of([
          { key: "Escape", run: () => left(leave) },
          { key: "Enter", run: insertNewlineKeepIndent },
          ...historyKeymap,
          ...defaultKeymap,
        ]),
        EditorView.updateListener.of((update) => edited(update, model)),
      ],
    }),
  });
  void loadLanguage(model.file).then((loaded) => {
    if (loaded) view.dispatch({ effects: language.reconfigure(loaded) });
  });
  const stopDraft = effect(() => {
    const text = model.draft.value;
    if (text === view.state.doc.toString()) return;
    view.dispatch({
      changes: { from: 0, to: view.state.doc.length, insert: lines(text) },
      annotations: fromModel.of(true),
      filter: false,
    });
  });
  const stopAccess = effect(() => {
    const open = model.view.value?.verdict === "undecided" && isEditable(model.review);
    view.dispatch({ effects: access.reconfigure(EditorState.readOnly.of(!open)) });
  });
  return () => {
    stopDraft();
    stopAccess();
    void model.flush();
    view.destroy();
  };
}

/** Only a newline ends a line: a lone carriage return is a hidden character, and shown. */
function lines(text: string): Text {
  return Text.of(text.split("\n"));
}

function left(leave: () => void): true {
  leave();
  return true;
}

function edited(update: ViewUpdate, model: HunkModel): void {
  if (!update.docChanged || update.transactions.some((transaction) => transaction.annotation(fromModel))) return;
  noteTyping();
  model.edit(update.state.doc.toString());
}

function wordsAdded(model: HunkModel): Extension {
  const draw = (state: EditorState) =>
    Decoration.set(
      wordMarks(model.removed.peek(), state.doc.toString()).inserted.map(({ from, to }) => addedMark.range(from, to)),
    );
  return ViewPlugin.define(
    (view) => ({
      decorations: draw(view.state),
      update(update) {
        if (update.docChanged) this.decorations = draw(update.state);
      },
    }),
    { decorations: (plugin) => plugin.decorations },
  );
}
