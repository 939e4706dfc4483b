/** An agent that names its proposals, so that it can ask for them again after a lost connection. */
import { callTool } from "@tandem/agent";
import {
  IdeError,
  type OutputOf,
  type ReviewReport,
  type ToolArguments,
  type ToolName,
  type ToolNamed,
  type WindowFile,
} from "@tandem/protocol";
import type { ProposingTool } from "./scenario.js";

const caller = { name: "soak", version: "1" };

/** What a tool that proposes has answered: of each file whether it was changed, and its review; and the rest. */
export interface Answer {
  readonly applied: boolean;
  readonly reviews: readonly ReviewReport[];
  readonly newRange?: unknown;
}

export class Agent {
  readonly #window: WindowFile;

  constructor(window: WindowFile) {
    this.#window = window;
  }

  /** The whole live text; undefined if there is no such file. */
  async content(file: string): Promise<string | undefined> {
    try {
      return (await this.#call("ide.editor.getContent", { file })).content;
    } catch (error) {
      if (error instanceof IdeError && error.code === "FILE_NOT_FOUND") return undefined;
      throw error;
    }
  }

  async reviews(): Promise<readonly ReviewReport[]> {
    return (await this.#call("ide.review.list", {})).reviews;
  }

  async wait(id: string): Promise<ReviewReport> {
    return (await this.#call("ide.review.wait", { id })).review;
  }

  async hasConflict(file: string): Promise<boolean> {
    const { files } = await this.#call("ide.editor.getOpenFiles", {});
    return files.some((open) => open.file === file && open.conflict);
  }

  /** Rejects when the connection ends before the answer. */
  async propose(tool: ProposingTool, input: object, key: string): Promise<Answer> {
    const answer = await callTool(this.#window, tool, input, { caller, key });
    const { applied, newRange, review, files } = answer as unknown as {
      applied: boolean;
      newRange?: unknown;
      review?: ReviewReport;
      files?: readonly { review?: ReviewReport }[];
    };
    const reviews = (files?.map((file) => file.review) ?? [review]).filter((each) => each !== undefined);
    return { applied, reviews, newRange };
  }

  async #call<N extends ToolName>(tool: N, input: ToolArguments<ToolNamed<N>>): Promise<OutputOf<N>> {
    return (await callTool(this.#window, tool, input, { caller })) as OutputOf<N>;
  }
}
