/** A window, two agents and a developer that a random sequence of steps moves, with the model looking on. */
import { errors } from "@tandem/protocol";
import { Disconnected } from "../disconnected.js";
import type { Call, CallResult } from "../dispatch.js";
import type { Verdict } from "../review/hunks.js";
import { isPending, type Review } from "../review/review.js";
import { MemoryHost } from "./memory-host.js";
import { MemoryJournal, type ReviewFixture, reviewFixture, turns } from "./review-fixture.js";
import { ReviewModel } from "./review-model.js";

type AgentName = "ada" | "bob";
type How = "wait" | "defer";

/** `pick` chooses among what there is; `a` and `b` are places in hundredths of a text. */
export type Step =
  | { do: "edit"; agent: AgentName; file: string; a: number; b: number; lines: number; open: boolean; how: How }
  | { do: "create"; agent: AgentName; file: string; lines: number; how: How }
  | { do: "delete"; agent: AgentName; file: string; how: How }
  | { do: "again"; agent: AgentName; pick: number }
  | { do: "type"; file: string; a: number; b: number; what: string; wide: boolean }
  | { do: "hunks"; pick: number; verdicts: readonly Verdict[] }
  | { do: "decide"; pick: number; verdict: "accept" | "reject" }
  | { do: "rewrite"; pick: number; hunk: number; lines: number }
  | { do: "withdraw" | "wait"; agent: AgentName; pick: number }
  | { do: "leave"; pick: number; disconnected: boolean }
  | { do: "list"; agent: AgentName }
  | { do: "hold" | "release" | "break" | "mend" | "restart" };

interface Running {
  readonly caller: AbortController;
  result?: CallResult;
  settled: number;
}

export class ReviewWorld {
  readonly seen = { accepted: 0, stale: 0, superseded: 0, restarts: 0 };
  readonly #host: MemoryHost;
  readonly #model: ReviewModel;
  #window: ReviewFixture;
  #journal = new MemoryJournal();
  #calls: Running[] = [];
  #proposals: { agent: AgentName; tool: string; input: object }[] = [];
  #words = 0;
  #errors: Error[] = [];

  constructor(files: Readonly<Record<string, string>>) {
    this.#host = new MemoryHost({ files });
    this.#model = new ReviewModel(this.#host, Object.keys(files));
    this.#window = this.#open();
  }

  async run(step: Step): Promise<void> {
    await this.#do(step);
    await turns();
    this.#check();
  }

