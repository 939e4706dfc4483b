import type { AnyTool, InputOf, Noun, OutputOf, ToolName } from "@tandem/protocol";
import type { Agent } from "../agents.js";
import type { Capabilities } from "../ide-host.js";
import type { ReviewDesk } from "../review/review-desk.js";
import type { PathResolver } from "../workspace-path.js";

/** What a handler may use. It has no way to change text but the desk. */
export interface CallScope {
  readonly agent: Agent;
  readonly paths: PathResolver;
  readonly desk: ReviewDesk;
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
export type HandlersOf<K extends Noun & keyof Capabilities> = {
  [N in Extract<AnyTool, { name: `ide.${K}.${string}` }>["name"]]: Handler<N, NonNullable<Capabilities[K]>>;
};
