import type { AnyTool, InputOf, Noun, OutputOf, ToolName } from "@tandem/protocol";
import type { Agent, AgentRegistry } from "../agents.js";
import type { Clock } from "../clock.js";
import type { Capabilities } from "../ide-host.js";
import type { ReviewDesk } from "../review/review-desk.js";
import type { ReviewStore } from "../review/review-store.js";
import type { PathResolver } from "../workspace-path.js";

/** What a handler may use. It has no way to change text but the desk. */
export interface CallScope {
  readonly agent: Agent;
  readonly agents: AgentRegistry;
  readonly paths: PathResolver;
  /** True for files whose contents agents are not told of unasked. */
  readonly isPrivate: (file: string) => boolean;
  readonly desk: ReviewDesk;
  readonly store: ReviewStore;
  readonly clock: Clock;
  /** The agent's own name for what it proposes. */
  readonly key: string | undefined;
  /** Tells the agent that the call is alive; undefined if it does not want to hear. */
  readonly progress: ((message: string) => void) | undefined;
  /** Tells for which reviews the call waits; undefined if nobody wants to know. */
  readonly onReviews: ((ids: readonly string[]) => void) | undefined;
  /** Aborted when the caller has gone or the deadline has passed. */
  readonly signal: AbortSignal;
}

/** Tool call → capability calls, nothing else. */
export type Handler<N extends ToolName, C> = (
  capability: C,
  input: InputOf<N>,
  scope: CallScope,
) => OutputOf<N> | Promise<OutputOf<N>>;

/** One handler for every tool of a noun: leaving one out does not compile. */
export type HandlersOf<K extends Noun> = {
  [N in Extract<AnyTool, { name: `ide.${K}.${string}` }>["name"]]: Handler<N, CapabilityOf<K>>;
};

/** Reviews are not the host's to offer: the desk is there in every window. */
type CapabilityOf<K extends Noun> = K extends keyof Capabilities ? NonNullable<Capabilities[K]> : undefined;
