/** What stands below the lines that a hunk removes: the proposed lines, and the verdict on them. */
import type { EditorView } from "@codemirror/view";
import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { commentHunk, decideByKey, decideHunk } from "../actions/decide.js";
import { labels } from "../keys.js";
import { Button } from "../parts/button.js";
import { CommentBox } from "../parts/comment-box.js";
import { beginComment, commentsOn } from "../state/comment.js";
import { currentHunk, isInert, reviews } from "../state/reviews.js";
import { mountHunkEditor } from "./hunk-editor.js";
import type { HunkModel } from "./hunk-model.js";

/** Returns what takes it away again. */
export function mountHunkPanel(place: HTMLElement, model: HunkModel, outer: EditorView): () => void {
  const sizes = new ResizeObserver(() => outer.requestMeasure());
  sizes.observe(place);
  render(<HunkPanel model={model} leave={() => outer.focus()} />, place);
  return () => {
    sizes.disconnect();
    render(null, place);
  };
}

interface Props {
  readonly model: HunkModel;
  readonly leave: () => void;
}

function HunkPanel({ model, leave }: Props) {
  const view = model.view.value;
  const review = reviews.value.find(({ id }) => id === model.review);
  if (!view || !review) return null;
  const current = currentHunk.value === model.hunk;
  const number = review.hunks.findIndex(({ id }) => id === model.hunk) + 1;
  const looks = [view.verdict, current && "current", model.lines.value === 0 && "removal"].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot hold an editor that scrolls with its parent
    <div
      class={`cm-hunk cm-hunk-panel ${looks}`}
      data-agent={review.agent.colour}
      data-key={model.key}
      role="group"
      aria-label={`Hunk ${number} of ${review.hunks.length}, ${view.verdict}`}
      tabIndex={-1}
      onKeyDownCapture={(event) => decideByKey(event, model.review, model.hunk)}
      onFocusCapture={() => {
        currentHunk.value = model.hunk;
      }}
    >
      {model.lines.value > 0 && <Proposed model={model} leave={leave} />}
      {view.stale && <div class="stale">You changed these lines; it cannot be accepted as it is</div>}
      {review.editable && view.verdict === "undecided" && (
        <div class="decide">
          <Verdicts model={model} />
        </div>
      )}
      {review.editable && view.verdict !== "undecided" && <Settled model={model} />}
    </div>
  );
}

function Proposed({ model, leave }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => (place.current ? mountHunkEditor(place.current, model, leave) : undefined), [model]);
  return <div class="proposed" ref={place} />;
}

function Verdicts({ model }: { readonly model: HunkModel }) {
  const view = model.view.value;
  const inert = isInert(model.review);
  if (!view) return null;
  if (commentsOn.value === model.key) {
    return (
      <CommentBox
        label="Comment on this hunk"
        action="Keep comment"
        inert={inert}
        submit={(text) => void commentHunk(model.review, model.hunk, text)}
      />
    );
  }
  return (
    <div class="verdicts">
      <span class="said">
        {view.edited && <span class="chip">edited by you</span>} {view.comment && `“${view.comment}”`}
      </span>
      <Button look="outlined" onClick={() => beginComment(model.key, view.comment)}>
        Comment
      </Button>
      <Button look="outlined" inert={inert} onClick={() => void decideHunk(model.review, model.hunk, "rejected")}>
        Reject <kbd>{labels.reject}</kbd>
      </Button>
      <Button
        look="outlined"
        inert={inert || view.stale}
        onClick={() => void decideHunk(model.review, model.hunk, "accepted")}
      >
        Accept <kbd>{labels.accept}</kbd>
      </Button>
    </div>
  );
}

function Settled({ model }: { readonly model: HunkModel }) {
  const accepted = model.view.value?.verdict === "accepted";
  return (
    <div class={accepted ? "settled yes" : "settled"}>
      <span>{accepted ? "✓ Accepted, applied once every hunk is decided" : "Rejected"}</span>
      <Button
        look="outlined"
        inert={isInert(model.review)}
        onClick={() => void decideHunk(model.review, model.hunk, "undecided")}
      >
        Undo
      </Button>
    </div>
  );
}
