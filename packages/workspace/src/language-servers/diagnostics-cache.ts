/** The newest diagnostics of each file, whether the server was asked for them or published them. */
import { type Diagnostic, fromZeroBased, severities } from "@tandem/protocol";
import type { Diagnostic as LspDiagnostic } from "vscode-languageserver-protocol";

export interface CachedDiagnostics {
  /** The state of the text that they were computed for; see `SentState`. */
  readonly wireVersion: number;
  /** The document's version in that state. */
  readonly version: number;
  /** What the server had surely been told when it computed them; see `SentState.wireVersion`. */
  readonly generation: number;
  readonly diagnostics: readonly Diagnostic[];
}

/** A server may do both: publish what a slow checker finds, and answer what it knows itself. */
export type Channel = "pulled" | "published";

export class DiagnosticsCache {
  readonly #files = new Map<string, Partial<Record<Channel, CachedDiagnostics>>>();

  /** True if what is known of the file is now something else. */
  store(file: string, channel: Channel, results: CachedDiagnostics): boolean {
    const known = this.#files.get(file);
    this.#files.set(file, { ...known, [channel]: results });
    return JSON.stringify(known?.[channel]?.diagnostics ?? []) !== JSON.stringify(results.diagnostics);
  }

  get(file: string, channel: Channel): CachedDiagnostics | undefined {
    return this.#files.get(file)?.[channel];
  }

  /** Of both channels. */
  diagnostics(file: string): readonly Diagnostic[] {
    const known = this.#files.get(file);
    return [...(known?.pulled?.diagnostics ?? []), ...(known?.published?.diagnostics ?? [])];
  }

  drop(file: string): void {
    this.#files.delete(file);
  }
}

/** `source` is the name for a server that gives none. */
export function toDiagnostic(file: string, diagnostic: LspDiagnostic, source: string): Diagnostic {
  const start = fromZeroBased(diagnostic.range.start);
  const end = fromZeroBased(diagnostic.range.end);
  const { message, code } = diagnostic;
  return {
    file,
    ...start,
    endLine: end.line,
    endColumn: end.column,
    severity: severities[(diagnostic.severity ?? 1) - 1] ?? "error",
    message: typeof message === "string" ? message : message.value,
    ...(code !== undefined && { code: String(code) }),
    source: diagnostic.source ?? source,
  };
}
