/**
 * One Clio on its connection: messages in, messages out. Whatever it wants done goes through dispatch, as the calls of
 * every other agent; what goes wrong is answered with an error, and the connection lives.
 */
import { type Agent, type Call, Disconnected, describeIssues, type HostCore, isPending, oneLine } from "@tandem/host";
import {
  clio,
  errors,
  IdeError,
  type OutputOf,
  type ToolArguments,
  type ToolName,
  type ToolNamed,
} from "@tandem/protocol";
import { OpenDiffs } from "../dialects/open-diffs.js";
import { type DiffMessage, proposalOf } from "./proposal.js";

type Message<T extends clio.AgentMessage["type"]> = Extract<clio.AgentMessage, { type: T }>;
type Id = clio.AgentMessage["id"];

const AGENT_NAME = "Clio";
const MAX_STATUS_LENGTH = 1000;

/** A change that waits for its answer. */
interface Change {
  /** Aborted when the connection is lost. */
  readonly gone: AbortController;
  /** Nothing is lost with the connection: the host applies it, but does not know it as a review yet. */
  onItsWay: boolean;
  reviews: readonly string[];
}

interface Joined {
  readonly agent: Agent;
  readonly leave: () => void;
}

export interface ClioSessionOptions {
  /** Changes that may wait at once. */
  readonly mostOpen: number;
  readonly send: (message: clio.HostMessage) => void;
  /** Ends the connection. */
  readonly close: () => void;
}

export class ClioSession {
  readonly #core: HostCore;
  readonly #options: ClioSessionOptions;
  readonly #changes = new Set<Change>();
  /** By file. */
  readonly #diffs: OpenDiffs;
  /** File → its last `applyDiff`: the next one counts its lines in what that one leaves. */
  readonly #applied = new Map<string, Promise<unknown>>();
  #joined: Joined | undefined;
  #ended = false;

  constructor(core: HostCore, options: ClioSessionOptions) {
    this.#core = core;
    this.#diffs = new OpenDiffs(core.reviews);
    this.#options = options;
  }

  /** What came, parsed; undefined if it is not JSON text. */
  receive(message: unknown): void {
    const parsed = clio.agentMessageSchema.safeParse(message);
    if (parsed.success) return this.#take(parsed.data);
    const why = message === undefined ? "it is no JSON text, or nested too deep" : describeIssues(parsed.error);
    this.#fail(errors.invalidInput(`The message was not understood: ${why}.`), idOf(message));
  }

  /**
   * The connection is lost. What the host applies itself goes on waiting, also what it has only just heard of; what only
   * Clio could apply is withdrawn.
   */
  end(): void {
    this.#ended = true;
    for (const change of this.#changes) if (!change.onItsWay) change.gone.abort(new Disconnected());
    this.#joined?.leave();
  }

  #take(message: clio.AgentMessage): void {
    switch (message.type) {
      case "connect":
        return this.#connect(message);
      case "openDiff":
      case "proposeDiff":
        return void this.#propose(message);
      case "applyDiff":
        return this.#apply(message);
      case "closeDiff":
        return void this.#close(message);
      case "status":
        return void this.#say(message);
    }
  }

