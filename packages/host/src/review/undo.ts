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

export class Undo {
  readonly #texts: TextWriter;
  readonly #isKnown: (id: string) => boolean;
  readonly #applied = new Map<string, Applied>();
  readonly #undone = new Set<string>();

  /** `isKnown` tells which reviews are remembered: the others cannot be asked for. */
  constructor(texts: TextWriter, isKnown: (id: string) => boolean) {
    this.#texts = texts;
    this.#isKnown = isKnown;
  }

  /** To be called right after the accepted hunks of an edit were applied. */
  applied({ id, path }: Review, hunks: readonly Hunk[]): void {
    const back = reversed(appliedHunks(hunks)).filter(isTaken);
    for (const old of [...this.#applied.keys(), ...this.#undone]) if (!this.#isKnown(old)) this.#forget(old);
    this.#applied.set(id, { path, back });
  }

  /** The text was changed: what is left of applied changes moves with it; what was touched cannot be taken back. */
  textChanged(path: string, changes: readonly TextChange[], text: LineSource): void {
    for (const [id, applied] of this.#applied) {
      if (applied.path.path !== path) continue;
      const back = mapHunks(applied.back, changes, text);
      if (back.some(({ stale }) => stale)) this.#applied.delete(id);
      else this.#applied.set(id, { ...applied, back });
    }
  }

  canUndo(id: string): boolean {
    return this.#applied.has(id);
  }

  /** As far as this run knows. */
  wasUndone(id: string): boolean {
    return this.#undone.has(id);
  }

  /** Throws `STALE` if the text was changed there since. */
  async undo({ id, agent }: Review): Promise<void> {
    const plan = ({ text }: LiveText) => {
      const applied = this.#applied.get(id);
      if (!applied || !fitText(applied.back, text))
        throw errors.stale("The text was changed there since; it cannot be taken back.");
      return acceptedChanges(applied.back);
    };
    const path = this.#applied.get(id)?.path;
    if (!path) throw errors.stale("The text was changed there since; it cannot be taken back.");
    await this.#texts.change([{ path, plan }], agent);
    this.#applied.delete(id);
    this.#undone.add(id);
  }

  #forget(id: string): void {
    this.#applied.delete(id);
    this.#undone.delete(id);
  }
}
