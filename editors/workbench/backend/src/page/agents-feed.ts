/** Who is connected and what they have lately called, to every page, at most five times a second. */
import type { ChangedBy, Clock, SettledCall } from "@tandem/host";
import type { ActivityEntry, AgentView, ToPage } from "@tandem/workbench-shared";
import { Pace } from "./pace.js";
import type { PageParts, Pages } from "./parts.js";

const INTERVAL_MS = 200;
/** How often agents that come and go without a call are looked for, in milliseconds. */
const LOOK_MS = 1000;
/** Calls that are remembered. */
const MAX_ENTRIES = 200;

export class AgentsFeed {
  readonly #agents: PageParts["agents"];
  readonly #clock: Clock;
  readonly #pages: Pages;
  readonly #pace: Pace;
  /** The oldest first. */
  readonly #entries: ActivityEntry[] = [];
  #activityTold = true;
  #agentsTold = "";
  #stopLooking: (() => void) | undefined;

  constructor({ agents, clock, log }: Pick<PageParts, "agents" | "clock" | "log">, pages: Pages) {
    this.#agents = agents;
    this.#clock = clock;
    this.#pages = pages;
    this.#pace = new Pace(
      clock,
      () => INTERVAL_MS,
      () => this.#tell(),
      (error) => log(`Agents: ${error}`),
    );
  }

  settled({ agent, tool, milliseconds, error }: SettledCall): void {
    this.#entries.push({
      agent: agent.name,
      colour: agent.colour,
      tool,
      at: this.#clock.wall(),
      milliseconds,
      ...(error && { error: error.code }),
    });
    if (this.#entries.length > MAX_ENTRIES) this.#entries.shift();
    this.#activityTold = false;
    this.#pace.due();
  }

  /** For a page that has just come; from now on agents are looked for. */
  current(): ToPage[] {
    this.#stopLooking ??= this.#clock.after(LOOK_MS, () => this.#look());
    return [
      { type: "agents", agents: this.#connected() },
      { type: "activity", entries: [...this.#entries] },
    ];
  }

  /** An agent as pages know it. */
  viewOf({ id, name, colour }: ChangedBy): AgentView {
    return { id, name, colour, connected: this.#agents.connected().some((agent) => agent.id === id) };
  }

  close(): void {
    this.#stopLooking?.();
    this.#pace.close();
  }

  #connected(): readonly AgentView[] {
    return this.#agents.connected().map(({ id, name, colour, connected }) => ({ id, name, colour, connected }));
  }

  #look(): void {
    this.#stopLooking = undefined;
    if (this.#pages.audience === 0) return;
    this.#stopLooking = this.#clock.after(LOOK_MS, () => this.#look());
    this.#tell();
  }

  #tell(): void {
    const agents = this.#connected();
    const text = JSON.stringify(agents);
    if (text !== this.#agentsTold) this.#pages.tell({ type: "agents", agents });
    this.#agentsTold = text;
    if (!this.#activityTold) this.#pages.tell({ type: "activity", entries: [...this.#entries] });
    this.#activityTold = true;
  }
}
