import type { Location, Position, SymbolEntry } from "@tandem/protocol";
import type { WorkspacePath } from "../workspace-path.js";

/** Throws `LSP_NOT_READY` where no server can answer now. */
export interface SymbolsCapability {
  search(query: string, signal: AbortSignal): Promise<readonly SymbolEntry[]>;
  definition(path: WorkspacePath, position: Position, signal: AbortSignal): Promise<readonly Location[]>;
  references(
    path: WorkspacePath,
    position: Position,
    includeDeclaration: boolean,
    signal: AbortSignal,
  ): Promise<readonly Location[]>;
}
