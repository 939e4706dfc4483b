/** How a proposal for an existing file changes its live text. Pure. */
import { errors, type Position } from "@tandem/protocol";
import { type LineEdit, type LineSource, offsetOf, type PlannedEdit, planLineEdits, type TextChange } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";
import { hunksOf } from "./hunks.js";
import type { LiveText } from "./text-writer.js";

/** Replaces what stands from `start` to `end`, exclusive; past the end of a line means its end. */
export interface RangeEdit {
  readonly start: Position;
  readonly end: Position;
  /** What has to stand there. */
  readonly oldText?: string;
  readonly newText: string;
}

/** A change of one text, in one of the ways in which agents put it. */
export type EditChange =
  | { readonly edits: readonly LineEdit[]; readonly version?: number }
  | { readonly text: string }
  /** `before` is the whole text, or a part of it that is there once. */
  | { readonly before: string; readonly after: string }
  | { readonly ranges: readonly RangeEdit[] };

export type EditProposal = { readonly kind: "edit"; readonly path: WorkspacePath } & EditChange;

export interface EditPlan {
  /** In order and apart. */
  readonly changes: readonly TextChange[];
  /** Of line edits, in their order; empty for the others. */
  readonly newRanges: readonly PlannedEdit["newRange"][];
}

/** Throws `RANGE_INVALID`, or `STALE` if the text is not what the agent took it for. */
export function planEdit(proposal: EditProposal, { text, version }: LiveText): EditPlan {
  if ("edits" in proposal) {
    if (proposal.version !== undefined && proposal.version !== version) {
      throw errors.stale(`The text of ${proposal.path.path} is at version ${version}, not ${proposal.version}.`);
    }
    return planLineEdits(text, proposal.edits);
  }
  if ("ranges" in proposal) return { changes: planRanges(text, proposal.ranges), newRanges: [] };
  const { from, to, insert } =
    "text" in proposal ? { from: 0, to: text.length, insert: proposal.text } : planSwap(text, proposal);
  const whole = { from, to, insert: withNewlines(insert) };
  return { changes: hunksOf(text, [whole]).map(({ from, to, insert }) => ({ from, to, insert })), newRanges: [] };
}

function planRanges(text: LineSource, edits: readonly RangeEdit[]): readonly TextChange[] {
  const changes = edits.map((edit) => planRange(text, edit)).sort((a, b) => a.from - b.from || a.to - b.to);
  changes.forEach((change, i) => {
    const before = changes[i - 1];
    if (before && change.from < before.to) throw errors.rangeInvalid("Two of the edits touch the same text.");
  });
  return changes;
}

function planRange(text: LineSource, { start, end, oldText, newText }: RangeEdit): TextChange {
  const from = offsetOf(text, start);
  const to = offsetOf(text, end);
  if (to < from) throw errors.rangeInvalid("The end of the range is before its start.");
  if (oldText !== undefined && text.sliceString(from, to) !== withNewlines(oldText)) {
    throw errors.stale(`Line ${start.line} does not hold the text that is to be replaced.`);
  }
  return { from, to, insert: withNewlines(newText) };
}

function planSwap(text: LineSource, { before, after }: { before: string; after: string }): TextChange {
  const whole = text.sliceString(0);
  const old = withNewlines(before);
  if (old === whole || `${old}\n` === whole) {
    const insert = old === whole || after.endsWith("\n") ? after : `${after}\n`;
    return { from: 0, to: whole.length, insert };
  }
  const from = old === "" ? -1 : whole.indexOf(old);
  if (from < 0) throw errors.stale("The file does not hold the text that is to be replaced.");
  if (whole.indexOf(old, from + 1) >= 0) throw errors.stale("The text that is to be replaced is there more than once.");
  return { from, to: from + old.length, insert: after };
}

/** The same lines, with the newlines of live texts. */
export function withNewlines(text: string): string {
  return text.replace(/\r\n?/g, "\n");
}
