/** Live text and proposed text beside each other, to read. Loaded when it is first asked for. */
import { Change, MergeView } from "@codemirror/merge";
import { EditorState, type Extension } from "@codemirror/state";
import { EditorView, lineNumbers } from "@codemirror/view";
import type { ReviewView } from "@tandem/workbench-shared";
import { useLayoutEffect, useRef } from "preact/hooks";
import { showHidden } from "../editor/hidden.js";
import { looksSame, proposedText } from "../editor/hunks.js";
import { loadLanguage } from "../editor/languages.js";
import { placedHunks } from "../editor/review-field.js";
import { theme } from "../editor/theme.js";
import { buffers } from "../stage.js";

export default function SideBySide({ review }: { readonly review: ReviewView }) {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(review);
  if (!looksSame(shown.current, review)) shown.current = review;
  useLayoutEffect(() => {
    let view: MergeView | undefined;
    let gone = false;
    void loadLanguage(review.relative).then((language) => {
      if (!gone && place.current) view = compare(place.current, review, language ?? []);
    });
    return () => {
      gone = true;
      view?.destroy();
    };
  }, [shown.current]);
  return <section class="sides" aria-label="Live text and proposed text" ref={place} />;
}

function compare(parent: HTMLElement, review: ReviewView, language: Extension): MergeView {
  const state = buffers.state(review.file) ?? EditorState.create();
  const verdicts = new Map(review.hunks.map((hunk) => [hunk.id, hunk]));
  const hunks = placedHunks(state).flatMap(({ model, from, to }) => {
    const hunk = verdicts.get(model.hunk);
    return hunk ? [{ from, to, insert: hunk.insert, verdict: hunk.verdict, stale: hunk.stale }] : [];
  });
  const { text, changes } = proposedText(state.doc, hunks);
  const reading = (label: string) => [
    lineNumbers(),
    language,
    theme(),
    showHidden(),
    EditorState.readOnly.of(true),
    EditorView.contentAttributes.of({ "aria-label": label }),
  ];
  return new MergeView({
    parent,
    a: { doc: state.doc, extensions: reading("Live text") },
    b: { doc: text, extensions: reading("Proposed text") },
    collapseUnchanged: { margin: 4, minSize: 8 },
    diffConfig: { override: () => changes.map(({ fromA, toA, fromB, toB }) => new Change(fromA, toA, fromB, toB)) },
  });
}
