/**
 * One Clio on its connection: messages in, messages out. Whatever it wants done goes through dispatch, as the calls of
 * every other agent; what goes wrong is answered with an error, and the connection lives.
 */
import { type Agent, type CallResult, Disconnected, describeIssues, type HostCore, oneLine } from "@tandem/host";
import { clio, errors, type IdeError, type OutputOf } from "@tandem/protocol";
import { type DiffMessage, proposalOf } from "./proposal.js";

type Message<T extends clio.AgentMessage["type"]> = Extract<clio.AgentMessage, { type: T }>;
type Id = clio.AgentMessage["id"];

const AGENT_NAME = "Clio";
const MAX_STATUS_LENGTH = 1000;

/** A change that waits for its answer. Aborted: it is not wanted any more. */
interface OpenDiff {
  readonly file: string;
  readonly gone: AbortController;
}

interface Joined {
  readonly agent: Agent;
  readonly leave: () => void;
}

export interface ClioSessionOptions {
  /** Changes that may wait at once. */
  readonly mostOpen: number;
  readonly send: (message: clio.HostMessage) => void;
}

export class ClioSession {
  readonly #core: HostCore;
  readonly #options: ClioSessionOptions;
  readonly #open = new Set<OpenDiff>();
  /** File → its last `applyDiff`: the next one counts its lines in what that one leaves. */
  readonly #applied = new Map<string, Promise<unknown>>();
  #joined: Joined | undefined;

  constructor(core: HostCore, options: ClioSessionOptions) {
    this.#core = core;
    this.#options = options;
  }

  /** What came, parsed; undefined if it is not JSON text. */
  receive(message: unknown): void {
    const parsed = clio.agentMessageSchema.safeParse(message);
    if (parsed.success) return this.#take(parsed.data);
    const why = message === undefined ? "it is no JSON text, or nested too deep" : describeIssues(parsed.error);
    this.#fail(errors.invalidInput(`The message was not understood: ${why}.`), idOf(message));
  }

  /** The connection is lost. What the host applies itself goes on waiting; what only Clio could apply is withdrawn. */
  end(): void {
    for (const { gone } of this.#open) gone.abort(new Disconnected());
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

  async #propose(message: DiffMessage): Promise<void> {
    const { id, file, type } = message;
    if (this.#core.mode() === "read-only") return this.#answer({ type: "diffRejected", file }, id);
    if (this.#open.size >= this.#options.mostOpen) {
      return this.#fail(errors.notAllowed(`${this.#open.size} changes of yours are waiting already.`), id);
    }
    const open: OpenDiff = { file, gone: new AbortController() };
    this.#open.add(open);
    if (type === "applyDiff") await this.#applied.get(file);
    const result = await this.#call("ide.review.propose", proposalOf(message), open.gone.signal);
    this.#open.delete(open);
    if (open.gone.signal.aborted) return;
    if (!result.ok) return this.#fail(result.error, id);
    const { accepted, review } = result.value as OutputOf<"ide.review.propose">;
    // Nobody was asked about an edit that had been accepted before, so nobody has to be told, unless they ask.
    if (type === "applyDiff" && !review && id === undefined) return;
    this.#answer({ type: accepted ? "diffAccepted" : "diffRejected", file }, id);
  }

  #apply(message: Message<"applyDiff">): void {
    const { file } = message;
    const done = this.#propose(message).then(() => {
      if (this.#applied.get(file) === done) this.#applied.delete(file);
    });
    this.#applied.set(file, done);
  }

  /** Of this connection; and what a lost one of Clio's has left behind. */
  async #close({ file }: Message<"closeDiff">): Promise<void> {
    for (const open of this.#open) if (open.file === file) open.gone.abort();
    const path = await this.#core.host.paths.file(file).catch(() => undefined);
    const left = this.#core.reviews
      .pending()
      .filter(
        ({ agent, agentGone, path: { path: other } }) => agent.name === AGENT_NAME && agentGone && other === path?.path,
      );
    for (const { id } of left) await this.#call("ide.review.withdraw", { id });
  }

  async #say({ id, message, level }: Message<"status">): Promise<void> {
    const result = await this.#call("ide.editor.showStatus", { message: oneLine(message, MAX_STATUS_LENGTH), level });
    if (!result.ok) this.#fail(result.error, id);
  }

  #call(tool: string, input: object, gone?: AbortSignal): Promise<CallResult> {
    return this.#core.dispatch({ agent: this.#agent(), tool, input, ...(gone && { gone: () => gone }) });
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
