/** Everything between the doors and one host, put together. */
import { type Agent, AgentRegistry } from "./agents.js";
import { type Clock, systemClock } from "./clock.js";
import { createDispatch, type Dispatch, type SettledCall } from "./dispatch.js";
import type { EventHub } from "./events/event-hub.js";
import type { IdeHost } from "./ide-host.js";
import type { Mode } from "./policy.js";
import { ReviewDesk } from "./review/review-desk.js";

export interface HostCore {
  readonly host: IdeHost;
  readonly agents: AgentRegistry;
  readonly hub: EventHub;
  readonly dispatch: Dispatch;
}

export interface HostCoreOptions {
  readonly mode: () => Mode;
  readonly clock?: Clock;
  /** Shared with the host's capabilities, which publish to it. */
  readonly hub: EventHub;
  readonly onSettled?: (call: SettledCall) => void;
}

export function createHostCore(host: IdeHost, options: HostCoreOptions): HostCore {
  const clock = options.clock ?? systemClock;
  const agents = new AgentRegistry(clock);
  const desk = new ReviewDesk(host.texts);
  const { hub, mode, onSettled } = options;
  const dispatch = createDispatch({ host, desk, agents, clock, mode, ...(onSettled && { onSettled }) });
  return { host, agents, hub, dispatch };
}

export type { Agent };
