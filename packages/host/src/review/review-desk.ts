/**
 * Every change that an agent makes to text passes here. In trust mode a proposal is applied at once; otherwise it
 * becomes a review, which waits until the developer has decided it. A review ends exactly once and is applied at most
 * once. Only the developer's side decides: nothing that an agent can call does.
 */
import { errors } from "@tandem/protocol";
import type { Agent } from "../agents.js";
import type { Clock } from "../clock.js";
import type { Mode } from "../policy.js";
import { AtOnce } from "./at-once.js";
import type { EarlierProposals } from "./earlier.js";
import { withNewlines } from "./edit-plan.js";
import { hunksAgain, wasIntended } from "./hunk-places.js";
import { anchorOf, appliedHunks, fitText, type Hunk, reversed } from "./hunks.js";
import { newReview, proposerOf } from "./new-review.js";
import { type FileProposal, type Proposal, type Proposed, planHunks } from "./proposal.js";
import { isProtected } from "./protected-files.js";
import { decidedState, isPending, type Review } from "./review.js";
import { MAX_LENGTH, sizeOf } from "./review-records.js";
import { MAX_PENDING, type ReviewStore } from "./review-store.js";
import { termsOf } from "./terms.js";
import type { LiveText, TextWriter } from "./text-writer.js";
import type { Undo } from "./undo.js";

export interface DeskParts {
  readonly texts: TextWriter;
  readonly reviews: ReviewStore;
  readonly undo: Undo;
  readonly earlier: EarlierProposals;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly mode: () => Mode;
  /** False: there is nobody who could decide. */
  readonly canDecide: () => boolean;
}

/** How long the outcome of a review is kept for an agent that was gone when it was decided, and proposes the same again. */
const MISSED_MS = 10 * 60_000;

export class ReviewDesk {
  readonly earlier: EarlierProposals;
  readonly #parts: DeskParts;
  readonly #atOnce: AtOnce;

  constructor(parts: DeskParts) {
    this.#parts = parts;
    this.earlier = parts.earlier;
    this.#atOnce = new AtOnce(parts);
  }

  /**
   * Throws `RANGE_INVALID`, `STALE` or `NOT_ALLOWED`, and then nothing was changed or shown. A proposal that was made
   * before and is still waiting, or was decided while its agent was gone, or was made under the same key, is the one that
   * was made before.
   */
  async propose(proposal: Proposal): Promise<Proposed> {
    const { reviews, mode, canDecide } = this.#parts;
    const again = this.#again(proposal);
    if (again) return again;
    const guarded = proposal.files.find(({ path }) => isProtected(path.relative));
    if (mode() === "trust" && !guarded) {
      const applying = this.#atOnce.make(proposal);
      this.earlier.remember(proposal, applying);
      return applying;
    }
    if (!canDecide()) throw nobodyDecides(guarded?.path.relative);
    const set = this.#parts.newId();
    const lives = await Promise.all(proposal.files.map((file) => this.#live(file)));
    proposal.signal.throwIfAborted();
    const meanwhile = this.#again(proposal);
    if (meanwhile) return meanwhile;
    if (this.#atOnce.carriesOut(proposal, lives[0]?.())) return this.#atOnce.make(proposal);
    // From here until they are shown nothing waits, so the hunks fit the texts when they are first seen.
    const planned = this.#plans(proposal, set, lives);
    if ("kind" in planned) return planned;
    checkRoom(reviews.pending(), planned);
    await this.#show(planned);
    return { kind: "review", reviews: planned };
  }

  /** Brings the hunks of reviews from an earlier run to where they belong in the texts of this one. */
  async restore(): Promise<void> {
    const { reviews, texts } = this.#parts;
    for (const { id, path } of reviews.pending()) {
      const live = await texts.live(path).catch(() => undefined);
      const review = reviews.get(id);
      if (!review || !isPending(review)) continue;
      if (wasDone(review, live) && (await this.#isSaved(review, live))) {
        const finalText = review.terms && live ? { finalText: live.text.sliceString(0) } : {};
        await this.#end(id, { state: decidedState(review.hunks), ...finalText }).catch(() => {});
      } else if (termsOf(review).writer !== "host") await this.#end(id, { state: "withdrawn" }).catch(() => {});
      else reviews.show({ ...review, agentGone: true, hunks: hunksAgain(review, texts.now(path) ?? live) });
    }
  }

  /** Saves, once more, what its agent was promised to find on disk; false if that fails. */
  async #isSaved(review: Review, live: LiveText | undefined): Promise<boolean> {
    if (!termsOf(review).saves || !live?.dirty) return true;
    return this.#parts.texts.save(review.path).then(
      () => true,
      () => false,
    );
  }

  /** The agent does not want it any more. Throws `STALE` if it has ended or is being decided. */
  async withdraw(id: string): Promise<Review> {
    return this.#end(id, { state: "withdrawn" });
  }

  /** The agent that waited for them lost its connection; they stay. */
  left(ids: readonly string[]): void {
    this.#parts.reviews.show(...this.#pending(ids).map((review) => ({ ...review, agentGone: true })));
  }

  /** The agent asks for them: it is there, and from now on they are its own, whichever connection they came by. */
  claim(ids: readonly string[], agent: Agent): void {
    for (const review of this.#parts.reviews.all().filter(({ id }) => ids.includes(id))) {
      if (!review.agentGone && (review.agent.id === agent.id || !isPending(review))) continue;
      this.#parts.reviews.show({ ...review, agent: proposerOf(agent), agentGone: false });
    }
  }

  #pending(ids: readonly string[]): readonly Review[] {
    return this.#parts.reviews.pending().filter(({ id }) => ids.includes(id));
  }

  #again(proposal: Proposal): Proposed | Promise<Proposed> | undefined {
    const { agent, key, files } = proposal;
    const paths = files.map(({ path }) => path.path);
    const since = this.#parts.clock.wall() - MISSED_MS;
    return (
      this.earlier.keyed(agent, key, paths) ?? this.earlier.waiting(proposal) ?? this.earlier.missed(proposal, since)
    );
  }

