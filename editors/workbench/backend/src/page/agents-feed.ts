/** Who is connected and what they have lately called, to every page, at most five times a second. */
import type { ChangedBy, Clock, SettledCall } from "@tandem/host";
import type { ActivityEntry, AgentView, ToPage } from "@tandem/workbench-shared";
import { Pace } from "./pace.js";
import type { PageParts, Pages } from "./parts.js";

const INTERVAL_MS = 200;
/** Calls that are remembered. */
const MAX_ENTRIES = 200;

export class AgentsFeed {
  readonly #agents: PageParts["agents"];
  readonly #clock: Clock;
  readonly #pages: Pages;
  readonly #pace: Pace;
  readonly #unlisten: () => void;
  /** The oldest first. */
  readonly #entries: ActivityEntry[] = [];
  #activityTold = true;
  #agentsTold = "";

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
    this.#unlisten = agents.onChange(() => this.#pace.due());
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

  /** For a page that has just come. */
  current(): ToPage[] {
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
    this.#unlisten();
    this.#pace.close();
  }

  #connected(): readonly AgentView[] {
    return this.#agents.connected().map(({ id, name, colour, connected }) => ({ id, name, colour, connected }));
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
