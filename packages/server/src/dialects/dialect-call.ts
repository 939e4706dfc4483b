/** One call of a dialect's tool. Whatever it needs done it asks the tool table for, by dispatch. */
import type { Call, HostCore, Mode } from "@tandem/host";
import type { OutputOf, ToolArguments, ToolName, ToolNamed } from "@tandem/protocol";
import type { OpenDiffs } from "./open-diffs.js";

/** What is the same for all calls of one connection. */
export interface Caller {
  readonly core: HostCore;
  readonly agent: Call["agent"];
  readonly diffs: OpenDiffs;
  /** The agent takes the developer's own edits of what it proposed. */
  readonly takesFinalText: boolean;
}

export class DialectCall {
  readonly #caller: Caller;
  readonly #wishes: Pick<Call, "progress" | "key">;
  /** Aborted when the agent does not want it any more, or has gone. */
  readonly gone: () => AbortSignal;

  constructor(caller: Caller, gone: () => AbortSignal, wishes: Pick<Call, "progress" | "key">) {
    this.#caller = caller;
    this.gone = gone;
    this.#wishes = wishes;
  }

  get mode(): Mode {
    return this.#caller.core.mode();
  }

  get diffs(): OpenDiffs {
    return this.#caller.diffs;
  }

  get takesFinalText(): boolean {
    return this.#caller.takesFinalText;
  }

  /** What the tool answers. Throws its `IdeError`. */
  async ask<N extends ToolName>(
    tool: N,
    input: ToolArguments<ToolNamed<N>>,
    otherwise: Pick<Call, "gone" | "onReviews"> = {},
  ): Promise<OutputOf<N>> {
    const { core, agent } = this.#caller;
    const result = await core.dispatch({ agent, tool, input, gone: this.gone, ...this.#wishes, ...otherwise });
    if (!result.ok) throw result.error;
    return result.value as OutputOf<N>;
  }
}
