/** How much text one edit may bring: no more than can be sent, and none that makes a text that cannot be opened again. */
import { type ChangeSet, EditorState, type Extension } from "@codemirror/state";
import { MOST_TEXT_UNITS } from "@tandem/workbench-shared/limits";
import { notify } from "../state/notices.js";

/** A little less than the backend takes as one message. */
const MOST_BYTES = 15 * 1024 * 1024;
/** No unit of UTF-16 becomes longer than this in JSON. */
const LONGEST_UNIT = 6;
/** Of inserted text: so much can be sent for sure. */
export const SENDABLE_UNITS = Math.floor(MOST_BYTES / LONGEST_UNIT);

export function insertedUnits(changes: ChangeSet): number {
  let units = 0;
  changes.iterChanges((_fromA, _toA, fromB, toB) => {
    units += toB - fromB;
  });
  return units;
}

/** Refuses what the developer adds beyond that, and says so. */
export function limitSize(): Extension {
  return EditorState.changeFilter.of(({ changes, startState }) => {
    const isGrowing = changes.newLength > startState.doc.length;
    if ((!isGrowing || changes.newLength <= MOST_TEXT_UNITS) && isSendable(changes)) return true;
    notify("That is too much text: nothing was changed.", "bad");
    return false;
  });
}

function isSendable(changes: ChangeSet): boolean {
  if (insertedUnits(changes) <= SENDABLE_UNITS) return true;
  return new TextEncoder().encode(JSON.stringify(changes.toJSON())).length <= MOST_BYTES;
}
