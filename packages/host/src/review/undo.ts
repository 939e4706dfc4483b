/** Takes an accepted change back, as long as the text that it left is still there. */
import { errors } from "@tandem/protocol";
import type { LineSource, TextChange } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";
import { acceptedChanges, appliedHunks, fitText, type Hunk, isTaken, mapHunks, reversed } from "./hunks.js";
import type { Review } from "./review.js";
import type { LiveText, TextWriter } from "./text-writer.js";

interface Applied {
  readonly path: WorkspacePath;
  /** Hunks that would bring the old text back, where the new text is now. */
  readonly back: readonly Hunk[];
}

interface Replaced {
  readonly path: WorkspacePath;
  readonly takeBack: () => Promise<void>;
}

export class Undo {
  readonly #texts: TextWriter;
  readonly #isKnown: (id: string) => boolean;
  readonly #applied = new Map<string, Applied>();
  /** Files that came or went. */
  readonly #replaced = new Map<string, Replaced>();
  readonly #undone = new Set<string>();

  /** `isKnown` tells which reviews are remembered: the others cannot be asked for. */
  constructor(texts: TextWriter, isKnown: (id: string) => boolean) {
    this.#texts = texts;
    this.#isKnown = isKnown;
  }

  /** To be called right after the accepted hunks of an edit were applied. */
  applied({ id, path }: Review, hunks: readonly Hunk[]): void {
    const back = reversed(appliedHunks(hunks)).filter(isTaken);
    this.#forgetUnknown();
    this.#applied.set(id, { path, back });
  }

  /** To be called right after the file was made or removed. */
  replaced({ id, path }: Review, takeBack: () => Promise<void>): void {
    this.#forgetUnknown();
    this.#replaced.set(id, { path, takeBack });
  }

  /** The text was changed: what is left of applied changes moves with it; what was touched cannot be taken back. */
  textChanged(path: string, changes: readonly TextChange[], text: LineSource): void {
    for (const [id, applied] of this.#applied) {
      if (applied.path.path !== path) continue;
      const back = mapHunks(applied.back, changes, text);
      if (back.some(({ stale }) => stale)) this.#applied.delete(id);
      else this.#applied.set(id, { ...applied, back });
    }
    for (const [id, replaced] of this.#replaced) if (replaced.path.path === path) this.#replaced.delete(id);
  }

  canUndo(id: string): boolean {
    return this.#applied.has(id) || this.#replaced.has(id);
  }

  /** As far as this run knows. */
  wasUndone(id: string): boolean {
    return this.#undone.has(id);
  }

  /** Throws `STALE` if the text was changed there since, or `WRITE_FAILED`. */
  async undo(review: Review): Promise<void> {
    const { id } = review;
    await (this.#replaced.get(id)?.takeBack() ?? this.#undoEdit(review));
    this.#applied.delete(id);
    this.#replaced.delete(id);
    this.#undone.add(id);
  }

  async #undoEdit({ id, agent }: Review): Promise<void> {
    const plan = ({ text }: LiveText) => {
      const applied = this.#applied.get(id);
      if (!applied || !fitText(applied.back, text)) throw changedThere();
      return acceptedChanges(applied.back);
    };
    const path = this.#applied.get(id)?.path;
    if (!path) throw changedThere();
    await this.#texts.change([{ path, plan }], agent);
  }

  #forgetUnknown(): void {
    for (const kept of [this.#applied, this.#replaced, this.#undone]) {
      for (const id of [...kept.keys()]) if (!this.#isKnown(id)) kept.delete(id);
    }
  }
}

export function changedThere() {
  return errors.stale("The text was changed there since; it cannot be taken back.");
}
