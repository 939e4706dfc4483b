/** A window with a memory host, two agents and a developer who can decide; what a test of the review desk starts from. */
import type { Agent } from "../agents.js";
import type { Call, CallResult } from "../dispatch.js";
import { EventHub } from "../events/event-hub.js";
import { createHostCore, type HostCore } from "../host-core.js";
import type { IdeHost } from "../ide-host.js";
import type { Mode } from "../policy.js";
import type { SaveOnAccept } from "../review/decision.js";
import type { Review } from "../review/review.js";
import type { ReviewJournal } from "../review/review-store.js";
import type { TextWriter } from "../review/text-writer.js";
import { FakeClock } from "./fake-clock.js";
import { MemoryHost } from "./memory-host.js";

/** A journal in memory. What it holds has been through JSON, as on a disk. */
export class MemoryJournal implements ReviewJournal {
  readonly #lines: string[];
  #failure: Error | undefined;
  #held: (() => void)[] | undefined;

  constructor(lines: readonly string[] = []) {
    this.#lines = [...lines];
  }

  get lines(): readonly string[] {
    return this.#lines;
  }

  get records(): readonly Review[] {
    return this.#lines.flatMap((line) => JSON.parse(line) as readonly Review[]);
  }

  async append(reviews: readonly Review[]): Promise<void> {
    const line = JSON.stringify(reviews);
    if (this.#held) await new Promise<void>((resolve) => this.#held?.push(resolve));
    if (this.#failure) throw this.#failure;
    this.#lines.push(line);
  }

  /** Appends wait from now on, until `release`. */
  hold(): void {
    this.#held ??= [];
  }

  /** Lets the appends that wait go on in their order. */
  release(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const resume of held) resume();
  }

  /** Lets the append that waits longest go on. */
  releaseOne(): void {
    this.#held?.shift()?.();
  }

  /** Appends fail from now on; `undefined`: no longer. */
  fail(failure: Error | undefined): void {
    this.#failure = failure;
  }
}

export interface FixtureOptions {
  readonly files?: Readonly<Record<string, string>>;
  readonly mode?: Mode;
  readonly canDecide?: boolean;
  readonly saveOnAccept?: SaveOnAccept;
  readonly journal?: MemoryJournal;
  readonly host?: MemoryHost;
  /** Stands in for parts of the host's way to change text. */
  readonly texts?: (own: TextWriter) => Partial<TextWriter>;
  readonly clock?: FakeClock;
}

export interface ReviewFixture {
  readonly host: MemoryHost;
  readonly core: HostCore;
  readonly clock: FakeClock;
  readonly journal: MemoryJournal;
  readonly ada: Agent;
  readonly bob: Agent;
  call(agent: Agent, tool: string, input: unknown, extra?: Partial<Call>): Promise<CallResult>;
  /** `ide.editor.replaceRange` of ada's that does not wait. Returns the review. */
  propose(file: string, startLine: number, endLine: number, newText: string, by?: Agent): Promise<Review>;
  review(id: string): Review;
}

/** No id comes twice, whichever window gives it. */
let ids = 0;

export function reviewFixture(options: FixtureOptions = {}): ReviewFixture {
  const { mode = "review", canDecide = true, saveOnAccept = "never", journal = new MemoryJournal() } = options;
  const host = options.host ?? new MemoryHost({ files: options.files ?? {} });
  const clock = options.clock ?? new FakeClock();
  const { name, version, paths, capabilities, isPrivate } = host;
  const texts = { ...host.texts, ...options.texts?.(host.texts) };
  const window: IdeHost = { name, version, paths, capabilities, texts, isPrivate };
  const core = createHostCore(window, {
    mode: () => mode,
    canDecide: () => canDecide,
    saveOnAccept: () => saveOnAccept,
    clock,
    journal,
    hub: new EventHub(clock, () => {}),
    newId: () => `id-${++ids}`,
  });
  const ada = core.agents.join({ name: "ada", version: "1" }).agent;
  const bob = core.agents.join({ name: "bob", version: "1" }).agent;
  const call: ReviewFixture["call"] = (agent, tool, input, extra) => core.dispatch({ agent, tool, input, ...extra });
  const review = (id: string) => {
    const found = core.reviews.get(id);
    if (!found) throw new Error(`There is no review ${id}.`);
    return found;
  };
  return {
    host,
    core,
    clock,
    journal,
    ada,
    bob,
    call,
    review,
    propose: async (file, startLine, endLine, newText, by = ada) => {
      const input = { file: `${host.root}/${file}`, startLine, endLine, newText, review: "defer" };
      const result = await call(by, "ide.editor.replaceRange", input);
      if (!result.ok) throw result.error;
      return review((result.value["review"] as { id: string }).id);
    },
  };
}

/** Lets everything run that waits for nothing but its turn. */
export async function turns(count = 60): Promise<void> {
  for (let i = 0; i < count; i++) await Promise.resolve();
}
