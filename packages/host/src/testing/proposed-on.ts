import type { Hunk } from "../review/hunks.js";
import type { Review } from "../review/review.js";
import { type LineEdit, planLineEdits } from "../text.js";
import { StringText } from "./string-text.js";
import type { TrackedText } from "./tracked-text.js";

/**
 * The newest of the texts on which the review's own hunks, by their lines, make what the agent asked for. Undefined if
 * there is none: then the review proposes something else. Without an edit only what the hunks remove is compared.
 */
export function proposedOn(
  texts: readonly TrackedText[],
  { kind, hunks }: Review,
  own: readonly Hunk[],
  edit: LineEdit | undefined,
): TrackedText | undefined {
  // A deletion may have been proposed before, too; then it is not known whose it is.
  const mixed = own.length < hunks.length && hunks.some(({ proposed }) => proposed === "");
  return texts.findLast((text) => {
    const changes = own.map(({ line, removed, proposed }) => {
      const from = text.lineStart(line);
      return { from, to: from + removed.length, insert: proposed };
    });
    if (changes.some(({ from, to }, i) => text.text.slice(from, to) !== own[i]?.removed)) return false;
    if (kind === "delete") return text.changed(changes).text === "";
    return edit === undefined || mixed || text.changed(changes).text === edited(text.text, edit);
  });
}

/** Undefined if the edit does not fit the text. */
function edited(text: string, edit: LineEdit): string | undefined {
  const source = new StringText(text);
  try {
    return planLineEdits(source, [edit])
      .changes.reduceRight((now, change) => now.changed(change), source)
      .toString();
  } catch {
    return undefined;
  }
}
