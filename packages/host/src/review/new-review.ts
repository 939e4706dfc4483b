import type { Agent } from "../agents.js";
import { anchorOf, type Hunk } from "./hunks.js";
import { type FileProposal, fingerprint, type Proposal } from "./proposal.js";
import { isProtected } from "./protected-files.js";
import type { Proposer, Review } from "./review.js";
import type { LiveText } from "./text-writer.js";

export interface NewReview {
  readonly id: string;
  readonly set: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly createdAt: number;
  readonly hunks: readonly Hunk[];
  /** What the hunks are in; undefined if there is no file yet. */
  readonly live: Pick<LiveText, "text"> | undefined;
}

/** What is proposed for one file, waiting to be decided. */
export function newReview(
  { agent, reason, key, terms }: Proposal,
  file: FileProposal,
  { id, set, createdAt, hunks, live }: NewReview,
): Review {
  return {
    id,
    agent: proposerOf(agent),
    path: file.path,
    kind: file.kind,
    set,
    fingerprint: fingerprint(agent, file),
    key,
    reason,
    terms,
    createdAt,
    protected: isProtected(file.path.relative),
    state: "pending",
    hunks,
    anchor: live ? anchorOf(live.text) : "",
    shift: 0,
    comment: "",
    agentGone: false,
    decidedAt: undefined,
    finalText: undefined,
    supersededBy: undefined,
  };
}

export function proposerOf({ id, name, version, colour }: Agent): Proposer {
  return { id, name, version, colour };
}
