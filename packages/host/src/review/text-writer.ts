import type { Agent } from "../agents.js";
import type { LineSource, TextChange } from "../text.js";
import type { WorkspacePath } from "../workspace-path.js";

export interface LiveText {
  readonly text: LineSource;
  readonly version: number;
}

/** The one way to change text. The review desk holds it and nobody else. */
export interface TextWriter {
  /**
   * Opens the file in the background if it is not open, then calls `plan` with the live text and applies
   * what it returns, with nothing able to change the text in between. If `plan` throws, nothing is changed.
   */
  change(path: WorkspacePath, by: Agent, plan: (live: LiveText) => TextChange): Promise<{ version: number }>;
}