  /** Lets everything come to its end; every call must have been answered by then. */
  async end(): Promise<void> {
    this.#journal.fail(undefined);
    this.#journal.release();
    await turns();
    this.#check();
    const { core, clock } = this.#window;
    for (const { id } of core.reviews.pending()) this.#decide(id, () => core.decisions.decideReview(id, "reject", ""));
    await turns();
    this.#check();
    for (const review of core.reviews.all()) {
      if (review.state === "accepted" || review.state === "partly-accepted") this.seen.accepted++;
      if (review.state === "superseded") this.seen.superseded++;
      if (review.hunks.some(({ stale }) => stale)) this.seen.stale++;
    }
    this.#expect(core.reviews.pending().length === 0, "a review cannot be rejected");
    this.#expect(
      this.#calls.every(({ settled }) => settled === 1),
      "a call was not answered exactly once",
    );
    this.#expect(clock.waiting === 0, "a timer is left");
    core.close();
  }

  async #do(step: Step): Promise<void> {
    const { core } = this.#window;
    switch (step.do) {
      case "edit":
        return this.#edit(step);
      case "create":
        return this.#propose(step.agent, "ide.file.create", {
          ...this.#at(step.file),
          text: this.#lines(step.lines),
          review: step.how,
        });
      case "delete":
        return this.#propose(step.agent, "ide.file.delete", { ...this.#at(step.file), review: step.how });
      case "again": {
        const own = this.#proposals.filter(({ agent }) => agent === step.agent);
        const proposal = own[own.length - 1 - (step.pick % Math.max(1, own.length))];
        return proposal && this.#call(step.agent, proposal.tool, proposal.input);
      }
      case "type":
        return this.#type(step);
      case "hunks":
        return this.#onReview(step.pick, ({ id, hunks }) => {
          const verdicts = hunks.map((hunk, i) => ({
            hunk: hunk.id,
            verdict: step.verdicts[i % step.verdicts.length] ?? "rejected",
          }));
          this.#decide(id, () => core.decisions.decideHunks(id, verdicts.slice(0, step.verdicts.length)));
        });
      case "decide":
        return this.#onReview(step.pick, (review) => this.#decideWhole(review, step.verdict));
      case "rewrite":
        return this.#onReview(step.pick, ({ id, hunks, kind }) => {
          const hunk = hunks[step.hunk % Math.max(1, hunks.length)];
          if (hunk && kind !== "delete") this.#run(() => core.decisions.editHunk(id, hunk.id, this.#lines(step.lines)));
        });
      case "withdraw":
      case "wait":
        return this.#onReview(step.pick, ({ id }) => this.#call(step.agent, `ide.review.${step.do}`, { id }));
      case "leave":
        return this.#leave(step.pick, step.disconnected);
      case "list":
        return this.#call(step.agent, "ide.review.list", {});
      case "hold":
        return this.#journal.hold();
      case "release":
        return this.#journal.release();
      case "break":
        this.#model.isIncomplete = true;
        return this.#journal.fail(errors.writeFailed("the journal", new Error("no space left")));
      case "mend":
        return this.#journal.fail(undefined);
      case "restart":
        return this.#restart();
    }
  }

  #edit({ agent, file, a, b, lines, open, how }: Extract<Step, { do: "edit" }>): void {
    const total = (this.#host.liveText(file) ?? "").replace(/\n$/, "").split("\n").length;
    const startLine = 1 + Math.floor((a * (total + 1)) / 100);
    const endLine = Math.min(total, startLine - 1 + Math.floor((b * 4) / 100));
    const newText = open ? this.#lines(lines).replace(/\n$/, "") : this.#lines(lines);
    const edit = { startLine, endLine: Math.max(startLine - 1, endLine), newText };
    const reason = `#${this.#proposals.length}`;
    this.#model.edits.set(reason, edit);
    this.#propose(agent, "ide.editor.replaceRange", { ...this.#at(file), ...edit, reason, review: how });
  }

  #propose(agent: AgentName, tool: string, input: object): void {
    this.#proposals.push({ agent, tool, input });
    this.#call(agent, tool, input);
  }

  async #type({ file, a, b, what, wide }: Extract<Step, { do: "type" }>): Promise<void> {
    const text = this.#host.liveText(file);
    if (text === undefined) return;
    const from = Math.round((a * text.length) / 100);
    const to = Math.min(text.length, from + Math.floor((b * (wide ? 12 : 3)) / 100));
    const words: Record<string, () => string> = {
      word: () => this.#word(),
      line: () => this.#lines(1),
      break: () => `${this.#word()}\n${this.#word()}`,
    };
    const insert = words[what]?.() ?? "";
    await this.#model.developer(() => this.#host.type(file, { from, to, insert }));
  }

  #leave(pick: number, disconnected: boolean): void {
    const open = this.#calls.filter(({ settled }) => settled === 0);
    open[pick % Math.max(1, open.length)]?.caller.abort(disconnected ? new Disconnected() : undefined);
  }

  /** Everything that was under way comes to its end, connections break, and a new window begins with what the journal holds. */
  async #restart(): Promise<void> {
    this.#journal.fail(undefined);
    this.#journal.release();
    await turns();
    for (const { caller, settled } of this.#calls) if (settled === 0) caller.abort(new Disconnected());
    await turns();
    this.#check();
    this.#expect(
      this.#calls.every(({ settled }) => settled === 1),
      "a call was not answered exactly once",
    );
    const before = this.#window.core.reviews.all();
    this.#window.core.close();
    this.#journal = new MemoryJournal(this.#journal.lines);
    this.#window = this.#open();
    this.#model.checkReplay(before);
    await this.#window.core.restore();
    this.#model.restored();
    this.seen.restarts++;
  }

  #open(): ReviewFixture {
    const window = reviewFixture({ host: this.#host, journal: this.#journal, texts: this.#model.watch });
    this.#model.store = window.core.reviews;
    this.#model.journal = this.#journal;
    return window;
  }

  #onReview(pick: number, act: (review: Review) => void): void {
    const { reviews } = this.#window.core;
    const ended = reviews.all().filter((review) => !isPending(review));
    const choice = [...reviews.pending(), ...ended.slice(-1)];
    const review = choice[pick % Math.max(1, choice.length)];
    if (review) act(review);
  }

  #decide(id: string, act: () => Promise<void>): void {
    const { deciding } = this.#model;
    deciding.set(id, (deciding.get(id) ?? 0) + 1);
    this.#run(act, () => {
      const left = (deciding.get(id) ?? 1) - 1;
      if (left > 0) deciding.set(id, left);
      else deciding.delete(id);
    });
  }

  /** What was rejected stays rejected, whatever is accepted with it. */
  #decideWhole({ id, hunks }: Review, verdict: "accept" | "reject"): void {
    const { decisions, reviews } = this.#window.core;
    const refused = hunks.filter((hunk) => verdict === "reject" || hunk.verdict === "rejected").map((hunk) => hunk.id);
    this.#decide(id, async () => {
      await decisions.decideReview(id, verdict, "why");
      const taken = reviews.get(id)?.hunks.find((hunk) => hunk.verdict === "accepted" && refused.includes(hunk.id));
      if (taken) this.#errors.push(new Error(`hunk ${taken.id} of ${id} was rejected and then taken`));
    });
  }

  #run(act: () => Promise<void>, done = () => {}): void {
    act()
      .catch(() => {})
      .finally(done);
  }

  #call(agent: AgentName, tool: string, input: unknown): void {
    const running: Running = { caller: new AbortController(), settled: 0 };
    this.#calls.push(running);
    const call: Call = { agent: this.#window[agent], tool, input, gone: () => running.caller.signal };
    void this.#window.core.dispatch(call).then((result) => {
      running.settled++;
      this.#answered(agent, result);
    });
  }

  /** What an agent hears is its own, and is in the journal. */
  #answered(agent: AgentName, result: CallResult): void {
    if (!result.ok) return;
    const { review, reviews, applied } = result.value as { review?: Told; reviews?: Told[]; applied?: boolean };
    for (const { id, state } of reviews ?? (review ? [review] : [])) {
      const records = this.#journal.records.filter((record) => record.id === id);
      if (records.some((record) => record.agent.name !== agent))
        this.#errors.push(new Error(`${agent} was told of ${id}`));
      // A pending one may have been decided while the answer was on its way; who only asks may see it before it is recorded.
      if (state === "pending" ? applied !== undefined && records.length === 0 : records.at(-1)?.state !== state)
        this.#errors.push(new Error(`${id} was told to be ${state} and is recorded otherwise`));
      const landed = state === "accepted" || state === "partly-accepted";
      if (applied !== undefined && applied !== landed)
        this.#errors.push(new Error(`${id} is ${state}; applied: ${applied}`));
    }
  }

  #check(): void {
    this.#model.check(this.#host);
    const [error] = this.#errors;
    if (error) throw error;
  }

  #expect(holds: boolean, otherwise: string): void {
    if (!holds) throw new Error(otherwise);
  }

  #at(file: string): { file: string } {
    return { file: `${this.#host.root}/${file}` };
  }

  #word(): string {
    return `w${++this.#words}`;
  }

  #lines(count: number): string {
    return Array.from({ length: count }, () => `${this.#word()}\n`).join("");
  }
}

interface Told {
  readonly id: string;
  readonly state: Review["state"];
}
