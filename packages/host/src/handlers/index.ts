import type { AnyTool } from "@tandem/protocol";
import { diagnosticsHandlers } from "./diagnostics.js";
import { editorHandlers } from "./editor.js";
import { fileHandlers } from "./file.js";
import type { CallScope } from "./handler.js";
import { reviewHandlers } from "./review.js";
import { symbolsHandlers } from "./symbols.js";

/** As dispatch calls it: capability and input have been matched to the tool by then. */
export type AnyHandler = (capability: unknown, input: unknown, scope: CallScope) => unknown;

const all = { ...editorHandlers, ...diagnosticsHandlers, ...symbolsHandlers, ...fileHandlers, ...reviewHandlers };

export function handlerOf(tool: AnyTool): AnyHandler {
  return all[tool.name] as AnyHandler;
}
