/** An agent that names its proposals, so that it can ask for them again after a lost connection. */
import { callTool } from "@tandem/agent";
import type { OutputOf, ReviewReport, ToolArguments, ToolName, ToolNamed, WindowFile } from "@tandem/protocol";

const caller = { name: "soak", version: "1" };
const PROTOCOL_VERSION = "2026-07-28";
const META = "io.modelcontextprotocol/";

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

  /** By hand: `callTool` has no way to give a key. Rejects when the connection ends before the answer. */
  async propose(proposal: Proposal, key: string): Promise<Answer> {
    const tool = "ide.editor.replaceRange";
    const meta = {
      [`${META}protocolVersion`]: PROTOCOL_VERSION,
      [`${META}clientCapabilities`]: {},
      [`${META}clientInfo`]: caller,
      "tandem/key": key,
    };
    const params = { name: tool, arguments: proposal, _meta: meta };
    const response = await fetch(this.#window.urls.mcp, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        Accept: "application/json, text/event-stream",
        Authorization: `Bearer ${this.#window.token}`,
        "MCP-Protocol-Version": PROTOCOL_VERSION,
        "Mcp-Method": "tools/call",
        "Mcp-Name": tool,
      },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
    });
    const text = await response.text();
    const json = text.startsWith("{") ? text : ([...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? "");
    const { result } = JSON.parse(json) as { result?: { structuredContent?: Answer } };
    if (!result?.structuredContent) throw new Error(`The proposal was answered ${text}`);
    return result.structuredContent;
  }

  async #call<N extends ToolName>(tool: N, input: ToolArguments<ToolNamed<N>>): Promise<OutputOf<N>> {
    return (await callTool(this.#window, tool, input, { caller })) as OutputOf<N>;
  }
}
