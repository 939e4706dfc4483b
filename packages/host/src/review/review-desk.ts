/**
 * Every change that an agent makes to text passes here. In trust mode a proposal is applied at once; otherwise it
 * becomes a review, which waits until the developer has decided it. A review ends exactly once and is applied at most
 * once. Only the developer's side decides: nothing that an agent can call does.
 */
import { errors } from "@tandem/protocol";
import type { Agent } from "../agents.js";
import type { Clock } from "../clock.js";
import type { Mode } from "../policy.js";
import type { PlannedEdit } from "../text.js";
import { planEdit } from "./edit-plan.js";
import { placesAgain } from "./hunk-places.js";
import { anchorOf, applyChanges, type Hunk } from "./hunks.js";
import {
  type AppliedFile,
  type FileProposal,
  fingerprint,
  type Proposal,
  type Proposed,
  planHunks,
} from "./proposal.js";
import { isProtected } from "./protected-files.js";
import { isPending, type Review } from "./review.js";
import { MAX_PENDING, type ReviewStore } from "./review-store.js";
import { termsOf } from "./terms.js";
import type { LiveText, TextWriter } from "./text-writer.js";

export interface DeskParts {
  readonly texts: TextWriter;
  readonly reviews: ReviewStore;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly mode: () => Mode;
  /** False: there is nobody who could decide. */
  readonly canDecide: () => boolean;
}

export class ReviewDesk {
  readonly #parts: DeskParts;
  /** What was applied at once, by the agent's own name for it. */
  readonly #keyed = new Map<string, Proposed>();
  /** Reviews whose accepted text the agent has put into the file since. */
  readonly #carriedOut = new Set<string>();

  constructor(parts: DeskParts) {
    this.#parts = parts;
  }

