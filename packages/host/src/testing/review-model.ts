/**
 * What must hold of reviews, whatever agents and the developer do: an independent account of every text and of where
 * every hunk is, compared with the desk after each step. Knows nothing of how the desk keeps its offsets.
 */
import type { Hunk } from "../review/hunks.js";
import { isPending, type Review } from "../review/review.js";
import type { ReviewStore } from "../review/review-store.js";
import type { TextWriter } from "../review/text-writer.js";
import type { LineEdit, TextChange } from "../text.js";
import { type Account, DeskWrites } from "./desk-writes.js";
import type { MemoryHost } from "./memory-host.js";
import { proposedOn } from "./proposed-on.js";
import type { MemoryJournal } from "./review-fixture.js";
import { sameProposal, type TrackedHunk, type TrackedReview } from "./tracked-review.js";
import { type Place, TrackedText } from "./tracked-text.js";

export class ReviewModel implements Account {
  readonly texts = new Map<string, TrackedText>();
  readonly tracked = new Map<string, TrackedReview>();
  readonly deciding = new Map<string, number>();
  /** Edits by the reason they were proposed with. */
  readonly edits = new Map<string, LineEdit>();
  /** The journal has failed: it may not hold the last verdicts, edits and comments. */
  isIncomplete = false;
  readonly #snapshots = new Map<string, TrackedText[]>();
  readonly #writes = new DeskWrites(this);
  #broken: Error | undefined;
  #writer: "developer" | "desk" | undefined;
  store!: ReviewStore;
  journal!: MemoryJournal;

