/** What a model asks its agent to do. */

/** The name of a tool of the agent, and what it was called with. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** The tools that write a file, and so can be shown as a diff. */
export const fileWritingTools = [
  "write_file",
  "edit_file",
  "edit_lines",
  "append_file",
  "regex_replace",
  "patch",
] as const;
/** The name of one of them. */
export type FileWritingTool = (typeof fileWritingTools)[number];

/** Whether a tool of that name writes a file. */
export function writesFile(name: string): name is FileWritingTool {
  return (fileWritingTools as readonly string[]).includes(name);
}
