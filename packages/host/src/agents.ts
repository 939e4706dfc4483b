/** Who is connected: a name and a colour for each agent, when it came, what it did last. */
import type { Clock } from "./clock.js";
import { oneLine } from "./one-line.js";

export interface AgentInfo {
  readonly name: string;
  readonly version: string;
}

export interface Agent extends AgentInfo {
  readonly id: string;
  /** One of `agentColours`. */
  readonly colour: string;
  /** What it speaks. */
  readonly dialect: string;
  /** Wall clock, milliseconds since the epoch. */
  readonly since: number;
  readonly calls: number;
  /** Wall clock of the last request, milliseconds since the epoch. */
  readonly lastActivity: number;
  readonly connected: boolean;
}

/** Told apart at a glance, on dark and on light. */
export const agentColours = ["violet", "teal", "orange", "blue", "pink", "green", "gold", "red"] as const;

/** A stateless agent counts as connected this long after its last request. */
export const CONNECTED_MS = 60_000;
/** How many agents are remembered; the longest silent one without a session goes first. */
export const MAX_AGENTS = 4096;

const MAX_NAME_LENGTH = 100;

/** The dialect of those who call the tools by their own names. */
const OWN_DIALECT = "oxide";

class Entry implements Agent {
  calls = 0;
  lastActivity: number;
  /** Open sockets and streams. */
  attached = 0;
  /** It had a socket or stream of its own, and is gone when it has none. */
  wasAttached = false;
  /** Sessions that have not ended. */
  sessions = 0;
  /** What ends its calls and connections, the oldest first. */
  readonly endings = new Set<() => void>();
  /** What listeners were last told of it. */
  toldConnected = true;
  readonly since: number;
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly colour: string;
  readonly dialect: string;
  readonly #clock: Clock;
  #lastSeen: number;

  constructor(id: string, info: AgentInfo, dialect: string, colour: string, clock: Clock) {
    this.id = id;
    this.name = cleanName(info.name) || "unnamed agent";
    this.version = cleanName(info.version);
    this.dialect = dialect;
    this.colour = colour;
    this.#clock = clock;
    this.since = this.lastActivity = clock.wall();
    this.#lastSeen = clock.now();
  }

  get connected(): boolean {
    return this.attached > 0 || this.silentMs < CONNECTED_MS;
  }

  get silentMs(): number {
    return this.#clock.now() - this.#lastSeen;
  }

  touch(): void {
    this.lastActivity = this.#clock.wall();
    this.#lastSeen = this.#clock.now();
  }
}

export class AgentRegistry {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: Clock;
  readonly #newId: () => string;
  readonly #listeners = new Set<() => void>();
  #stopWaiting: (() => void) | undefined;
  #joined = 0;

  /** No id comes twice, in this window or a later one: reviews remember whose they are. */
  constructor(clock: Clock, newId: () => string = () => crypto.randomUUID()) {
    this.#clock = clock;
    this.#newId = newId;
  }

  /** A new agent for a session. `leave` is to be called when the session has ended. */
  join(info: AgentInfo, dialect: string = OWN_DIALECT): { agent: Agent; leave: () => void } {
    const entry = this.#add(this.#newId(), info, dialect);
    entry.sessions = 1;
    return { agent: entry, leave: () => this.#remove(entry) };
  }

  /** A socket or stream of the agent has opened; returns what to call, once, when it has ended. */
  attach(agent: Agent): () => void {
    const entry = agent as Entry;
    entry.attached++;
    entry.wasAttached = true;
    this.#touch(entry);
    return () => {
      entry.attached--;
      this.#touch(entry);
    };
  }

  /** Whether a socket or stream of the agent is open. */
  isAttached(id: string): boolean {
    return (this.#entries.get(id)?.attached ?? 0) > 0;
  }

  /** Whether the agent is in a session that it holds without any stream: that it is silent does not mean that it is gone. */
  holdsSession(id: string): boolean {
    const entry = this.#entries.get(id);
    return entry !== undefined && entry.sessions > 0 && !entry.wasAttached;
  }

  /** The agent behind stateless requests that share a key; made at the first one. */
  recognise(key: string, info: AgentInfo): Agent {
    return this.#entries.get(key) ?? this.#add(key, info, OWN_DIALECT);
  }

  /** The agent has asked for something that is no call. */
  seen(agent: Agent): void {
    this.#touch(agent as Entry);
  }

  /** Counts a call. */
  called(agent: Agent): void {
    const entry = agent as Entry;
    entry.calls++;
    this.#touch(entry);
  }

  /** `end` ends a call or a connection of the agent; it is called when the developer sends the agent away. Returns the undo. */
  onDisconnect(agent: Agent, end: () => void): () => void {
    const { endings } = agent as Entry;
    endings.add(end);
    return () => void endings.delete(end);
  }

  /** The developer sends an agent away: its calls end as if its connection had broken, then it does. It may come again. */
  disconnect(id: string): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    for (const end of [...entry.endings].reverse()) end();
    if (entry.sessions === 0) this.#remove(entry);
  }

  /** Connected agents, oldest first. */
  connected(): readonly Agent[] {
    return [...this.#entries.values()].filter((entry) => entry.connected);
  }

  /** Told when an agent comes, goes, or has been silent for too long. Returns the undo. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#waitForSilence();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#stopWaiting?.();
    };
  }

  #touch(entry: Entry): void {
    entry.touch();
    if (entry.attached === 0) this.#waitForSilence();
    if (entry.toldConnected) return;
    entry.toldConnected = true;
    this.#tell();
  }

  #tell(): void {
    for (const listener of [...this.#listeners]) listener();
  }

  /** Looks again when the first of those that are connected by their last request alone may be so no longer. */
  #waitForSilence(): void {
    if (this.#stopWaiting || this.#listeners.size === 0) return;
    const silent = [...this.#entries.values()].filter(({ attached, connected }) => connected && attached === 0);
    if (silent.length === 0) return;
    const stop = this.#clock.after(CONNECTED_MS - Math.max(...silent.map(({ silentMs }) => silentMs)), () => {
      this.#stopWaiting = undefined;
      this.#waitForSilence();
      const gone = [...this.#entries.values()].filter(({ toldConnected, connected }) => toldConnected && !connected);
      for (const entry of gone) entry.toldConnected = false;
      if (gone.length > 0) this.#tell();
    });
    this.#stopWaiting = () => {
      this.#stopWaiting = undefined;
      stop();
    };
  }

  #remove(entry: Entry): void {
    if (this.#entries.delete(entry.id)) this.#tell();
  }

  #add(id: string, info: AgentInfo, dialect: string): Entry {
    if (this.#entries.size >= MAX_AGENTS) this.#forgetOne();
    const entry = new Entry(id, info, dialect, this.#freeColour(), this.#clock);
    this.#entries.set(id, entry);
    this.#joined++;
    this.#waitForSilence();
    this.#tell();
    return entry;
  }

  #freeColour(): string {
    const used = new Set(this.connected().map((agent) => agent.colour));
    const free = agentColours.find((colour) => !used.has(colour));
    return free ?? agentColours[this.#joined % agentColours.length] ?? agentColours[0];
  }

  #forgetOne(): void {
    const idle = [...this.#entries.values()].filter((entry) => entry.sessions === 0);
    const oldest = idle.sort((a, b) => b.silentMs - a.silentMs)[0];
    if (oldest) this.#remove(oldest);
  }
}

/** An agent names itself. */
export function cleanName(name: string): string {
  return oneLine(name, MAX_NAME_LENGTH);
}
