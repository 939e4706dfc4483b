/**
 * Changes that a page made to a document, checked before they are believed.
 *
 * They count only on the newest text: a page that lacks updates takes them in first, and so it alone decides where
 * its changes go. Moving them over the missing ones here as well could put them elsewhere than the page has, because
 * changes do not always land in the same place when they are moved over several others at once and one by one.
 */
import { ChangeSet } from "@codemirror/state";
import { errors } from "@tandem/protocol";
import { MOST_TEXT_UNITS } from "@tandem/workbench-shared/limits";
import * as z from "zod";
import type { Document } from "./document.js";
import type { DocumentUpdate } from "./update-history.js";

/** The text that changes were made on. */
export interface MadeOn {
  readonly edition: string;
  readonly version: number;
}

/** As it comes from the page; `changes` is what `ChangeSet.toJSON` gives. */
export interface WrittenUpdate {
  readonly clientID: string;
  readonly changes: unknown;
}

const length = z.int().min(0);
const line = z.string().regex(/^[^\r\n]*$/);
/** A number of units that stay, or a number of units that go and the lines that come. */
const changesSchema = z.array(z.union([length, z.tuple([length], line)]));

/** Throws `STALE` if they were not made on the newest text, `INVALID_INPUT` if they do not fit it, `FILE_TOO_LARGE`. */
export function readUpdates(
  document: Document,
  { edition, version }: MadeOn,
  written: readonly WrittenUpdate[],
): readonly DocumentUpdate[] {
  if (edition !== document.edition || version !== document.version) {
    throw errors.stale(`The text is at version ${document.version}, not ${version}.`);
  }
  let units = document.text.length;
  const updates = written.map(({ clientID, changes: json }) => {
    const changes = readChanges(json);
    if (changes.length !== units) {
      throw errors.invalidInput(`The changes are for a text of ${changes.length} units, not ${units}.`);
    }
    units = changes.newLength;
    return { clientID, changes };
  });
  if (units > MOST_TEXT_UNITS && units > document.text.length) {
    throw errors.fileTooLarge(document.path.path, units, MOST_TEXT_UNITS, "Nothing was changed.");
  }
  return updates;
}

function readChanges(json: unknown): ChangeSet {
  const parsed = changesSchema.safeParse(json);
  if (!parsed.success) throw errors.invalidInput("The changes are not a change set.");
  return ChangeSet.fromJSON(parsed.data);
}
