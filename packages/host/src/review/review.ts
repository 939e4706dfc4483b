/** One proposed change of one file and the developer's decision on it. Values only; the desk moves them on. */
import type { AgentInfo } from "../agents.js";
import type { WorkspacePath } from "../workspace-path.js";
import { type Hunk, isTaken } from "./hunks.js";
import type { ReviewTerms } from "./terms.js";

export type ReviewState = "pending" | "accepted" | "partly-accepted" | "rejected" | "withdrawn" | "superseded";
export type ReviewKind = "edit" | "create" | "delete";

/** Who proposed it; kept when the agent is long gone. */
export interface Proposer extends AgentInfo {
  readonly id: string;
  readonly colour: string;
}

export interface Review {
  readonly id: string;
  readonly agent: Proposer;
  readonly path: WorkspacePath;
  readonly kind: ReviewKind;
  /** Reviews of one change set share it. */
  readonly set: string;
  /** The same proposal again has the same one. */
  readonly fingerprint: string;
  /** The agent's own name for the proposal. */
  readonly key: string | undefined;
  readonly reason: string;
  /** Of the dialect it came through; undefined = our own. */
  readonly terms: ReviewTerms | undefined;
  /** Wall clock, milliseconds since the epoch. */
  readonly createdAt: number;
  readonly protected: boolean;
  readonly state: ReviewState;
  /** In order and apart; in the live text while it is pending, in the text it was decided on afterwards. */
  readonly hunks: readonly Hunk[];
  /** Of the text that the hunks were last recorded in; see `anchorOf`. */
  readonly anchor: string;
  /** By how many lines what was accepted had moved since it was proposed. */
  readonly shift: number;
  /** On the whole. */
  readonly comment: string;
  readonly agentGone: boolean;
  readonly decidedAt: number | undefined;
  /** The whole text as it was accepted; only of reviews that came with terms. */
  readonly finalText: string | undefined;
  /** The review that contains it, once it was superseded. */
  readonly supersededBy: string | undefined;
}

export function isPending(review: Review): boolean {
  return review.state === "pending";
}

/** The state that its verdicts come to; stale hunks count as not taken. */
export function decidedState(hunks: readonly Hunk[]): "accepted" | "partly-accepted" | "rejected" {
  const taken = hunks.filter(isTaken);
  if (taken.length === 0) return "rejected";
  const whole = taken.length === hunks.length && taken.every(({ insert, proposed }) => insert === proposed);
  return whole ? "accepted" : "partly-accepted";
}

/** Stale hunks cannot be accepted, so they wait for nothing once the others are decided. */
export function isFullyDecided(hunks: readonly Hunk[]): boolean {
  return (
    hunks.some(({ verdict }) => verdict !== "undecided") &&
    hunks.every(({ verdict, stale }) => stale || verdict !== "undecided")
  );
}
