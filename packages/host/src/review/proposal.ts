/** What agents propose, and the hunks that it comes to on a text. Values and pure functions. */
import { errors } from "@tandem/protocol";
import type { Agent } from "../agents.js";
import { emptyText, type PlannedEdit } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";
import { digest } from "./digest.js";
import { type EditProposal, planEdit } from "./edit-plan.js";
import { type Hunk, hunksOf, wholeHunk } from "./hunks.js";
import type { Review } from "./review.js";
import type { ReviewTerms } from "./terms.js";
import type { LiveText } from "./text-writer.js";

/** What an agent wants of one file. */
export type FileProposal =
  | EditProposal
  | { readonly kind: "create"; readonly path: WorkspacePath; readonly text: string }
  | { readonly kind: "delete"; readonly path: WorkspacePath };

/** One change set: all of it can be made, or none of it is proposed. */
export interface Proposal {
  readonly agent: Agent;
  readonly files: readonly FileProposal[];
  readonly reason: string;
  /** Of the dialect; ours if left out. */
  readonly terms?: ReviewTerms;
  /** The agent's own name for it: the same one again is the same proposal. */
  readonly key?: string;
  /** Aborted when the agent does not want it any more. */
  readonly signal: AbortSignal;
}

/** Applied at once, or waiting as reviews; in the order of the files. */
export type Proposed =
  | { readonly kind: "applied"; readonly files: readonly AppliedFile[] }
  | { readonly kind: "review"; readonly reviews: readonly Review[] };

export interface AppliedFile {
  readonly path: WorkspacePath;
  readonly newRanges: readonly PlannedEdit["newRange"][];
  readonly version: number;
  /** The whole text; only of proposals that came with terms. */
  readonly finalText?: string;
}

/** The hunks of what is proposed for a text. Throws `RANGE_INVALID`, `STALE`, or `INVALID_INPUT` if it changes nothing. */
export function planHunks(file: FileProposal, live: LiveText | undefined): readonly Hunk[] {
  if (file.kind === "create" || !live) return [wholeHunk(emptyText, file.kind === "create" ? file.text : "")];
  if (file.kind === "delete") return [wholeHunk(live.text, "")];
  const hunks = hunksOf(live.text, planEdit(file, live).changes);
  if (hunks.length === 0) throw errors.invalidInput("The proposal changes nothing.");
  return hunks;
}

/** The same proposal of the same program again has the same one. */
export function fingerprint(agent: Agent, { path, ...what }: FileProposal): string {
  // A whole text is the same proposal whether or not its file is there by now.
  return digest(JSON.stringify([agent.name, path.path, "text" in what ? what.text : what]));
}
