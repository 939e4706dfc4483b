/**
 * Every change that an agent makes to text passes here. Today the desk knows one way to decide: trust,
 * which applies a proposal at once to the live buffer and names the agent. A file that can run code or steer agents is never changed without
 * the developer, so as long as nobody can be asked, never.
 */
import { errors } from "@tandem/protocol";
import type { Agent } from "../agents.js";
import { type LineEdit, type PlannedEdit, planLineEdit } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";
import { isProtected } from "./protected-files.js";
import type { TextWriter } from "./text-writer.js";

export interface Proposal {
  readonly agent: Agent;
  readonly path: WorkspacePath;
  readonly edit: LineEdit;
  /** Version of the text that the edit's lines were counted in. */
  readonly version?: number;
  /** Aborted when the agent does not want it any more. */
  readonly signal: AbortSignal;
}

export interface Outcome {
  readonly applied: boolean;
  readonly newRange: PlannedEdit["newRange"];
  /** Version of the text after the decision. */
  readonly version: number;
}

export class ReviewDesk {
  readonly #texts: TextWriter;

  constructor(texts: TextWriter) {
    this.#texts = texts;
  }

  /** Settles when the proposal is decided. Throws `RANGE_INVALID` or `STALE`, and then nothing was changed. */
  async propose({ agent, path, edit, version, signal }: Proposal): Promise<Outcome> {
    if (isProtected(path.relative)) {
      throw errors.notAllowed(
        `${path.relative} can run code or steer agents; it is changed only by the developer's decision.`,
        "Tell the developer what to change and why.",
      );
    }
    let planned: PlannedEdit | undefined;
    const changed = await this.#texts.change(path, agent, (live) => {
      signal.throwIfAborted();
      if (version !== undefined && version !== live.version) {
        throw errors.stale(`The text is at version ${live.version}, not ${version}.`);
      }
      planned = planLineEdit(live.text, edit);
      return planned.change;
    });
    if (planned === undefined) throw errors.internal("The host applied a change without planning it.");
    return { applied: true, newRange: planned.newRange, version: changed.version };
  }
}