  constructor(host: MemoryHost, files: readonly string[]) {
    for (const file of files) {
      const text = host.liveText(file);
      if (text !== undefined) this.texts.set(`${host.root}/${file}`, new TrackedText(text));
    }
    host.texts.onChange((path, changes) => this.#changed(path, changes));
  }

  /** The developer's typing, and nothing else, changes text meanwhile. */
  async developer(act: () => Promise<void>): Promise<void> {
    this.#writer = "developer";
    const typing = act();
    this.#writer = undefined;
    await typing;
  }

  /** Looks over the desk's shoulder. */
  readonly watch = (own: TextWriter): Partial<TextWriter> => ({
    live: (path) => {
      this.#looked(path.path);
      return own.live(path);
    },
    now: (path) => {
      this.#looked(path.path);
      return own.now(path);
    },
    change: (files, by) => {
      const planned = files.map(({ path, plan }) => ({
        path,
        plan: (live: Parameters<typeof plan>[0]) => {
          const changes = plan(live);
          this.#writes.changing(path.path, by, changes);
          return changes;
        },
      }));
      this.#writer = "desk";
      const changed = own.change(planned, by);
      this.#writer = undefined;
      return changed;
    },
    create: async (path, text, by) => {
      const made = await own.create(path, text, by);
      this.#writes.created(path.path, by, text);
      this.#replaced(path.path, new TrackedText(text));
      return made;
    },
    remove: async (path, by) => {
      const removed = this.#writes.removing(path.path, by);
      const bringBack = await own.remove(path, by);
      removed();
      this.#replaced(path.path, undefined);
      return bringBack;
    },
  });

  /** After every step, when all has run that could. */
  check(host: MemoryHost): void {
    if (this.#broken) throw this.#broken;
    for (const [path, { text }] of this.texts) {
      this.#same(host.liveText(path.slice(host.root.length + 1)), text, `the text of ${path}`);
    }
    for (const review of this.store.all()) {
      const tracked = this.tracked.get(review.id) ?? this.#track(review);
      if (isPending(review)) this.#checkPending(review, tracked);
      else this.#checkEnded(review, tracked);
    }
  }

  /** After a new start: the same reviews, with the same hunks. */
  checkReplay(before: readonly Review[]): void {
    // Where a moved hunk is may be beyond finding; then it is stale.
    for (const { hunks, moved } of this.tracked.values()) {
      for (const hunk of hunks.values()) hunk.touched ||= moved;
    }
    const essence = (review: Review) => {
      if (this.isIncomplete) return review.id;
      const hunks = review.hunks.map(({ from: _, to: __, stale: ___, ...hunk }) => hunk);
      // By which connection the agent last asked for it ends with the window.
      const { name } = review.agent;
      const kept = isPending(review) ? { ...review, agent: name, hunks } : review;
      return JSON.stringify({ ...kept, agentGone: false });
    };
    for (const kind of [isPending, (review: Review) => !isPending(review)]) {
      const [now, then] = [this.store.all(), before].map((all) => all.filter(kind).map(essence).join("\n"));
      this.#same(now, then, "the queue, or what was decided, after a new start");
    }
    this.isIncomplete = false;
  }

  /** After a new start what was stale may be found again: lines that are there once, and whole, as they were. */
  restored(): void {
    for (const { id, path, kind, hunks } of this.store.pending()) {
      const text = this.texts.get(path.path);
      if (!text || kind === "create") continue;
      for (const { id: hunkId, from, to, removed, stale } of hunks) {
        const hunk = this.tracked.get(id)?.hunks.get(hunkId);
        const whole = removed.endsWith("\n") || (removed !== "" && to === text.text.length) || removed === text.text;
        const once = whole && text.text.indexOf(removed) === from && text.text.lastIndexOf(removed) === from;
        if (hunk && !stale && once) hunk.place = text.place(from, to);
      }
    }
  }

  /** The desk may swallow what is thrown inside it, so it is thrown again at the next check. */
  readonly fail: Account["fail"] = (message) => {
    this.#broken ??= new Error(message);
    throw this.#broken;
  };

  #same<T>(actual: T, expected: T, what: string): void {
    if (actual !== expected) this.fail(`${what} is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
  }

  /** The desk may propose on the text as it is now. */
  #looked(path: string): void {
    const text = this.texts.get(path);
    if (text) this.#snapshots.set(path, [...(this.#snapshots.get(path) ?? []), text]);
  }

  #changed(path: string, changes: readonly TextChange[]): void {
    if (!this.#writer) this.fail(`${path} was changed by nobody`);
    const text = this.texts.get(path) ?? this.fail(`${path} was changed and is not there`);
    for (const hunk of this.#hunksOn(path)) {
      const at = text.find(hunk.place);
      if (!at || changes.some(({ from, to }) => from <= at.to && to >= at.from)) hunk.touched = true;
    }
    this.#moved(path);
    const changed = text.changed(changes);
    this.texts.set(path, changed);
    this.#writes.changed(changed);
  }

  #replaced(path: string, text: TrackedText | undefined): void {
    for (const hunk of this.#hunksOn(path)) hunk.touched = true;
    if (text) this.texts.set(path, text);
    else this.texts.delete(path);
  }

  #moved(path: string): void {
    for (const review of this.tracked.values()) if (review.path === path) review.moved = true;
  }

  #hunksOn(path: string): TrackedHunk[] {
    return [...this.tracked.values()]
      .filter((review) => review.path === path)
      .flatMap(({ hunks }) => [...hunks.values()]);
  }

  #track(review: Review): TrackedReview {
    const { id, path, agent, kind, hunks } = review;
    const before = [...this.tracked]
      .filter(([, other]) => other.path === path.path && other.agent === agent.name)
      .filter(([other]) => ["pending", "superseded"].includes(this.store.get(other)?.state ?? ""));
    const older = before.flatMap(([, other]) => [...other.hunks.values()]);
    const isHere = (old: TrackedHunk, { from, to, stale }: Hunk) =>
      stale || this.texts.get(path.path)?.fits(old.place, from, to) === true;
    const kept = (hunk: Hunk) =>
      kind === "edit" ? older.findLast((old) => sameProposal(old, hunk) && isHere(old, hunk)) : undefined;
    const own = hunks.filter((hunk) => !kept(hunk));
    const base = kind === "create" ? new TrackedText("") : this.#base(review, own);
    const late = base !== this.texts.get(path.path);
    const moved = late || before.some(([, other]) => other.moved);
    const tracked: TrackedReview = { path: path.path, agent: agent.name, hunks: new Map(), moved };
    for (const hunk of hunks) {
      const { proposed, removed, line } = hunk;
      const at = base.lineStart(line);
      const place = kept(hunk)?.place ?? base.place(at, at + removed.length);
      // What happened while it was being recorded is not known here: it may have been touched.
      const touched = kept(hunk)?.touched ?? late;
      tracked.hunks.set(hunk.id, { place, proposed, removed, line, touched });
    }
    this.tracked.set(id, tracked);
    return tracked;
  }

  #base(review: Review, own: readonly Hunk[]): TrackedText {
    const again = this.store.all().some(({ id, reason }) => id !== review.id && reason === review.reason);
    const edit = this.edits.get(review.reason);
    const base = proposedOn(this.#snapshots.get(review.path.path) ?? [], review, own, again ? undefined : edit);
    return base ?? this.fail(`${review.id} does not propose what was asked for: ${JSON.stringify(review.hunks)}`);
  }

  #checkPending(review: Review, tracked: TrackedReview): void {
    if (tracked.ended !== undefined) this.fail(`${review.id} had ended and is pending again`);
    const text = this.texts.get(review.path.path);
    if (this.deciding.has(review.id) || review.kind === "create" || !text) return;
    if (this.#writes.of(review.id).length > 0) this.fail(`${review.id} was applied and is pending`);
    let end = 0;
    for (const { id, from, to, removed, insert, stale } of review.hunks) {
      const hunk = tracked.hunks.get(id) ?? this.fail(`${review.id} has a new hunk ${id}`);
      if (stale && !hunk.touched) this.fail(`hunk ${id} of ${review.id} is stale, and nobody touched it`);
      if (stale) continue;
      this.#same(text.text.slice(from, to), removed, `what hunk ${id} of ${review.id} stands on`);
      if (!text.startsLine(from)) this.fail(`hunk ${id} of ${review.id} does not start a line`);
      const whole = [removed, insert].every((lines) => lines === "" || lines.endsWith("\n")) || to === text.text.length;
      if (!whole) this.fail(`hunk ${id} of ${review.id} ends inside a line`);
      if (!text.fits(hunk.place, from, to)) this.fail(`hunk ${id} of ${review.id} is not where it was proposed`);
      if (from < end) this.fail(`hunk ${id} of ${review.id} is not apart from the one before`);
      end = to;
    }
  }

  /** What was proposed before is in the review that took its place, unless that changes the same lines. */
  #checkSuperseded(review: Review, tracked: TrackedReview): void {
    const heir = this.store.get(review.supersededBy ?? "") ?? this.fail(`${review.id} was superseded by nothing`);
    const heirs = [...(this.tracked.get(heir.id) ?? this.#track(heir)).hunks.values()];
    const text = this.texts.get(review.path.path);
    if (review.kind !== "edit" || !text) return;
    for (const { id } of review.hunks.filter(({ stale }) => !stale)) {
      const place = tracked.hunks.get(id)?.place;
      const at = place && text.find(place);
      const touches = (other: Place) => {
        const there = text.find(other);
        return !at || !there || (at.from <= there.to && there.from <= at.to);
      };
      if (!heirs.some((hunk) => hunk.place === place || touches(hunk.place))) {
        this.fail(`hunk ${id} of ${review.id} is not in ${heir.id}, which superseded it`);
      }
    }
  }

  #checkEnded(review: Review, tracked: TrackedReview): void {
    // Whether its agent has heard of it may still change.
    const now = JSON.stringify({ ...review, agentGone: false });
    if (tracked.ended !== undefined) return this.#same(now, tracked.ended, `${review.id}, which has ended,`);
    tracked.ended = now;
    if (review.state === "superseded") this.#checkSuperseded(review, tracked);
    const records = this.journal.records.filter(({ id }) => id === review.id);
    this.#same(records.filter((record) => !isPending(record)).length, 1, `the records of the end of ${review.id}`);
    this.#same(JSON.stringify({ ...records.at(-1), agentGone: false }), now, `the last record of ${review.id}`);
    const writes = this.#writes.of(review.id);
    const taken = review.hunks.filter(({ verdict, stale }) => verdict === "accepted" && !stale);
    const applied = review.state === "accepted" || review.state === "partly-accepted";
    this.#same(writes.length, applied ? 1 : 0, `how often ${review.id}, ${review.state}, was applied`);
    if (applied && review.kind === "edit") {
      const changes = taken.map(({ from, to, insert }) => ({ from, to, insert }));
      this.#same(JSON.stringify(writes[0]?.changes), JSON.stringify(changes), `what was applied of ${review.id}`);
    }
  }
}
