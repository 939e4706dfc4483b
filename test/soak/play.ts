/** A developer and an agent in a window, from the proposal to the answer, until the window is killed. */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { ReviewReport } from "@tandem/protocol";
import { Agent, type Answer } from "./agent.js";
import { type FilePlan, proposedEdit, textOf } from "./file-plan.js";
import { Page, RequestFailed } from "./page.js";
import type { Scenario, Step } from "./scenario.js";
import type { Window } from "./window.js";

interface Typed {
  readonly line: string;
  /** On the clock of `performance`. */
  acknowledgedAt: number | undefined;
}

/** What is known of one file of a round. */
export class PlayedFile {
  readonly plan: FilePlan;
  readonly path: string;
  /** What the developer typed, without what was refused. */
  readonly typed: Typed[] = [];
  /** How many of the typed lines were acknowledged before the decision was sent; undefined if it was not. */
  typedBeforeDecision: number | undefined;
  isDecided = false;

  constructor(plan: FilePlan, path: string) {
    this.plan = plan;
    this.path = path;
  }

  get lines(): readonly string[] {
    return this.typed.map(({ line }) => line);
  }

  async type(page: Page): Promise<void> {
    const typed: Typed = { line: `typed ${this.typed.length} in ${this.plan.name}`, acknowledgedAt: undefined };
    this.typed.push(typed);
    try {
      await page.type(this.path, this.plan.where, `${typed.line}\n`);
      typed.acknowledgedAt = performance.now();
    } catch (error) {
      // The decision came first. The real page would send it again; this developer lets it be.
      if (!(error instanceof RequestFailed && error.code === "STALE")) throw error;
      this.typed.pop();
    }
  }

  async decide(page: Page): Promise<void> {
    const { id } = await page.pendingReview(this.path);
    this.typedBeforeDecision = this.typed.length;
    await decide(page, id, this.plan);
    this.isDecided = true;
  }
}

/** What is known of a round when its window is gone. */
export class Play {
  readonly scenario: Scenario;
  readonly files: readonly PlayedFile[];
  readonly reached: Step[] = [];
  /** The agent was told that its proposal waits under these ids. */
  deferred: readonly string[] | undefined;
  /** What the agent was answered in the end, by the proposal itself or by waiting for its reviews. */
  answer: Answer | undefined;
  outcomes: readonly ReviewReport[] | undefined;
  #answered: Promise<void> | undefined;

  constructor(scenario: Scenario, folder: string) {
    this.scenario = scenario;
    this.files = scenario.files.map((plan) => new PlayedFile(plan, join(folder, plan.name)));
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
    const { typesWhileDeciding, thinks, saveOnAccept } = this.scenario;
    const edited = this.files.filter(({ plan }) => plan.kind === "edit");
    await page.request("changeSettings", { saveOnAccept });
    for (const { plan } of edited) await page.request("openDocument", { relative: plan.name, preview: false });
    const answered = this.#propose(agent);
    this.#answered = answered;
    // It is waited for at the end; until then the developer goes on.
    answered.catch(() => {});
    reached("proposed");
    const shown = () => Promise.all(this.files.map(({ path }) => page.pendingReview(path)));
    await Promise.race([shown(), answered.then(shown)]);
    reached("shown");
    for (const file of edited) for (let i = 0; i < file.plan.typings; i++) await file.type(page);
    reached("typed");
    if (thinks > 0) await pause(thinks);
    reached("thought");
    const deciding = this.#decide(page);
    reached("deciding");
    await Promise.all([deciding, typesWhileDeciding && edited[0]?.type(page)]);
    reached("decided");
    await answered;
    reached("answered");
  }

  /** One file after the other. */
  async #decide(page: Page): Promise<void> {
    for (const file of this.files) await file.decide(page);
  }

  async #propose(agent: Agent): Promise<void> {
    const { name, review, tool } = this.scenario;
    const answer = await agent.propose(tool, this.proposal(), name);
    if (review === "wait") {
      this.answer = answer;
      this.outcomes = answer.reviews;
    } else {
      this.deferred = answer.reviews.map(({ id }) => id);
      this.outcomes = await Promise.all(this.deferred.map((id) => agent.wait(id)));
    }
  }

  /** The tool's input; `shiftOf` says how many lines have come before the proposed ones. */
  proposal(shiftOf: (file: PlayedFile) => number = () => 0): object {
    const { review, tool } = this.scenario;
    const edits = this.files.map((file) => ({ file: file.path, ...proposedEdit(file.plan, shiftOf(file)) }));
    switch (tool) {
      case "ide.editor.replaceRange":
        return { ...edits[0], review };
      case "ide.editor.applyEdits":
        return { files: edits.map(({ file, ...edit }) => ({ file, edits: [edit] })), review };
      case "ide.file.create":
        return {
          file: this.files[0]?.path,
          text: this.files[0] && textOf(this.files[0].plan, [], [true, true]),
          review,
        };
      case "ide.file.delete":
        return { file: this.files[0]?.path, review };
    }
  }
}

/** The developer's decision on one file, in the plan's way. */
export async function decide(page: Page, review: string, { decides, taken, kind }: FilePlan): Promise<void> {
  if (decides === "whole") {
    await page.request("decideReview", { review, verdict: taken[0] ? "accept" : "reject", comment: "" });
    return;
  }
  const hunks = kind === "edit" ? taken : taken.slice(0, 1);
  const verdicts = hunks.map((isTaken, hunk) => ({ hunk, verdict: isTaken ? "accepted" : "rejected" }) as const);
  const portions = decides === "together" ? [verdicts] : verdicts.map((verdict) => [verdict]);
  for (const portion of portions) await page.request("decideHunks", { review, verdicts: portion });
}