  /** New reviews; or, of a proposal that no longer fits because it was decided, what it was. */
  #plans(
    proposal: Proposal,
    set: string,
    lives: readonly ((() => LiveText) | undefined)[],
  ): readonly Review[] | Proposed {
    try {
      return proposal.files.map((file, i) => this.#plan(proposal, file, set, lives[i]?.()));
    } catch (error) {
      const decided = this.earlier.decided(proposal);
      if (decided) return decided;
      throw error;
    }
  }

  #plan(proposal: Proposal, file: FileProposal, set: string, live: LiveText | undefined): Review {
    const { clock, newId, texts } = this.#parts;
    const hunks = planHunks(file, live);
    if (file.kind !== "delete" && termsOf({ terms: proposal.terms }).writer === "host") texts.check?.(file.path, hunks);
    return newReview(proposal, file, { id: newId(), set, createdAt: clock.wall(), hunks, live });
  }

  /** Opens the file; what is returned gives its text at any later moment. */
  async #live(file: FileProposal): Promise<(() => LiveText) | undefined> {
    if (file.kind === "create") return undefined;
    const live = await this.#parts.texts.live(file.path);
    return () => this.#parts.texts.now(file.path) ?? live;
  }

  /** A new proposal of the same agent for the same file contains what it proposed before and takes its place. */
  async #show(planned: readonly Review[]): Promise<void> {
    const { reviews, clock } = this.#parts;
    const open = reviews.pending().filter(({ id }) => reviews.isOpen(id));
    const superseded: Review[] = [];
    const shown = planned.map((review) => {
      const older = open.filter((other) => isFollowedBy(other, review));
      for (const each of older) {
        superseded.push({ ...each, state: "superseded", supersededBy: review.id, decidedAt: clock.wall() });
      }
      return review.kind === "edit" ? withHunksOf(older, review) : review;
    });
    await reviews.add(shown, superseded);
  }

  #end(id: string, how: Pick<Review, "state"> & Partial<Review>): Promise<Review> {
    const { reviews, clock } = this.#parts;
    const ended = (review: Review) => ({ ...review, ...how, decidedAt: clock.wall() });
    return reviews.end(id, async (current) => ({ review: ended(current()), takeBack: async () => {} }));
  }
}

/** What was being put on disk by the developer's decision when the end came, and is there. */
function wasDone(review: Review, live: LiveText | undefined): boolean {
  const { kind, hunks, anchor } = review;
  if (kind === "edit") {
    if (!live || !wasIntended(review) || anchorOf(live.text) === anchor) return false;
    return fitText(reversed(appliedHunks(hunks)), live.text);
  }
  const [whole] = hunks;
  if (whole?.verdict !== "accepted") return false;
  return kind === "delete"
    ? live === undefined
    : live !== undefined && plain(live.text.sliceString(0)) === plain(whole.insert);
}

/** Without what a buffer does not hold of a file. */
function plain(text: string): string {
  return withNewlines(text.replace(/^\uFEFF/, ""));
}

/** Throws `NOT_ALLOWED` if more would wait than may. */
function checkRoom(pending: readonly Review[], planned: readonly Review[]): void {
  const all = [...pending, ...planned];
  const length = all.reduce((sum, review) => sum + sizeOf(review), 0);
  if (all.length <= MAX_PENDING && length <= MAX_LENGTH) return;
  const waiting = all.length > MAX_PENDING ? `${MAX_PENDING} reviews are` : "Too much text is";
  throw errors.notAllowed(`${waiting} waiting already.`, "Wait until the developer has decided some.");
}

function nobodyDecides(protectedFile: string | undefined) {
  const why =
    protectedFile === undefined
      ? "Changes need the developer's decision"
      : `${protectedFile} can run code or steer agents`;
  return errors.notAllowed(
    `${why}, and this window has no page in which it could be decided.`,
    protectedFile === undefined
      ? "Ask the developer to open the page, or to start the window with --mode trust."
      : "Ask the developer to start the window with its page, or tell them what to change.",
  );
}

function isFollowedBy({ agent, path, kind, terms }: Review, next: Review): boolean {
  // A diff of a dialect is a whole text, and stands alone.
  if (terms || next.terms) return false;
  return agent.id === next.agent.id && path.path === next.path.path && kind === next.kind;
}

/** What several propose for the same lines is as the newest has it; the older ones are oldest first. */
function withHunksOf(older: readonly Review[], newest: Review): Review {
  const kept = [...newest.hunks];
  for (const { hunks } of older.toReversed()) {
    kept.push(...hunks.filter((hunk) => !kept.some((other) => overlap(hunk, other))));
  }
  const inOrder = kept.sort((a, b) => a.from - b.from);
  return { ...newest, hunks: inOrder.map((hunk, id) => ({ ...hunk, id })) };
}

function overlap(a: Hunk, b: Hunk): boolean {
  return a.from === b.from || (a.from < b.to && b.from < a.to);
}
