/** What agents do, in words: who came and went, what they called, how long it took, what became of it. Pure. */
import { type Agent, CalmLog, type HostCore, isPending, type SettledCall, systemClock } from "@tandem/host";

export class ActivityLog {
  readonly #calm: CalmLog;
  readonly #lastTools = new Map<string, string>();

  constructor(write: (line: string) => void) {
    // An agent that goes round in circles does not bury the rest.
    this.#calm = new CalmLog(write, systemClock);
  }

  /** The tool that the agent called last. */
  lastTool({ id }: Agent): string | undefined {
    return this.#lastTools.get(id);
  }

  say(message: string): void {
    this.#calm.say(message);
  }

  settled({ agent, tool, milliseconds, error }: SettledCall): void {
    this.#lastTools.set(agent.id, tool);
    const line = (outcome: string) => `${agent.name}: ${tool}, ${milliseconds.toFixed(0)} ms, ${outcome}`;
    if (error) this.say(line(`${error.code}: ${error.message}`));
    else this.#calm.sayOf(`${agent.name}: ${tool}, ok`, () => line("ok"));
  }

  /** Follows who comes and goes, and what is decided. Returns the undo. */
  follow({ agents, reviews }: Pick<HostCore, "agents" | "reviews">): () => void {
    let known = new Map<string, Agent>();
    const lookAtAgents = () => {
      const now = new Map(agents.connected().map((agent) => [agent.id, agent]));
      for (const [id, { name, version, dialect }] of now) {
        if (!known.has(id)) this.say(`${`${name} ${version}`.trim()} has connected (${dialect})`);
      }
      for (const [id, { name }] of known) {
        if (now.has(id)) continue;
        this.#lastTools.delete(id);
        this.say(`${name} has gone`);
      }
      known = now;
    };
    const waiting = new Set<string>();
    const lookAtReviews = () => {
      for (const { id } of reviews.pending()) waiting.add(id);
      for (const id of [...waiting]) {
        const review = reviews.get(id);
        if (review && isPending(review)) continue;
        waiting.delete(id);
        if (review) this.say(`${review.agent.name}: the change of ${review.path.relative} is ${review.state}`);
      }
    };
    lookAtAgents();
    lookAtReviews();
    const undo = [agents.onChange(lookAtAgents), reviews.onChange(lookAtReviews)];
    return () => {
      for (const end of undo) end();
    };
  }

  dispose(): void {
    this.#calm.close();
  }
}
