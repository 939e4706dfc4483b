/** The review desk for the page: its reviews as views, and the developer's decisions. */
import { type AgentRegistry, type HostCore, isPending, type Review, termsOf } from "@tandem/host";
import type { HunkView, ReviewView } from "@tandem/workbench-shared";
import type { Documents } from "../documents.js";
import type { ReviewsForPage } from "./reviews.js";

export function deskReviews({ reviews, decisions, agents }: HostCore, documents: Documents): ReviewsForPage {
  return {
    list: () => {
      const all = reviews.all();
      const decided = all
        .filter((review) => !isPending(review))
        .sort((a, b) => (b.decidedAt ?? 0) - (a.decidedAt ?? 0));
      return [...all.filter(isPending), ...decided].map((review) => ({
        ...viewOf(review, agents),
        version: documents.get(review.path.path)?.version ?? 0,
        undoable: decisions.canUndo(review.id),
        undone: decisions.wasUndone(review.id),
      }));
    },
    onChange: (listener) => reviews.onChange(listener),
    decideHunks: ({ review, verdicts }) => decisions.decideHunks(review, verdicts),
    decideReview: ({ review, verdict, comment }) => decisions.decideReview(review, verdict, comment),
    editHunk: ({ review, hunk, insert }) => decisions.editHunk(review, hunk, insert),
    commentHunk: ({ review, hunk, comment }) => decisions.commentHunk(review, hunk, comment),
    undoReview: ({ review }) => decisions.undoReview(review),
  };
}

function viewOf(review: Review, agents: AgentRegistry): Omit<ReviewView, "version" | "undoable" | "undone"> {
  const { id, agent, agentGone, path, kind, set, reason, state, hunks, comment, createdAt, decidedAt } = review;
  const connected = agents.connected().some((other) => other.id === agent.id);
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
    added: sum(hunks.map(({ insert }) => countLines(insert))),
    removed: sum(hunks.map(({ removed }) => countLines(removed))),
    protected: review.protected,
    comment,
    createdAt,
    ...(decidedAt !== undefined && { decidedAt }),
  };
}

function hunkView({ id, from, to, insert, proposed, verdict, stale, comment }: Review["hunks"][number]): HunkView {
  return { id, from, to, insert, verdict, stale, edited: insert !== proposed, comment };
}

function countLines(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
