/** An agent that calls the window's tools. */
import { callTool } from "@tandem/agent";
import type { ReviewReport, WindowFile } from "@tandem/protocol";

/** What tools that propose answer. */
export interface Outcome {
  readonly applied: boolean;
  readonly newRange?: { readonly startLine: number; readonly endLine: number };
  readonly review?: ReviewReport;
  readonly files?: readonly { readonly applied: boolean; readonly review?: ReviewReport }[];
}

export interface Edit {
  readonly startLine: number;
  readonly endLine: number;
  readonly newText: string;
}

/** A window as far as an agent knows it. */
export interface AgentsWindow {
  readonly file: WindowFile;
  path(relative: string): string;
}

export class Agent {
  readonly #window: AgentsWindow;
  readonly #name: string;

  constructor(window: AgentsWindow, name: string) {
    this.#window = window;
    this.#name = name;
  }

  call(tool: string, input: object): Promise<Record<string, unknown>> {
    return callTool(this.#window.file, tool, input, { caller: { name: this.#name, version: "1.0.0" } });
  }

  /** Settles when the developer has decided. */
  async replace(relative: string, edit: Edit, reason = "Because"): Promise<Outcome> {
    const file = this.#window.path(relative);
    return (await this.call("ide.editor.replaceRange", { file, ...edit, reason })) as unknown as Outcome;
  }

  /** One review with a hunk for each edit that stands apart. Settles when the developer has decided. */
  async edit(relative: string, edits: readonly Edit[], reason = "Because"): Promise<Outcome> {
    const files = [{ file: this.#window.path(relative), edits }];
    return (await this.call("ide.editor.applyEdits", { files, reason })) as unknown as Outcome;
  }

  /** The buffer, unsaved changes included. */
  async read(relative: string): Promise<string> {
    const { content } = await this.call("ide.editor.getContent", { file: this.#window.path(relative) });
    return content as string;
  }
}