  /**
   * Throws `RANGE_INVALID`, `STALE` or `NOT_ALLOWED`, and then nothing was changed or shown. A proposal that was made
   * before and is still waiting, or was made under the same key, is the one that was made before.
   */
  async propose(proposal: Proposal): Promise<Proposed> {
    const { reviews, mode, canDecide } = this.#parts;
    const again = this.made(proposal) ?? this.#waiting(proposal);
    if (again) return again;
    const guarded = proposal.files.find(({ path }) => isProtected(path.relative));
    if (mode() === "trust" && !guarded) {
      const applied: Proposed = { kind: "applied", files: await this.#apply(proposal) };
      this.#remember(proposal, applied);
      return applied;
    }
    if (!canDecide()) throw nobodyDecides(guarded?.path.relative);
    if (reviews.pending().length + proposal.files.length > MAX_PENDING) {
      throw errors.notAllowed(
        `${MAX_PENDING} reviews are waiting already.`,
        "Wait until the developer has decided some.",
      );
    }
    const set = this.#parts.newId();
    const lives = await Promise.all(proposal.files.map((file) => this.#live(file)));
    proposal.signal.throwIfAborted();
    const meanwhile = this.#waiting(proposal);
    if (meanwhile) return meanwhile;
    const shown = this.#accepted(proposal, lives[0]?.());
    if (shown) {
      this.#carriedOut.add(shown.id);
      return { kind: "applied", files: await this.#apply(proposal) };
    }
    // From here until they are shown nothing waits, so the hunks fit the texts when they are first seen.
    const { isNew, reviews: planned } = this.#plans(proposal, set, lives);
    if (isNew) await this.#show(planned);
    return { kind: "review", reviews: planned };
  }

  /** Brings the hunks of reviews from an earlier run to where they belong in the texts of this one. */
  async restore(): Promise<void> {
    const { reviews, texts } = this.#parts;
    for (const { id, path } of reviews.pending()) {
      const live = await texts.live(path).catch(() => undefined);
      const review = reviews.get(id);
      if (!review || !isPending(review)) continue;
      if (wasDone(review, live)) await this.#end(id, { state: "accepted" }).catch(() => {});
      else if (termsOf(review).writer !== "host") await this.#end(id, { state: "withdrawn" }).catch(() => {});
      else reviews.show({ ...review, agentGone: true, hunks: placesAgain(review, texts.now(path) ?? live) });
    }
  }

  /** The agent does not want it any more. Throws `STALE` if it has ended or is being decided. */
  async withdraw(id: string): Promise<Review> {
    return this.#end(id, { state: "withdrawn" });
  }

  /** The agent lost its connection, or is back; its reviews stay. */
  markGone(ids: readonly string[], agentGone: boolean): void {
    for (const id of ids) {
      const review = this.#parts.reviews.get(id);
      if (review && isPending(review) && review.agentGone !== agentGone) {
        this.#parts.reviews.show({ ...review, agentGone });
      }
    }
  }

  /** The shown and accepted change that this one carries out, to the letter. */
  #accepted({ agent, files }: Proposal, live: LiveText | undefined): Review | undefined {
    const [file, ...others] = files;
    if (file?.kind !== "edit" || others.length > 0 || !live) return undefined;
    const shown = this.#parts.reviews
      .all()
      .findLast(({ path, terms }) => path.path === file.path.path && terms?.writer === "nobody");
    if (shown?.agent.id !== agent.id || shown.finalText === undefined || this.#carriedOut.has(shown.id))
      return undefined;
    const text = applyChanges(live.text.sliceString(0), planEdit(file, live).changes);
    return text === shown.finalText ? shown : undefined;
  }

  async #apply(proposal: Proposal): Promise<readonly AppliedFile[]> {
    const { terms } = proposal;
    if (terms && terms.writer !== "host") return Promise.all(proposal.files.map((file) => this.#asProposed(file)));
    const applied = await this.#change(proposal);
    if (!terms) return applied;
    if (terms.saves) for (const { path } of applied) await this.#parts.texts.save(path);
    return applied.map((file) => ({ ...file, finalText: this.#parts.texts.now(file.path)?.text.sliceString(0) ?? "" }));
  }

  /** What the agent may put into the file itself. */
  async #asProposed(file: FileProposal): Promise<AppliedFile> {
    const live = (await this.#live(file))?.();
    const finalText = applyChanges(live?.text.sliceString(0) ?? "", planHunks(file, live));
    return { path: file.path, newRanges: [], version: live?.version ?? 0, finalText };
  }

  async #change({ agent, files, signal }: Proposal): Promise<readonly AppliedFile[]> {
    const { texts } = this.#parts;
    const edits = files.filter((file) => file.kind === "edit");
    const ranges = new Map<string, readonly PlannedEdit["newRange"][]>();
    const versions = await texts.change(
      edits.map((file) => ({
        path: file.path,
        plan: (live) => {
          signal.throwIfAborted();
          const { changes, newRanges } = planEdit(file, live);
          ranges.set(file.path.path, newRanges);
          return changes;
        },
      })),
      agent,
    );
    const byPath = new Map(edits.map(({ path }, i) => [path.path, versions[i] ?? 0]));
    for (const file of files) {
      if (file.kind === "create") byPath.set(file.path.path, (await texts.create(file.path, file.text, agent)).version);
      if (file.kind === "delete") await texts.remove(file.path, agent);
    }
    return files.map(({ path }) => ({
      path,
      newRanges: ranges.get(path.path) ?? [],
      version: byPath.get(path.path) ?? 0,
    }));
  }

  /** New reviews; or, of a proposal that no longer fits because it was decided, the reviews that it was. */
  #plans(
    proposal: Proposal,
    set: string,
    lives: readonly ((() => LiveText) | undefined)[],
  ): { readonly isNew: boolean; readonly reviews: readonly Review[] } {
    try {
      const reviews = proposal.files.map((file, i) => this.#plan(proposal, file, set, lives[i]?.()));
      return { isNew: true, reviews };
    } catch (error) {
      const own = this.#own(proposal.agent).filter(({ state }) => decidedStates.has(state));
      const same = proposal.files.map((file) =>
        own.findLast((review) => review.fingerprint === fingerprint(proposal.agent, file)),
      );
      if (same.every((review) => review !== undefined)) return { isNew: false, reviews: same as Review[] };
      throw error;
    }
  }

  #plan({ agent, reason, key, terms }: Proposal, file: FileProposal, set: string, live: LiveText | undefined): Review {
    const { clock, newId } = this.#parts;
    const hunks = planHunks(file, live);
    const { id, name, version, colour } = agent;
    return {
      id: newId(),
      agent: { id, name, version, colour },
      path: file.path,
      kind: file.kind,
      set,
      fingerprint: fingerprint(agent, file),
      key,
      reason,
      terms,
      createdAt: clock.wall(),
      protected: isProtected(file.path.relative),
      state: "pending",
      hunks,
      anchor: live ? anchorOf(live.text) : "",
      shift: 0,
      comment: "",
      agentGone: false,
      decidedAt: undefined,
      finalText: undefined,
      supersededBy: undefined,
    };
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

  /** What an agent made before under the same key. */
  made({ agent, key }: Pick<Proposal, "agent" | "key">): Proposed | undefined {
    if (key === undefined) return undefined;
    const keyed = this.#own(agent).filter((review) => review.key === key);
    return keyed.length > 0 ? { kind: "review", reviews: keyed } : this.#keyed.get(keyOf(agent, key));
  }

  /** The same proposal, made before and still waiting, by itself or in the review that took its place. */
  #waiting({ agent, files }: Proposal): Proposed | undefined {
    const own = this.#own(agent);
    const same = files.map((file) => {
      const alike = own.filter((review) => review.fingerprint === fingerprint(agent, file));
      return alike.map((review) => this.#heir(review)).findLast(isPending);
    });
    return same.every((review) => review !== undefined) ? { kind: "review", reviews: same as Review[] } : undefined;
  }

  #heir(review: Review): Review {
    const next = review.supersededBy === undefined ? undefined : this.#parts.reviews.get(review.supersededBy);
    return next ? this.#heir(next) : review;
  }

  #own(agent: Agent): readonly Review[] {
    return this.#parts.reviews.all().filter((review) => review.agent.name === agent.name);
  }

  #remember({ agent, key }: Proposal, proposed: Proposed): void {
    if (key === undefined) return;
    this.#keyed.set(keyOf(agent, key), proposed);
    const [oldest] = this.#keyed.keys();
    if (this.#keyed.size > MAX_KEYED && oldest !== undefined) this.#keyed.delete(oldest);
  }
}

/** States in which the developer has put a review. */
const decidedStates: ReadonlySet<Review["state"]> = new Set(["accepted", "partly-accepted", "rejected"]);

/** Keys of applied changes that are remembered. */
const MAX_KEYED = 1000;

function keyOf(agent: Agent, key: string): string {
  return JSON.stringify([agent.name, key]);
}

/** A file that was being made or removed by the developer's decision when the end came, and was. */
function wasDone({ kind, hunks }: Review, live: LiveText | undefined): boolean {
  const [whole] = hunks;
  if (kind === "edit" || whole?.verdict !== "accepted") return false;
  return kind === "delete" ? live === undefined : live?.text.sliceString(0) === whole.insert;
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
  return agent.name === next.agent.name && path.path === next.path.path && kind === next.kind;
}

/** What both propose for the same lines is as the newer one has it. */
function withHunksOf(older: readonly Review[], newer: Review): Review {
  const kept = older.flatMap(({ hunks }) => hunks).filter((hunk) => !newer.hunks.some((own) => overlap(hunk, own)));
  const together = [...kept, ...newer.hunks].sort((a, b) => a.from - b.from);
  return { ...newer, hunks: together.map((hunk, id) => ({ ...hunk, id })) };
}

function overlap(a: Hunk, b: Hunk): boolean {
  return a.from === b.from || (a.from < b.to && b.from < a.to);
}
