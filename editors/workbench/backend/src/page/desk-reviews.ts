/** The review desk for the page: its reviews as views, and the developer's decisions. */
import { type AgentRegistry, countTextLines, type HostCore, isPending, type Review, termsOf } from "@tandem/host";
import type { HunkView, ReviewView } from "@tandem/workbench-shared";
import type { Documents } from "../documents.js";
import type { ReviewsForPage } from "./reviews.js";

/** Decided reviews that a page is told of. */
const MOST_DECIDED = 50;

export function deskReviews({ reviews, decisions, agents }: HostCore, documents: Documents): ReviewsForPage {
  const known = new WeakMap<Review, ReviewView>();
  const decidedView = (review: Review): ReviewView => {
    const undoable = decisions.canUndo(review.id);
    const before = known.get(review);
    const undone = decisions.wasUndone(review.id);
    if (before?.undoable === undoable && before.undone === undone) return before;
    // What was proposed is not shown any more, and may be large.
    const view = { ...viewOf(review, connectedIds(agents)), hunks: [], version: 0, undoable, undone };
    known.set(review, view);
    return view;
  };
  return {
    pending: () => {
      const connected = connectedIds(agents);
      return reviews.pending().map((review) => ({
        ...viewOf(review, connected),
        version: documents.get(review.path.path)?.version ?? 0,
        undoable: false,
        undone: false,
      }));
    },
    decided: () => {
      const decided = reviews.all().filter((review) => !isPending(review));
      return decided.slice(-MOST_DECIDED).reverse().map(decidedView);
    },
    // Whether an agent is gone is seen in its reviews.
    onChange: (listener) => {
      const undo = [reviews.onChange(listener), agents.onChange(listener)];
      return () => {
        for (const end of undo) end();
      };
    },
    decideHunks: ({ review, verdicts }) => decisions.decideHunks(review, verdicts),
    decideReview: ({ review, verdict, comment }) => decisions.decideReview(review, verdict, comment),
    editHunk: ({ review, hunk, insert }) => decisions.editHunk(review, hunk, insert),
    commentHunk: ({ review, hunk, comment }) => decisions.commentHunk(review, hunk, comment),
    undoReview: ({ review }) => decisions.undoReview(review),
  };
}

function connectedIds(agents: AgentRegistry): ReadonlySet<string> {
  return new Set(agents.connected().map(({ id }) => id));
}

function viewOf(
  review: Review,
  connectedAgents: ReadonlySet<string>,
): Omit<ReviewView, "version" | "undoable" | "undone"> {
  const { id, agent, agentGone, path, kind, set, reason, state, hunks, comment, createdAt, decidedAt } = review;
  const connected = connectedAgents.has(agent.id);
  const { title, writer, saves, editable } = termsOf(review);
  return {
    id,
    agent: { id: agent.id, name: agent.name, colour: agent.colour, connected },
    agentGone: agentGone || !connected,
    file: path.path,
    relative: path.relative,
    kind,
    set,
    title: title || (path.relative.split("/").at(-1) ?? path.relative),
    writer,
    saves,
    editable,
    reason,
    state,
    hunks: hunks.map(hunkView),
    added: sum(hunks.map(({ insert }) => countTextLines(insert))),
    removed: sum(hunks.map(({ removed }) => countTextLines(removed))),
    protected: review.protected,
    comment,
    createdAt,
    ...(decidedAt !== undefined && { decidedAt }),
  };
}

function hunkView({ id, from, to, insert, proposed, verdict, stale, comment }: Review["hunks"][number]): HunkView {
  return { id, from, to, insert, verdict, stale, edited: insert !== proposed, comment };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
