/**
 * The one way in: find the tool, check the input, ask the policy, run with a deadline, check the output,
 * map what was thrown. Every call of every door passes here.
 */
import { type AnyTool, errors, findTool, IdeError } from "@tandem/protocol";
import type { Agent, AgentRegistry } from "./agents.js";
import type { Clock } from "./clock.js";
import { Disconnected } from "./disconnected.js";
import type { CallScope } from "./handlers/handler.js";
import { handlerOf } from "./handlers/index.js";
import { hasCapability, type IdeHost } from "./ide-host.js";
import { describeIssues } from "./issues.js";
import { decide, type Mode } from "./policy.js";
import type { ReviewDesk } from "./review/review-desk.js";
import type { ReviewStore } from "./review/review-store.js";

export interface DispatchParts {
  readonly host: IdeHost;
  readonly desk: ReviewDesk;
  readonly store: ReviewStore;
  readonly agents: AgentRegistry;
  readonly clock: Clock;
  /** Asked at every call. */
  readonly mode: () => Mode;
  /** Told of every call once it has settled. What it throws is nobody's business. */
  readonly onSettled?: (call: SettledCall) => void;
}

export interface SettledCall {
  readonly agent: Agent;
  readonly tool: string;
  readonly milliseconds: number;
  readonly error?: IdeError;
}

export interface Call {
  readonly agent: Agent;
  /** Dotted or underscored. */
  readonly tool: string;
  readonly input: unknown;
  /** Gives the signal that is aborted when the caller has gone. Not asked for a call that answers at once. */
  readonly gone?: () => AbortSignal;
  /** Tells the caller that the call is alive. */
  readonly progress?: (message: string) => void;
  /** The caller's own name for what it proposes. */
  readonly key?: string;
  /** Told for which reviews the call waits. */
  readonly onReviews?: (ids: readonly string[]) => void;
}

export type CallResult =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly error: IdeError };

/** Never rejects: whatever happens is a value. */
export type Dispatch = (call: Call) => Promise<CallResult>;

export function createDispatch(parts: DispatchParts): Dispatch {
  const { agents, clock, onSettled } = parts;
  return async (call) => {
    const started = clock.now();
    agents.called(call.agent);
    const result = await run(parts, call);
    try {
      onSettled?.({
        agent: call.agent,
        tool: findTool(call.tool)?.name ?? call.tool,
        milliseconds: clock.now() - started,
        ...(!result.ok && { error: result.error }),
      });
    } catch {
      // The call was answered; whoever listens is on their own.
    }
    return result;
  };
}

async function run(parts: DispatchParts, call: Call): Promise<CallResult> {
  try {
    const tool = findTool(call.tool);
    if (!tool) throw errors.unknownTool(call.tool);
    const capability = capabilityFor(parts.host, tool);
    const input = checkInput(tool, call.input);
    checkPolicy(tool, parts.mode());
    const value = await runWithDeadline(parts, call, tool, capability, input);
    return { ok: true, value: checkOutput(tool, value) };
  } catch (thrown) {
    return { ok: false, error: IdeError.from(thrown) };
  }
}

function capabilityFor(host: IdeHost, tool: AnyTool): unknown {
  if (tool.noun === "review") return undefined;
  if (!hasCapability(host, tool.noun)) {
    throw errors.notSupported(`${host.name} does not offer ${tool.name}.`);
  }
  return host.capabilities[tool.noun as keyof IdeHost["capabilities"]];
}

function checkInput(tool: AnyTool, input: unknown): unknown {
  const parsed = tool.input.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw errors.invalidInput(`${tool.name}: ${describeIssues(parsed.error)}.`);
}

function checkPolicy(tool: AnyTool, mode: Mode): void {
  switch (decide(tool.effect, mode)) {
    case "allow":
    case "review": // The desk will see to it.
      return;
    case "refuse":
      throw errors.notAllowed(`The developer has set this window to ${mode}; ${tool.name} is refused.`);
    case "ask":
      throw errors.notAllowed(
        `In ${mode} mode ${tool.name} needs the developer's decision, and this window cannot ask for it.`,
        "Ask the developer to do it, or to start the window in trust mode.",
      );
  }
}

function runWithDeadline(
  parts: DispatchParts,
  call: Call,
  tool: AnyTool,
  capability: unknown,
  input: unknown,
): unknown {
  const { clock, agents } = parts;
  const scope = new RunningScope(parts, call);
  const value = handlerOf(tool)(capability, input, scope);
  if (!(value instanceof Promise)) return value;

  return new Promise((resolve, reject) => {
    const gone = call.gone?.();
    const settle = () => {
      undoDeadline();
      undoDisconnect();
      gone?.removeEventListener("abort", onGone);
    };
    const end = (error: IdeError, reason: unknown = error) => {
      settle();
      scope.end(reason);
      reject(error);
    };
    const { deadlineMs, name } = tool;
    const undoDeadline =
      deadlineMs === undefined ? () => {} : clock.after(deadlineMs, () => end(errors.timedOut(name, deadlineMs)));
    const onGone = () => end(errors.cancelled(name), gone?.reason instanceof Disconnected ? gone.reason : undefined);
    const undoDisconnect = agents.onDisconnect(call.agent, () => end(errors.cancelled(name), new Disconnected()));
    value.then(resolve, reject).finally(settle);
    if (gone?.aborted) onGone();
    else gone?.addEventListener("abort", onGone, { once: true });
  });
}

/** Its signal is made when it is asked for: most calls answer before. */
class RunningScope implements CallScope {
  readonly agent: Agent;
  readonly agents: AgentRegistry;
  readonly paths: CallScope["paths"];
  readonly isPrivate: CallScope["isPrivate"];
  readonly desk: ReviewDesk;
  readonly store: ReviewStore;
  readonly clock: Clock;
  readonly key: CallScope["key"];
  readonly progress: CallScope["progress"];
  readonly onReviews: CallScope["onReviews"];
  #controller: AbortController | undefined;
  #ended: { readonly reason: unknown } | undefined;

  constructor({ host, desk, store, agents, clock }: DispatchParts, { agent, key, progress, onReviews }: Call) {
    this.agent = agent;
    this.agents = agents;
    this.paths = host.paths;
    this.isPrivate = host.isPrivate;
    this.desk = desk;
    this.store = store;
    this.clock = clock;
    this.key = key;
    this.progress = progress;
    this.onReviews = onReviews;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#ended) this.#controller.abort(this.#ended.reason);
    return this.#controller.signal;
  }

  end(reason: unknown): void {
    this.#ended = { reason };
    this.#controller?.abort(reason);
  }
}

function checkOutput(tool: AnyTool, value: unknown): Record<string, unknown> {
  const parsed = tool.output.safeParse(value);
  if (parsed.success) return parsed.data;
  throw errors.internal(`${tool.name} answered with a value that does not fit: ${describeIssues(parsed.error)}.`);
}
