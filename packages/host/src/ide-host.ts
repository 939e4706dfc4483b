/** An editor, as everything above it sees it. A capability that is absent is not offered to agents. */
import type { Noun } from "@tandem/protocol";
import type { DiagnosticsCapability } from "./capabilities/diagnostics.js";
import type { EditorCapability } from "./capabilities/editor.js";
import type { FileCapability } from "./capabilities/file.js";
import type { SymbolsCapability } from "./capabilities/symbols.js";
import type { TextWriter } from "./review/text-writer.js";
import type { PathResolver } from "./workspace-path.js";

export interface Capabilities {
  readonly editor?: EditorCapability;
  readonly diagnostics?: DiagnosticsCapability;
  readonly symbols?: SymbolsCapability;
  readonly file?: FileCapability;
}

export interface IdeHost {
  /** For people, for example "Tandem Workbench". */
  readonly name: string;
  readonly version: string;
  readonly paths: PathResolver;
  readonly capabilities: Capabilities;
  /** True for files whose contents agents are not told of unasked. Takes a real absolute path. */
  readonly isPrivate: (file: string) => boolean;
  /** For the review desk alone. */
  readonly texts: TextWriter;
}

/** Reviews are there in every window, whatever the host can do. */
export function hasCapability(host: IdeHost, noun: Noun): boolean {
  if (noun === "review") return true;
  return (host.capabilities as Partial<Record<Noun, unknown>>)[noun] !== undefined;
}
