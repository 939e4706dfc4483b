/** Proposals that are made without a review: in trust mode, or because the developer has just accepted the very same. */
import type { Clock } from "../clock.js";
import type { PlannedEdit, TextChange } from "../text.js";
import { planEdit } from "./edit-plan.js";
import { applyChanges, hunksOf } from "./hunks.js";
import { newReview } from "./new-review.js";
import { type AppliedFile, type FileProposal, type Proposal, type Proposed, planHunks } from "./proposal.js";
import type { Review } from "./review.js";
import type { ReviewStore } from "./review-store.js";
import { termsOf } from "./terms.js";
import type { LiveText, TextWriter } from "./text-writer.js";
import type { Undo } from "./undo.js";

export interface AtOnceParts {
  readonly texts: TextWriter;
  readonly reviews: ReviewStore;
  readonly undo: Undo;
  readonly clock: Clock;
  readonly newId: () => string;
}

export class AtOnce {
  readonly #parts: AtOnceParts;
  readonly #texts: TextWriter;
  readonly #reviews: ReviewStore;
  /** Reviews whose accepted text the agent has put into the file since. */
  readonly #carriedOut = new Set<string>();

  constructor(parts: AtOnceParts) {
    this.#parts = parts;
    this.#texts = parts.texts;
    this.#reviews = parts.reviews;
  }

  /** True, once, if it carries out to the letter what was only shown to the developer, and accepted. */
  carriesOut({ agent, files, terms }: Proposal, live: LiveText | undefined): boolean {
    const [file, ...others] = files;
    if (file?.kind !== "edit" || others.length > 0 || !live || termsOf({ terms }).writer !== "host") return false;
    const isOf = (path: string) => path === file.path.path;
    const shown = this.#reviews.all().findLast(({ path, terms }) => isOf(path.path) && terms?.writer === "nobody");
    if (shown?.agent.id !== agent.id || shown.finalText === undefined || this.#carriedOut.has(shown.id)) return false;
    if (applyChanges(live.text.sliceString(0), planEdit(file, live).changes) !== shown.finalText) return false;
    this.#carriedOut.add(shown.id);
    return true;
  }

  /** Throws `RANGE_INVALID` or `STALE`, and then nothing was changed; or `WRITE_FAILED`. */
  async make(proposal: Proposal): Promise<Proposed> {
    const { terms, files } = proposal;
    if (!terms) return { kind: "applied", files: await this.#change(proposal) };
    if (terms.writer !== "host") {
      return { kind: "applied", files: await Promise.all(files.map((file) => this.#asProposed(file))) };
    }
    const applied = await this.#change(proposal);
    if (terms.saves) for (const { path } of applied) await this.#texts.save(path);
    const finalText = (file: AppliedFile) => this.#texts.now(file.path)?.text.sliceString(0) ?? "";
    return { kind: "applied", files: applied.map((file) => ({ ...file, finalText: finalText(file) })) };
  }

  /** What the agent may put into the file itself. */
  async #asProposed(file: FileProposal): Promise<AppliedFile> {
    const live = file.kind === "create" ? undefined : await this.#texts.live(file.path);
    const finalText = applyChanges(live?.text.sliceString(0) ?? "", planHunks(file, live));
    return { path: file.path, newRanges: [], version: live?.version ?? 0, finalText };
  }

  async #change(proposal: Proposal): Promise<readonly AppliedFile[]> {
    const { agent, files, signal } = proposal;
    const made: Review[] = [];
    const set = this.#parts.newId();
    for (const file of files) {
      if (file.kind === "create") this.#texts.check?.(file.path, [{ from: 0, to: 0, insert: file.text }]);
    }
    const edits = files.filter((file) => file.kind === "edit");
    const ranges = new Map<string, readonly PlannedEdit["newRange"][]>();
    const versions = await this.#texts.change(
      edits.map((file) => ({
        path: file.path,
        plan: (live) => {
          signal.throwIfAborted();
          const { changes, newRanges } = planEdit(file, live);
          ranges.set(file.path.path, newRanges);
          made.push(...this.#accepted(proposal, file, set, live, changes));
          return changes;
        },
      })),
      agent,
    );
    const recording = this.#reviews.add(made, []);
    for (const review of made) this.#parts.undo.applied(review, review.hunks);
    // They were made, whether or not that can be recorded.
    await recording.catch(() => {});
    const byPath = new Map(edits.map(({ path }, i) => [path.path, versions[i] ?? 0]));
    for (const file of files) {
      if (file.kind === "delete") await this.#texts.remove(file.path, agent);
      if (file.kind !== "create") continue;
      byPath.set(file.path.path, (await this.#texts.create(file.path, file.text, agent)).version);
    }
    return files.map(({ path }) => ({
      path,
      newRanges: ranges.get(path.path) ?? [],
      version: byPath.get(path.path) ?? 0,
    }));
  }

  /** What the developer is shown of it, and can take back. Its key is remembered with what the agent is answered. */
  #accepted(
    proposal: Proposal,
    file: FileProposal,
    set: string,
    live: LiveText,
    changes: readonly TextChange[],
  ): readonly Review[] {
    const hunks = hunksOf(live.text, changes).map((hunk) => ({ ...hunk, verdict: "accepted" as const }));
    if (hunks.length === 0) return [];
    const { clock, newId } = this.#parts;
    const at = clock.wall();
    const review = newReview(proposal, file, { id: newId(), set, createdAt: at, hunks, live });
    return [{ ...review, key: undefined, state: "accepted", decidedAt: at }];
  }
}