  #connect({ id, clientVersion }: Message<"connect">): void {
    this.#agent(clientVersion);
    const { VERSION: serverVersion, capabilities } = clio;
    this.#answer({ type: "connected", serverVersion, capabilities: [...capabilities] }, id);
  }

  /** Resolves with the reviews that it became, if any, once nobody waits for them here. */
  async #propose(message: DiffMessage): Promise<readonly string[]> {
    const { id, file, type } = message;
    const change: Change = { gone: new AbortController(), onItsWay: type !== "openDiff", reviews: [] };
    try {
      if (this.#core.mode() === "read-only") this.#answer({ type: "diffRejected", file }, id);
      else await this.#show(message, change);
    } catch (error) {
      this.#fail(IdeError.from(error), id);
    }
    this.#changes.delete(change);
    return change.reviews;
  }

  async #show(message: DiffMessage, change: Change): Promise<void> {
    const { id, file, type } = message;
    if (this.#changes.size >= this.#options.mostOpen) {
      throw errors.notAllowed(`${this.#changes.size} changes of yours are waiting already.`);
    }
    this.#changes.add(change);
    const { signal } = change.gone;
    const decision = await this.#diffs.open(file, async ({ closed, reviews }) => {
      if (type === "applyDiff") await this.#applied.get(file);
      return this.#call("ide.review.propose", proposalOf(message), {
        gone: () => AbortSignal.any([signal, closed]),
        onReviews: (ids) => {
          reviews(ids);
          Object.assign(change, { reviews: ids, onItsWay: false });
          if (this.#ended) change.gone.abort(new Disconnected());
        },
      });
    });
    if (!decision) return; // Clio has closed it.
    // Nobody was asked about an edit that had been accepted before, so nobody has to be told, unless they ask.
    if (type === "applyDiff" && !decision.review && id === undefined) return;
    this.#answer({ type: decision.accepted ? "diffAccepted" : "diffRejected", file }, id);
  }

  #apply(message: Message<"applyDiff">): void {
    const { file } = message;
    const done = this.#propose(message)
      .then((reviews) => this.#decided(reviews))
      .then(() => {
        if (this.#applied.get(file) === done) this.#applied.delete(file);
      });
    this.#applied.set(file, done);
  }

  /** Resolves when they have ended, also after the connection. */
  #decided(ids: readonly string[]): Promise<void> {
    const { reviews } = this.#core;
    return new Promise((resolve) => {
      const look = () => {
        if (reviews.all().some((review) => ids.includes(review.id) && isPending(review))) return;
        undo();
        resolve();
      };
      const undo = reviews.onChange(look);
      look();
    });
  }

  /** Of this connection; and what a lost one of Clio's has left behind. */
  async #close({ file }: Message<"closeDiff">): Promise<void> {
    void this.#diffs.close(file);
    const path = await this.#core.host.paths.file(file).catch(() => undefined);
    const left = this.#core.reviews
      .pending()
      .filter(
        ({ agent, agentGone, path: { path: other } }) => agent.name === AGENT_NAME && agentGone && other === path?.path,
      );
    // One that is being decided is left to that.
    for (const { id } of left) await this.#call("ide.review.withdraw", { id }).catch(() => {});
  }

  async #say({ id, message, level }: Message<"status">): Promise<void> {
    const status = { message: oneLine(message, MAX_STATUS_LENGTH), level };
    await this.#call("ide.editor.showStatus", status).catch((error: IdeError) => this.#fail(error, id));
  }

  /** What the tool answers. Rejects with its `IdeError`. */
  async #call<N extends ToolName>(
    tool: N,
    input: ToolArguments<ToolNamed<N>>,
    more: Pick<Call, "gone" | "onReviews"> = {},
  ): Promise<OutputOf<N>> {
    const result = await this.#core.dispatch({ agent: this.#agent(), tool, input, ...more });
    if (!result.ok) throw result.error;
    return result.value as OutputOf<N>;
  }

  /** Who this is, from its first message on. The version is known if that was `connect`. */
  #agent(version = ""): Agent {
    this.#joined ??= this.#join(version);
    return this.#joined.agent;
  }

  #join(version: string): Joined {
    const { agents } = this.#core;
    const { agent, leave } = agents.join({ name: AGENT_NAME, version }, "clio");
    const detach = agents.attach(agent);
    agents.onDisconnect(agent, this.#options.close);
    return {
      agent,
      leave: () => {
        detach();
        leave();
      },
    };
  }

  #fail({ message, code }: IdeError, id: Id): void {
    this.#answer({ type: "error", message, code }, id);
  }

  #answer(message: clio.HostMessage, id: Id): void {
    this.#options.send({ ...message, ...(id !== undefined && { id }) });
  }
}

/** Also of a message that is wrong otherwise. */
function idOf(message: unknown): Id {
  const { id } = (message ?? {}) as { id?: unknown };
  return (typeof id === "string" && id.length <= 200) || typeof id === "number" ? id : undefined;
}
