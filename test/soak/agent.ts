/** An agent that names its proposals, so that it can ask for them again after a lost connection. */
import { callTool } from "@tandem/agent";
import type { OutputOf, ReviewReport, ToolArguments, ToolName, ToolNamed, WindowFile } from "@tandem/protocol";

const caller = { name: "soak", version: "1" };

type Proposal = ToolArguments<ToolNamed<"ide.editor.replaceRange">>;
export type Answer = OutputOf<"ide.editor.replaceRange">;

export class Agent {
  readonly #window: WindowFile;

  constructor(window: WindowFile) {
    this.#window = window;
  }

  /** The whole live text. */
  async content(file: string): Promise<string> {
    return (await this.#call("ide.editor.getContent", { file })).content;
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
  async propose(proposal: Proposal, key: string): Promise<Answer> {
    return this.#call("ide.editor.replaceRange", proposal, key);
  }

  async #call<N extends ToolName>(tool: N, input: ToolArguments<ToolNamed<N>>, key?: string): Promise<OutputOf<N>> {
    const options = { caller, ...(key !== undefined && { key }) };
    return (await callTool(this.#window, tool, input, options)) as OutputOf<N>;
  }
}
