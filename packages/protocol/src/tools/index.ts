/** The tool table: the only complete list of what an agent can call. */
import { type Tool, type ToolInput, type ToolOutput, underscoredName } from "../tool.js";
import { diagnosticsTools } from "./diagnostics.js";
import { editorTools } from "./editor.js";
import { fileTools } from "./file.js";
import { reviewTools } from "./review.js";
import { symbolsTools } from "./symbols.js";

export const tools = [...editorTools, ...diagnosticsTools, ...symbolsTools, ...fileTools, ...reviewTools] as const;

/** Those that agents are told of. */
export const listedTools: readonly AnyTool[] = tools.filter(({ listed }) => listed);

export type AnyTool = (typeof tools)[number];
export type ToolName = AnyTool["name"];
export type ToolNamed<N extends ToolName> = Extract<AnyTool, { name: N }>;
export type InputOf<N extends ToolName> = ToolInput<ToolNamed<N>>;
export type OutputOf<N extends ToolName> = ToolOutput<ToolNamed<N>>;

const byName = new Map<string, AnyTool>(
  tools.flatMap((tool) => [
    [tool.name, tool],
    [underscoredName(tool.name), tool],
  ]),
);

/** The tool of that name, dotted or underscored. */
export function findTool(name: string): AnyTool | undefined {
  return byName.get(name);
}

export type { Tool };
