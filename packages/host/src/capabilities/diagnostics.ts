import type { Diagnostic } from "@tandem/protocol";
import type { WorkspacePath } from "../workspace-path.js";

export interface FileDiagnostics {
  readonly file: string;
  /** Version of the text that the results belong to. */
  readonly version: number;
  /** False: the results are older than the text, or there are none to trust. */
  readonly fresh: boolean;
  /** Why they are not fresh. */
  readonly reason?: string;
  readonly diagnostics: readonly Diagnostic[];
}

export interface DiagnosticsCapability {
  /** Of every open file, if there is nothing to wait for; left out where that cannot be told. */
  now?(): readonly FileDiagnostics[] | undefined;
  /** Waits up to `waitMs` for results on the newest text; of every open file if no path is given. */
  list(path: WorkspacePath | undefined, waitMs: number, signal: AbortSignal): Promise<readonly FileDiagnostics[]>;
}
