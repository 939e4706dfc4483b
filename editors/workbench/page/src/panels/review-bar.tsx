import type { ReviewView } from "@tandem/workbench-shared";
import { useLayoutEffect } from "preact/hooks";
import { decideByKey, decideReview, stepHunk } from "../actions/decide.js";
import { openReview } from "../actions/reviews.js";
import { countHidden } from "../editor/hidden.js";
import { labels } from "../keys.js";
import { Button } from "../parts/button.js";
import { CommentBox } from "../parts/comment-box.js";
import { Icon } from "../parts/icon.js";
import { beginComment, commentsOn } from "../state/comment.js";
import { isOnline } from "../state/connection.js";
import { makeInert } from "../state/inert.js";
import { currentHunk, isInert, pending, sideBySide } from "../state/reviews.js";
import { nameOf } from "../state/tree.js";

/** The time counts from when it is seen, which may be a while after it came. */
function inertOnceSeen(id: string): () => void {
  makeInert([id]);
  const frame = requestAnimationFrame(() => makeInert([id]));
  return () => cancelAnimationFrame(frame);
}

const kinds = { edit: "", create: "New file", delete: "Deletes this file" };

export function ReviewBar({ review }: { readonly review: ReviewView }) {
  const { id, agent, hunks, editable } = review;
  const why = whyOf(review);
  const inert = isInert(id);
  useLayoutEffect(() => inertOnceSeen(id), [id]);
  const at = hunks.findIndex((hunk) => hunk.id === currentHunk.value) + 1 || 1;
  return (
    <section
      class="review-bar"
      data-agent={agent.colour}
      aria-label={`Review: ${agent.name} proposes ${review.title}`}
      tabIndex={-1}
      onKeyDown={(event) => decideByKey(event, id, hunks[at - 1]?.id)}
    >
      <div class="first">
        <span class="who">{agent.name}</span>
        <span class="why clip" title={why}>
          {why}
        </span>
        <span class="count">
          hunk {at} of {hunks.length}
        </span>
        <span class="act">
          <Button look="icon" label="Previous hunk (Shift+F7)" onClick={() => stepHunk(review, -1, false)}>
            <Icon name="up" />
          </Button>
          <Button look="icon" label="Next hunk (F7)" onClick={() => stepHunk(review, 1, false)}>
            <Icon name="below" />
          </Button>
          <Button
            look="icon"
            label={sideBySide.value ? "Back to the text" : "Side by side"}
            onClick={() => {
              sideBySide.value = !sideBySide.value;
            }}
          >
            <Icon name="beside" />
          </Button>
          <Button look="icon" label="Comment on the whole" onClick={() => beginComment(id, review.comment)}>
            <Icon name="speech" />
          </Button>
          <Button inert={inert} onClick={() => void decideReview(id, "reject")}>
            {editable ? "Reject all" : "Reject"}
          </Button>
          <Button look="primary" inert={inert} onClick={() => void decideReview(id, "accept")}>
            {editable ? "Accept all" : "Accept"} <kbd>{labels.acceptAll}</kbd>
          </Button>
        </span>
      </div>
      <Notes review={review} />
      {commentsOn.value === id && (
        <CommentBox
          label={`Tell ${agent.name} why`}
          action="Reject with comment"
          inert={inert}
          submit={(text) => void decideReview(id, "reject", text)}
          other={{ action: "Accept with comment", submit: (text) => void decideReview(id, "accept", text) }}
        />
      )}
    </section>
  );
}

/** A dialect's own title is always shown; a file's name only where there is no reason. */
function whyOf({ title, reason, relative }: ReviewView): string {
  const isOwn = title !== nameOf(relative);
  return [...(isOwn || !reason ? [title] : []), ...(reason ? [reason] : [])].join(" · ");
}

/** What follows a decision, where it is not the usual. */
function termsText({ agent, writer, saves, editable }: ReviewView): readonly string[] {
  return [
    !editable && "taken or left as a whole",
    writer === "agent" && `${agent.name} writes the file after your decision`,
    writer === "nobody" && `only shown: ${agent.name} sends the edit itself`,
    saves && "saved on accept",
  ].filter((text) => text !== false);
}

function Notes({ review }: { readonly review: ReviewView }) {
  const hidden = review.hunks.reduce((sum, { insert }) => sum + countHidden(insert), 0);
  const others = pending.value.filter(({ file, id }) => file === review.file && id !== review.id);
  const terms = termsText(review);
  const isPlain = review.kind === "edit" && !review.protected && hidden === 0 && !review.agentGone && !terms.length;
  if (isPlain && others.length === 0 && isOnline.value) return null;
  return (
    <div class="notes">
      {!isOnline.value && <span class="chip warn">Not connected: you can decide when Tandem is back</span>}
      {review.kind !== "edit" && <span class="chip">{kinds[review.kind]}</span>}
      {review.protected && <span class="chip warn">This file can run code or steer agents</span>}
      {hidden > 0 && (
        <span class="chip warn">
          {hidden} hidden {hidden === 1 ? "character" : "characters"}
        </span>
      )}
      {terms.map((text) => (
        <span class="chip" key={text}>
          {text}
        </span>
      ))}
      {review.agentGone && <span class="chip">agent gone, your decision still counts</span>}
      {others.map(({ id, agent }) => (
        <Button key={id} onClick={() => void openReview(id, false)}>
          Also waiting: {agent.name}
        </Button>
      ))}
    </div>
  );
}
