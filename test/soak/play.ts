/** A developer and an agent on one file of a window, from the proposal to the answer, until the window is killed. */
import { setTimeout as pause } from "node:timers/promises";
import type { ReviewReport } from "@tandem/protocol";
import { Agent, type Answer } from "./agent.js";
import { Page, RequestFailed } from "./page.js";
import { END_LINE, proposedLines, type Scenario, START_LINE, type Step } from "./scenario.js";
import type { Window } from "./window.js";

interface Typed {
  readonly line: string;
  /** On the clock of `performance`. */
  acknowledgedAt: number | undefined;
}

/** What is known of a round when its window is gone. */
export class Play {
  readonly scenario: Scenario;
  readonly file: string;
  /** What the developer typed, without what was refused. */
  readonly typed: Typed[] = [];
  readonly reached: Step[] = [];
  /** How many of the typed lines were acknowledged before the decision was sent; undefined if it was not. */
  typedBeforeDecision: number | undefined;
  /** The agent was told that its proposal waits under this id. */
  deferred: string | undefined;
  /** What the agent was answered in the end, by the proposal itself or by waiting for its review. */
  answer: Answer | undefined;
  outcome: ReviewReport | undefined;
  #answered: Promise<void> | undefined;

  constructor(scenario: Scenario, file: string) {
    this.scenario = scenario;
    this.file = file;
  }

  get lines(): readonly string[] {
    return this.typed.map(({ line }) => line);
  }

  /** Runs until the window is gone and all that it had sent is heard; rejects if anything fails before it was killed. */
  async run(window: Window): Promise<void> {
    const page = await Page.connect(window.link);
    let killing: NodeJS.Timeout | undefined;
    const gone = new Promise<void>((resolve, reject) => {
      const reached = (step: Step) => {
        this.reached.push(step);
        const { killAfter, killDelay } = this.scenario;
        if (step !== killAfter) return;
        const kill = () => void window.kill().then(resolve, reject);
        if (killDelay === 0) kill();
        else killing = setTimeout(kill, killDelay);
      };
      this.#play(page, new Agent(window.file), reached).catch((error: unknown) => {
        if (window.killedAt === undefined) reject(error as Error);
      });
    });
    try {
      await gone;
      await Promise.allSettled([page.closed, this.#answered]);
    } finally {
      clearTimeout(killing);
      page.close();
    }
  }

  async #play(page: Page, agent: Agent, reached: (step: Step) => void): Promise<void> {
    const { name, typings, typesWhileDeciding, thinks, saveOnAccept } = this.scenario;
    await page.request("changeSettings", { saveOnAccept });
    await page.request("openDocument", { relative: name, preview: false });
    const answered = this.#propose(agent);
    this.#answered = answered;
    // It is waited for at the end; until then the developer goes on.
    answered.catch(() => {});
    reached("proposed");
    const { id } = await Promise.race([
      page.pendingReview(this.file),
      answered.then(() => page.pendingReview(this.file)),
    ]);
    reached("shown");
    for (let i = 0; i < typings; i++) await this.#type(page);
    reached("typed");
    if (thinks > 0) await pause(thinks);
    reached("thought");
    this.typedBeforeDecision = this.typed.length;
    const deciding = decide(page, id, this.scenario);
    reached("deciding");
    await Promise.all([deciding, typesWhileDeciding && this.#type(page)]);
    reached("decided");
    await answered;
    reached("answered");
  }

  async #propose(agent: Agent): Promise<void> {
    const { name, review } = this.scenario;
    const answer = await agent.propose(this.proposal(0), name);
    if (review === "wait") {
      this.answer = answer;
      this.outcome = answer.review;
    } else {
      this.deferred = answer.review?.id;
      this.outcome = await agent.wait(this.deferred ?? "");
    }
  }

  /** For a text in which so many lines have come before the proposed ones. */
  proposal(shift: number) {
    const { review } = this.scenario;
    const newText = proposedLines(this.scenario);
    return { file: this.file, startLine: START_LINE + shift, endLine: END_LINE + shift, newText, review };
  }

  async #type(page: Page): Promise<void> {
    const typed: Typed = { line: `typed ${this.typed.length} in ${this.scenario.name}`, acknowledgedAt: undefined };
    this.typed.push(typed);
    try {
      await page.type(this.file, this.scenario.where, `${typed.line}\n`);
      typed.acknowledgedAt = performance.now();
    } catch (error) {
      // The decision came first. The real page would send it again; this developer lets it be.
      if (!(error instanceof RequestFailed && error.code === "STALE")) throw error;
      this.typed.pop();
    }
  }
}

/** The developer's decision, in the scenario's way. */
export async function decide(page: Page, review: string, { decides, taken }: Scenario): Promise<void> {
  if (decides === "whole") {
    await page.request("decideReview", { review, verdict: taken[0] ? "accept" : "reject", comment: "" });
    return;
  }
  const verdicts = taken.map((isTaken, hunk) => ({ hunk, verdict: isTaken ? "accepted" : "rejected" }) as const);
  const portions = decides === "together" ? [verdicts] : verdicts.map((verdict) => [verdict]);
  for (const portion of portions) await page.request("decideHunks", { review, verdicts: portion });
}
